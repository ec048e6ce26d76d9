import { expect } from 'chai';
import { openPool } from '../../src/db/pool.ts';
import type { Command, CommandKind, CommandOf, CommandResults, Reply } from '../../src/messages/commands.ts';
import type { Announcement } from '../../src/messages/envelope.ts';
import { newId } from '../../src/platform/ids.ts';
import { MAX_DELIVERIES } from '../../src/worker/events/deliver-in-order.ts';
import { startOf } from '../support/commands.ts';
import {
  boundary,
  catching,
  message,
  onMessage,
  onSignal,
  processOf,
  signal,
  startedBy,
} from '../support/models/event-elements.ts';
import { task } from '../support/models/models.ts';
import { openStage, type Stage } from '../support/pause-points.ts';
import { type KeptLog, keptLog } from '../support/read-side.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../support/write-side.ts';

const WAITING = 10_000;
const CHUNKS = WAITING / MAX_DELIVERIES;

const broadcastOf = (name: string): CommandOf<'BroadcastSignal'> => ({
  kind: 'BroadcastSignal',
  id: newId(),
  name,
  variables: { level: 3 },
  exceptInstanceId: null,
});
const messageOf = (name: string, correlationKey = ''): CommandOf<'DeliverMessage'> => ({
  kind: 'DeliverMessage',
  id: newId(),
  name,
  correlationKey,
  variables: { n: 1 },
  businessId: null,
});

/** What a worker announced, when the rules said yes. */
function resultOf<K extends CommandKind>(announcement: Announcement | undefined): CommandResults[K] {
  const reply = announcement?.reply as Reply<K> | undefined;
  if (reply?.ok !== true) throw new Error(`refused: ${JSON.stringify(announcement)}`);
  return reply.result;
}

