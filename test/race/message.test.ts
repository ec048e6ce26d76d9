import { expect } from 'chai';
import type { CommandOf } from '../../src/messages/commands.ts';
import { newId } from '../../src/platform/ids.ts';
import { findReceived } from '../../src/store/buffered-messages.ts';
import { deliverBuffered, drainSender } from '../../src/worker/delivery/relay.ts';
import { startOf } from '../support/commands.ts';
import { catching, message, onMessage, processOf, throwing } from '../support/models/event-elements.ts';
import { messageWait, startedByMessage } from '../support/models/event-models.ts';
import { openStage, type Stage } from '../support/pause-points.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../support/write-side.ts';

const messageOf = (name: string): CommandOf<'DeliverMessage'> => ({
  kind: 'DeliverMessage',
  id: newId(),
  name,
  correlationKey: '',
  variables: {},
  businessId: null,
});
const cancelOf = (instanceId: string): CommandOf<'CancelInstance'> => ({
  kind: 'CancelInstance',
  id: newId(),
  instanceId,
  reason: 'r',
});

describe('a message and receivers that go (docs/contributing/spec/http/execution.md#vanished-subscription)', () => {
  let side: WriteSide;
  let stage: Stage;
  beforeEach(async () => {
    side = await openWriteSide();
    await side.deploy(messageWait('waiting', 'wait', 'paid'));
    await side.deploy(startedByMessage('starting', 'paid'));
    stage = openStage();
  });
  afterEach(async () => {
    stage.close();
    await side.close();
  });
  const started = async () => {
    const start = startOf('waiting');
    await side.run(start);
    return start.instanceId;
  };
  /** The instances are cancelled when the message has found them but not locked them. */
  async function deliverWhileGoing(gone: readonly string[]): Promise<readonly string[]> {
    const message = messageOf('paid');
    stage.once('after-route', message.id, async () => {
      await deliverTo(side.worker(), gone.map(cancelOf));
    });
    const { announced } = await deliverTo(side.worker(), [message]);
    const reply = announced[0]?.reply;
    return reply?.ok ? (reply.result as { instanceIds: readonly string[] }).instanceIds : [];
  }

  it('skips a subscription when it disappears between finding and delivering', async () => {
    const [gone, there] = [await started(), await started()];
    expect(await deliverWhileGoing([gone])).to.deep.equal([there]);
  });

  it('starts instances when all subscriptions have disappeared', async () => {
    const gone = [await started(), await started()];
    const ids = await deliverWhileGoing(gone);
    expect(ids).to.have.length(1);
    expect(gone).not.to.include(ids[0]);
  });
});

describe('messages of one sender over two workers', () => {
  // 1 to 7 rows before a power of ten, eight rows of one sender cross it (test/support/positions.ts); on a new database those of the second do
  const NAMES = Array.from({ length: 8 }, (_, n) => `m${n}`);
  const roots = NAMES.map((name) => message(name, name)).join('');
  let side: WriteSide;
  before(async () => {
    side = await openWriteSide();
    const nodes = (of: typeof catching) => NAMES.map((name) => of(`at-${name}`, onMessage(name)));
    await side.deploy(processOf('sender', roots, nodes(throwing)));
    await side.deploy(processOf('receiver', roots, nodes(catching)));
  });
  after(() => side.close());

  it('reach a receiver that waits for them in the order in which they are thrown', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [receiver, sender] = [startOf('receiver'), startOf('sender')];
      await side.run(receiver);
      await side.run(sender);
      const workers = [side.worker(), side.worker()];
      while ((await side.value('select count(*)::int from outbox')) > 0) {
        await Promise.all(workers.map((worker) => deliverTo(worker, [drainSender(sender.instanceId)], 1, null)));
      }
      expect(await side.value('select is_terminal from instance where id = $1', [receiver.instanceId])).to.equal(true);
    }
  });
});

describe('messages with a time to live and subscriptions that cross (docs/contributing/spec/waiting.md#buffered-messages)', () => {
  let side: WriteSide;
  before(async () => {
    side = await openWriteSide();
    await side.deploy(messageWait('waiting', 'wait', 'paid', 'order'));
  });
  after(() => side.close());

  it('meet exactly once when publications, starts and deliveries run at the same time', async () => {
    const PAIRS = 12;
    const workers = Array.from({ length: 4 }, () => side.worker());
    const starts = Array.from({ length: PAIRS }, (_, n) => ({ ...startOf('waiting'), variables: { order: `o-${n}` } }));
    const messages = starts.map((_, n) => ({ ...messageOf('paid'), correlationKey: `o-${n}`, timeToLiveMs: 3_600_000 }));
    const work = starts.flatMap((start, n) => [messages[n]!, start]);
    await Promise.all(
      workers.map(async (worker, n) => {
        for (const command of work.filter((_, at) => at % workers.length === n)) await deliverTo(worker, [command]);
      }),
    );
    for (let found = await findReceived(side.connection); found.length > 0; found = await findReceived(side.connection)) {
      const deliveries = found.map(deliverBuffered);
      await Promise.all(workers.map((worker) => deliverTo(worker, deliveries, 1, null)));
    }
    expect(await side.value('select count(*)::int from instance where is_terminal')).to.equal(PAIRS);
    expect(await side.value('select count(*)::int from buffered_message')).to.equal(0);
  });
});
