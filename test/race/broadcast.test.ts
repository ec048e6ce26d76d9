import { expect } from 'chai';
import type { Announcement } from '../../src/messages/command-batch.ts';
import type { Command, CommandKind, CommandOf, CommandResults, Reply } from '../../src/messages/commands.ts';
import { newId } from '../../src/platform/ids.ts';
import { MAX_DELIVERIES } from '../../src/worker/events/deliver-in-order.ts';
import { startOf } from '../support/commands.ts';
import { boundary, catching, message, onMessage, processOf, startedBy } from '../support/models/event-elements.ts';
import { task } from '../support/models/models.ts';
import { openStage, type Stage } from '../support/pause-points.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../support/write-side.ts';
import { describeBroadcast } from './broadcast.ts';

// tier all: a race of one command; the commit tier has the races of delivery, order, timers, instances and commits

const messageOf = (name: string, correlationKey = ''): CommandOf<'DeliverMessage'> => ({
  kind: 'DeliverMessage',
  id: newId(),
  name,
  correlationKey,
  variables: { n: 1 },
  businessId: null,
});

/** What a worker announced, when the rules allowed it. */
function resultOf<K extends CommandKind>(announcement: Announcement | undefined): CommandResults[K] {
  const reply = announcement?.reply as Reply<K> | undefined;
  if (reply?.ok !== true) throw new Error(`refused: ${JSON.stringify(announcement)}`);
  return reply.result;
}

// with ten thousand in broadcast-full.test.ts
describeBroadcast(2000);

describe('two messages in one command batch, with more receivers than one transaction holds', () => {
  it('reach all that wait all the time, also those behind the first 200', async () => {
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

  it('is delivered once when the same command batch is delivered twice, one after the other or concurrently', async () => {
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