describe('a broadcast to ten thousand waiting instances', () => {
  let side: WriteSide;
  let stage: Stage;
  let log: KeptLog;

  beforeEach(async function () {
    this.timeout(60_000);
    log = keptLog();
    side = await openWriteSide({ log });
    await side.deploy(processOf('listening', signal('alarm'), [catching('wait', onSignal('alarm'))]));
    await side.deploy(startedBy('begins', signal('alarm'), onSignal('alarm')));
    for (let n = 0; n < WAITING; n += 500) await side.run(...Array.from({ length: 500 }, () => startOf('listening')));
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
      { n: 2, last: 2, instances: WAITING },
    ]);
    expect(await side.value(`select count(*)::int from instance where not is_terminal`)).to.equal(0);
    expect([await waiting(), await side.value('select count(*)::int from outbox')]).to.deep.equal([0, 0]);
    expect(await side.value('select count(*)::int from dead_letter')).to.equal(0);
  }

  it('is done in chunks, without loss and without doing any twice, when workers die in the middle of it', async function () {
    this.timeout(60_000);
    const doomedPool = openPool(side.url, { max: 2, applicationName: 'doomed', isPipelined: true });
    doomedPool.on('error', () => {});
    const [doomed, survivor] = [side.worker({ pool: doomedPool }), side.worker()];
    const broadcast = broadcastOf('alarm');
    const { announced, added } = await deliverTo(survivor, [broadcast]);

    // The reply counts the subscriptions found when the broadcast was accepted, though most are delivered to later.
    const reply = resultOf<'BroadcastSignal'>(announced[0]);
    expect(reply.deliveredCount).to.equal(WAITING + 1);
    expect(new Set(reply.instanceIds).size).to.equal(WAITING + 1);
    expect(await waiting()).to.equal(WAITING - MAX_DELIVERIES);
    const chunks = added.flatMap(({ commands }) => commands);
    expect(chunks.map(({ id }) => id)).to.deep.equal((await leftInOutbox()).map(({ id }) => id));
    expect(chunks).to.have.length(CHUNKS - 1);

    // One worker takes the nudges of the first half, dies once before a commit and once right after one; every other nudge is lost.
    const half = chunks.slice(0, CHUNKS / 2);
    const [before, after] = [half[10]?.id ?? '', half[20]?.id ?? ''];
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

    // The dead come back, and the queue hands everything out once more: nothing happens twice.
    heldBefore.release();
    heldAfter.release();
    await Promise.all(ghosts);
    for (const command of [broadcast, ...chunks]) await deliverTo(survivor, [command], 2, null);
    await expectAllReachedOnce();

    const largest = 'select max(n) from (select count(*)::int as n from journal where seq = 2 group by xmin::text) as t';
    expect(await side.value(largest), 'instances in one transaction').to.equal(MAX_DELIVERIES);
    expect(log.of(5004)).to.deep.equal([]);
  });

  it('reaches every instance once when two workers carry its chunks out at once and in any order', async function () {
    this.timeout(60_000);
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

describe('two messages in one envelope, with more receivers than one transaction holds', () => {
  it('reach all that wait all the time, also those behind the first 200', async function () {
    this.timeout(60_000);
    const side = await openWriteSide();
    try {
      await side.deploy(processOf('once', message('m', 'paid'), [catching('wait', onMessage('m'))]));
      await side.deploy(
        processOf('always', message('m', 'paid'), [task('work')], boundary('hears', 'work', onMessage('m'), false)),
      );
      await side.run(...Array.from({ length: MAX_DELIVERIES }, () => startOf('once')));
      const always = Array.from({ length: 3 }, () => startOf('always'));
      await side.run(...always);
      const { announced } = await deliverTo(side.worker(), [messageOf('paid'), messageOf('paid')]);
      const counts = announced.map((one) => resultOf<'DeliverMessage'>(one).instanceIds.length);
      expect(counts).to.deep.equal([MAX_DELIVERIES + always.length, always.length]);
      const chunks = await side.sql<{ command: string }>('select command::text as command from outbox order by position');
      for (const { command } of chunks) await deliverTo(side.worker(), [JSON.parse(command) as Command], 1, null);
      const heard = `select count(*)::int as times from journal, json_array_elements(events) e
        where e->>'type' = 'ElementCompleted' and e->>'element' = 'hears' group by subject_id`;
      expect(await side.sql(heard)).to.deep.equal(always.map(() => ({ times: 2 })));
    } finally {
      await side.close();
    }
  });
});

describe('a message or signal and what else happens at that moment', () => {
  let side: WriteSide;
  let stage: Stage;
  beforeEach(async () => {
    side = await openWriteSide();
    await side.deploy(processOf('hears', message('m', 'paid'), [catching('wait', onMessage('m'))]));
    await side.deploy(startedBy('begins', message('m', 'paid'), onMessage('m')));
    stage = openStage();
  });
  afterEach(async () => {
    stage.close();
    await side.close();
  });

  const rowsOf = (instanceId: string) => side.value('select count(*)::int from journal where subject_id = $1', [instanceId]);
  const waitingInstance = async () => {
    const command = startOf('hears');
    await side.run(command);
    return command.instanceId;
  };
  const idsOf = ({ announced }: Awaited<ReturnType<typeof deliverTo>>) => resultOf<'DeliverMessage'>(announced[0]).instanceIds;

  it('is delivered once when the same envelope is delivered twice, one after the other or at once', async () => {
    const [first, second] = [side.worker(), side.worker()];
    for (const order of ['after', 'at once'] as const) {
      const id = await waitingInstance();
      const command = messageOf('paid');
      const held = stage.hold('before-commit', command.id);
      const winner = deliverTo(first, [command]);
      await held.reached();
      if (order === 'after') held.release();
      const loser = order === 'after' ? winner.then(() => deliverTo(second, [command], 2)) : deliverTo(second, [command], 2);
      if (order === 'at once') {
        await side.untilBlocked();
        held.release();
      }
      const [won, lost] = await Promise.all([winner, loser]);
      expect(idsOf(won), order).to.deep.equal([id]);
      expect(lost.announced[0], order).to.deep.equal({ ...won.announced[0], outcome: 'replayed' });
      expect(await rowsOf(id), order).to.equal(2);
    }
    expect(await side.value('select count(*)::int from instance')).to.equal(2);
  });

  it('waits for one that has the same address in hand, and starts an instance when that one has reached all who waited', async () => {
    const id = await waitingInstance();
    const [first, second] = [messageOf('paid'), messageOf('paid')];
    const held = stage.hold('after-route', first.id);
    const early = deliverTo(side.worker(), [first]);
    await held.reached();
    const late = deliverTo(side.worker(), [second]);
    await side.untilBlocked();
    held.release();
    expect(idsOf(await early)).to.deep.equal([id]);
    const [started] = idsOf(await late);
    expect(started).to.be.a('string').and.not.equal(id);
    expect([await rowsOf(id), await rowsOf(started ?? '')]).to.deep.equal([2, 1]);
  });

  it('waits for an instance that another worker has in hand, and finds it as that one left it', async () => {
    const id = await waitingInstance();
    const cancel: CommandOf<'CancelInstance'> = { kind: 'CancelInstance', id: newId(), instanceId: id, reason: 'no' };
    const held = stage.hold('before-commit', cancel.id);
    const cancelling = deliverTo(side.worker(), [cancel]);
    await held.reached();
    const delivering = deliverTo(side.worker(), [messageOf('paid')]);
    await side.untilBlocked();
    held.release();
    await cancelling;
    expect(idsOf(await delivering))
      .to.have.length(1)
      .and.not.include(id);
    expect(await rowsOf(id)).to.equal(2);
  });
});
