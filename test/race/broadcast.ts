import { expect } from 'chai';
import { openPool } from '../../src/db/pool.ts';
import type { Announcement } from '../../src/messages/command-batch.ts';
import type { Command, CommandKind, CommandOf, CommandResults, Reply } from '../../src/messages/commands.ts';
import { newId } from '../../src/platform/ids.ts';
import { MAX_DELIVERIES } from '../../src/worker/events/deliver-in-order.ts';
import { startOf } from '../support/commands.ts';
import { catching, onSignal, processOf, signal, startedBy } from '../support/models/event-elements.ts';
import { openStage, type Stage } from '../support/pause-points.ts';
import { type KeptLog, keptLog } from '../support/read-side.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../support/write-side.ts';

const broadcastOf = (name: string): CommandOf<'BroadcastSignal'> => ({
  kind: 'BroadcastSignal',
  id: newId(),
  name,
  variables: { level: 3 },
  exceptInstanceId: null,
});
/** What a worker announced, when the rules allowed it. */
function resultOf<K extends CommandKind>(announcement: Announcement | undefined): CommandResults[K] {
  const reply = announcement?.reply as Reply<K> | undefined;
  if (reply?.ok !== true) throw new Error(`refused: ${JSON.stringify(announcement)}`);
  return reply.result;
}

/** One broadcast to that many instances, which takes a transaction for each {@link MAX_DELIVERIES} of them. */
export function describeBroadcast(waitingCount: number): void {
  const chunkCount = waitingCount / MAX_DELIVERIES;

  describe(`a broadcast to ${waitingCount} waiting instances`, () => {
    let side: WriteSide;
    let stage: Stage;
    let log: KeptLog;

    beforeEach(async () => {
      log = keptLog();
      side = await openWriteSide({ log });
      await side.deploy(processOf('listening', signal('alarm'), [catching('wait', onSignal('alarm'))]));
      await side.deploy(startedBy('begins', signal('alarm'), onSignal('alarm')));
      for (let n = 0; n < waitingCount; n += 500) await side.run(...Array.from({ length: 500 }, () => startOf('listening')));
      stage = openStage();
    });
    afterEach(async () => {
      stage.close();
      await side.close();
    });

    /** What the sweep hands to the queue again. */
    const leftInOutbox = async (): Promise<Command[]> =>
      (await side.sql<{ command: string }>('select command::text as command from outbox order by position')).map(
        (row) => JSON.parse(row.command) as Command,
      );
    const waiting = () => side.value('select count(*)::int from subscription');
    async function expectAllReachedOnce(): Promise<void> {
      const perInstance = `select count(*)::int as n, max(journal.seq) as last from journal join instance on id = subject_id group by subject_id`;
      const rows = await side.sql(
        `select n, last, count(*)::int as instances from (${perInstance}) as i group by n, last order by n`,
      );
      expect(rows).to.deep.equal([
        { n: 1, last: 1, instances: 1 }, // started by the signal
        { n: 2, last: 2, instances: waitingCount },
      ]);
      expect(await side.value(`select count(*)::int from instance where not is_terminal`)).to.equal(0);
      expect([await waiting(), await side.value('select count(*)::int from outbox')]).to.deep.equal([0, 0]);
      expect(await side.value('select count(*)::int from dead_letter')).to.equal(0);
    }

    // slow: two workers die in the middle of ten transactions of 200 instances each
    it('is done in chunks, without loss and without doing any twice, when workers die in the middle of it', async () => {
      const doomedPool = openPool(side.url, { max: 2, applicationName: 'doomed', isPipelined: true });
      doomedPool.on('error', () => {});
      const [doomed, survivor] = [side.worker({ pool: doomedPool }), side.worker()];
      const broadcast = broadcastOf('alarm');
      const { announced, added } = await deliverTo(survivor, [broadcast]);

      // The reply counts the subscriptions found when the broadcast was accepted, though most are delivered to later.
      const reply = resultOf<'BroadcastSignal'>(announced[0]);
      expect(reply.deliveredCount).to.equal(waitingCount + 1);
      expect(new Set(reply.instanceIds).size).to.equal(waitingCount + 1);
      expect(await waiting()).to.equal(waitingCount - MAX_DELIVERIES);
      const chunks = added.flatMap(({ commands }) => commands);
      expect(chunks.map(({ id }) => id)).to.deep.equal((await leftInOutbox()).map(({ id }) => id));
      expect(chunks).to.have.length(chunkCount - 1);

      // One worker takes the wake-up signals of the first half, dies once before a commit and once right after one; every other wake-up signal is lost.
      const half = chunks.slice(0, chunkCount / 2);
      const [before, after] = [half.at(1)?.id ?? '', half.at(-1)?.id ?? ''];
      const [heldBefore, heldAfter] = [stage.hold('before-commit', before), stage.hold('after-commit', after)];
      const ghosts: Promise<unknown>[] = [];
      for (const command of half) {
        const run = deliverTo(doomed, [command], 1, null);
        if (command.id === before) await heldBefore.reached();
        else if (command.id === after) await heldAfter.reached();
        else {
          await run;
          continue;
        }
        ghosts.push(run);
      }
      expect(
        await side.value(`select count(pg_terminate_backend(pid))::int from pg_stat_activity where application_name = 'doomed'`),
      ).to.be.greaterThan(0);

      const left = await leftInOutbox();
      expect(left).to.have.length(chunks.length - half.length + 1);
      for (const command of left) await deliverTo(survivor, [command], 2, null);
      await expectAllReachedOnce();

      // The dead come back, and the queue hands everything out again: nothing happens twice.
      heldBefore.release();
      heldAfter.release();
      await Promise.all(ghosts);
      for (const command of [broadcast, ...chunks]) await deliverTo(survivor, [command], 2, null);
      await expectAllReachedOnce();

      const largest = 'select max(n) from (select count(*)::int as n from journal where seq = 2 group by xmin::text) as t';
      expect(await side.value(largest), 'instances in one transaction').to.equal(MAX_DELIVERIES);
      expect(log.of(5004)).to.deep.equal([]);
    });

    it('reaches every instance once when two workers run its batches concurrently and in any order', async () => {
      const [first, second] = [side.worker(), side.worker()];
      const { added } = await deliverTo(first, [broadcastOf('alarm')]);
      const chunks = added.flatMap(({ commands }) => commands);
      const drain = async (tools: typeof first, commands: readonly Command[]) => {
        for (const command of commands) await deliverTo(tools, [command], 1, null);
      };
      await Promise.all([drain(first, chunks), drain(second, [...chunks].reverse())]);
      await expectAllReachedOnce();
    });
  });
}
