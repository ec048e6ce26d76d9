import { expect } from 'chai';
import type { Command, CommandKind, CommandOf } from '../../../src/messages/commands.ts';
import { newId, shardOf } from '../../../src/platform/ids.ts';
import type { CommandSender, SendOutcome } from '../../../src/queue/command-sender.ts';
import { copyDefinitions } from '../../../src/shards/copy-definitions.ts';
import { copyNotes } from '../../../src/shards/copy-notes.ts';
import { openShardedSender } from '../../../src/shards/sharded-sender.ts';
import { thrownEvents } from '../../../src/shards/thrown-events.ts';
import { bufferedId } from '../../../src/store/buffered-messages.ts';
import type { DeliveryTools } from '../../../src/worker/delivery/delivery-tools.ts';
import { deliverBuffered, drainSender } from '../../../src/worker/delivery/relay.ts';
import type { ShardDelivery } from '../../../src/worker/transaction/tools.ts';
import { startOf } from '../../support/commands.ts';
import { eventually } from '../../support/eventually.ts';
import {
  catching,
  message,
  onMessage,
  onSignal,
  processOf,
  signal,
  startedBy,
  throwing,
} from '../../support/models/event-elements.ts';
import { task } from '../../support/models/models.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../../support/write-side.ts';

const ROOTS = message('a', 'a') + message('b', 'b') + signal('s');
const MODELS = [
  processOf('throws-a', ROOTS, [throwing('throw', onMessage('a'))]),
  processOf('throws-both', ROOTS, [throwing('first', onMessage('a')), throwing('second', onMessage('b'))]),
  processOf('throws-s', ROOTS, [throwing('throw', onSignal('s'))]),
  processOf('hears-a', ROOTS, [catching('wait', onMessage('a'))]),
  processOf('hears-b', ROOTS, [catching('wait', onMessage('b'))]),
  processOf('hears-s', ROOTS, [catching('wait', onSignal('s'))]),
  startedBy('starts-at-b', ROOTS, onMessage('b'), [task('t')]),
];

/** A shard with its worker. */
interface Shard {
  readonly number: number;
  readonly side: WriteSide;
  readonly worker: DeliveryTools;
  isReachable: boolean;
}

// slow: 2 s for most tests: each has three shards
// tier all: each test has three databases; shards-of-workers shows the delivery
describe('messages and signals of instances reach all shards (docs/contributing/spec/shards.md#messages-and-signals-between-instances)', () => {
  let shards: readonly [Shard, Shard, Shard];
  /** last request for messages of the first shard */
  let asked: Promise<unknown> | undefined;
  /** what workers have queued while commands were sent to them */
  let queued: Command[] = [];
  beforeEach(async () => {
    const open = async (number: number): Promise<Shard> => {
      const side = await openWriteSide();
      const worker: DeliveryTools = side.worker({ shards: fresh(number) });
      return { number, side, worker, isReachable: true };
    };
    shards = [await open(0), await open(1), await open(2)];
    const [{ side: first }, ...others] = shards;
    for (const text of MODELS) await first.deploy(text);
    for (const { side } of others) await copyDefinitions(first.pool, side.pool);
  });
  afterEach(async () => {
    for (const { side } of shards) await side.close();
  });

  /** As after a restart: nothing is remembered of earlier failures. */
  const delivery = (own: number): ShardDelivery =>
    thrownEvents(
      own,
      shards.map(({ number }) => ({ number, sender: senderOf(number) })),
    );
  const fresh = (own: number): ShardDelivery => ({
    deliver: (event) => delivery(own).deliver(event),
    place: (placement, stored) => delivery(own).place(placement, stored),
    ask: (wanted) => {
      const gone = delivery(own).ask(wanted);
      asked = gone;
      return gone;
    },
  });
  function senderOf(number: number): CommandSender {
    const { worker } = shards[number] as Shard;
    return {
      async send<K extends CommandKind>(command: Command): Promise<SendOutcome<K>> {
        if (shards[number]?.isReachable !== true) return { kind: 'queue-unreachable' };
        const { announced, added } = await deliverTo(worker, [command]);
        queued.push(...added.flatMap(({ commands }) => commands));
        const [one] = announced;
        if (one?.reply === undefined) return { kind: 'conflict' };
        return { kind: 'reply', reply: one.reply, replayed: one.outcome === 'replayed' } as SendOutcome<K>;
      },
      ping: async () => true,
      close: async () => {},
    };
  }
  async function started(shard: number, key: string): Promise<string> {
    const start = startOf(key, { id: newId(shard), instanceId: newId(shard) });
    expect((await shards[shard]?.side.run(start))?.[0]).to.include({ ok: true });
    return start.instanceId;
  }
  const drained = (shard: number, senderId: string, tools = shards[shard]!.worker) =>
    deliverTo(tools, [drainSender(senderId)], 1, null);
  async function thrown(shard: number, key: string): Promise<string> {
    const senderId = await started(shard, key);
    await drained(shard, senderId);
    return senderId;
  }
  const waiting = (shard: number) => shards[shard]!.side.value('select count(*)::int from outbox');
  const isOver = (id: string) => shards[shardOf(id)]!.side.value<boolean>('select is_terminal from instance where id = $1', [id]);
  const startedAtB = () =>
    Promise.all(
      shards.map(({ side }) => side.value(`select count(*)::int from instance where definition_id like 'starts-at-b:%'`)),
    );

  for (const from of [0, 1, 2])
    it(`a message that is thrown in shard ${from}, in every shard`, async () => {
      const receivers = [await started(0, 'hears-a'), await started(1, 'hears-a'), await started(2, 'hears-a')];
      await thrown(from, 'throws-a');
      expect(await Promise.all(receivers.map(isOver))).to.deep.equal([true, true, true]);
      expect(await waiting(from)).to.equal(0);
    });

  it('a message that starts an instance: in the first shard, once', async () => {
    await thrown(1, 'throws-both');
    expect(await startedAtB()).to.deep.equal([1, 0, 0]);
    const id = await shards[0].side.value<string>(`select id from instance where definition_id like 'starts-at-b:%'`);
    expect(shardOf(id)).to.equal(0);
  });

  it('a message that another shard has a receiver of, without a start in the first', async () => {
    for (const from of [0, 1]) {
      const receiver = await started(2, 'hears-b');
      await thrown(from, 'throws-both');
      expect(await isOver(receiver)).to.equal(true);
    }
    expect(await startedAtB()).to.deep.equal([0, 0, 0]);
  });

  it('a signal', async () => {
    const receivers = [await started(0, 'hears-s'), await started(1, 'hears-s'), await started(2, 'hears-s')];
    await thrown(1, 'throws-s');
    expect(await Promise.all(receivers.map(isOver))).to.deep.equal([true, true, true]);
  });

  it('in order, and none while a shard cannot be reached', async () => {
    const receivers = [await started(0, 'hears-a'), await started(0, 'hears-b'), await started(2, 'hears-a')];
    shards[0].isReachable = false;
    const senderId = await thrown(1, 'throws-both');
    expect(await waiting(1)).to.equal(2);
    expect(await Promise.all(receivers.map(isOver))).to.deep.equal([false, false, true]);
    shards[0].isReachable = true;
    const later = await started(2, 'hears-a');
    await drained(1, senderId);
    expect(await waiting(1)).to.equal(0);
    // the second receiver of the message came after it was delivered there
    expect(await Promise.all([...receivers, later].map(isOver))).to.deep.equal([true, true, true, false]);
  });

  it('once when the worker stops between the delivery and the removal, or its copies are sent again', async () => {
    const senderId = await started(1, 'throws-both');
    const stopping: ShardDelivery = {
      ...fresh(1),
      async deliver(event) {
        await delivery(1).deliver(event);
        await delivery(1).deliver(event);
        throw new Error('stopped');
      },
    };
    const stopped = shards[1].side.worker({ shards: stopping });
    for (const rest of [2, 1]) {
      expect(await waiting(1)).to.equal(rest);
      await drained(1, senderId, stopped).catch(() => {});
      const one: ShardDelivery = {
        ...fresh(1),
        deliver: (event) => (event.id === next ? delivery(1).deliver(event) : Promise.resolve('unreachable')),
      };
      const next = await shards[1].side.value<string>('select command_id from outbox order by position limit 1');
      await drained(1, senderId, shards[1].side.worker({ shards: one }));
    }
    expect(await waiting(1)).to.equal(0);
    expect(await startedAtB()).to.deep.equal([1, 0, 0]);
  });

  it('and other commands of the sender run after them', async () => {
    const senderId = await started(1, 'throws-both');
    const other = startOf('hears-a', { id: newId(1), instanceId: newId(1) });
    const { side } = shards[1];
    await side.sql(`insert into outbox (command_id, sender_id, command, created_at) values ($1, $2, $3, statement_timestamp())`, [
      other.id,
      senderId,
      JSON.stringify(other),
    ]);
    const { added } = await drained(1, senderId);
    expect(added).to.deep.equal([]);
    expect(await waiting(1)).to.equal(0);
    expect(await isOver(other.instanceId)).to.equal(false);
  });

  describe('a message with a time to live (docs/contributing/spec/shards.md#messages-with-a-time-to-live)', () => {
    const A = { name: 'a', correlationKey: '' } as const;
    const kept = (more: object = {}): CommandOf<'DeliverMessage'> => ({
      ...{ kind: 'DeliverMessage', id: newId(), ...A, variables: { n: 1 }, businessId: null, timeToLiveMs: 3_600_000 },
      ...more,
    });
    /** As an API does. @returns the reply */
    async function published(message: CommandOf<'DeliverMessage'>): Promise<unknown> {
      const queues = shards.map(({ number }) => ({ number, sender: senderOf(number) }));
      const outcome = await openShardedSender({ shards: queues, copyDefinitions: async () => {} }).send(message);
      return outcome.kind === 'reply' ? outcome.reply : outcome.kind;
    }
    const NOBODY = { ok: true, result: { instanceIds: [] } };
    /** As after the wake-up signal of a new receiver. */
    async function looked(shard: number, id: string): Promise<void> {
      await deliverTo(shards[shard]!.worker, [deliverBuffered({ id, name: 'a', key: '' })], 1, null);
      await asked;
    }
    const notes = (shard: number) =>
      shards[shard]!.side.value('select count(*)::int from buffered_message where command is not null');
    const allNotes = () => Promise.all(shards.map(({ number }) => notes(number)));
    const over = (ids: readonly string[]) => Promise.all(ids.map(isOver));

    it('waits in the first shard, and is offered to one receiver at a time, also after a crash and a repetition', async () => {
      const message = kept();
      const id = bufferedId(message.id);
      expect(await published(message)).to.deep.equal(NOBODY);
      expect([await waiting(0), await allNotes()]).to.deep.equal([0, [1, 1, 1]]);
      const receiver = await started(1, 'hears-a');
      await looked(1, id);
      await looked(1, id);
      expect(await waiting(0)).to.equal(1);
      // the first shard stops after shard 1 has received the message, and before it has stored that
      shards[0].isReachable = false;
      await drained(0, id);
      expect([await isOver(receiver), await waiting(0)]).to.deep.equal([true, 1]);
      const others = [await started(0, 'hears-a'), await started(1, 'hears-a'), await started(2, 'hears-a')];
      await looked(0, id);
      shards[0].isReachable = true;
      await looked(2, id);
      await drained(0, id);
      await drained(0, id);
      expect([await waiting(0), await over(others)]).to.deep.equal([0, [false, false, false]]);
      await looked(2, id);
      await eventually('no notes', async () => (await allNotes()).every((count) => count === 0));
    });

    it('waits again when the receiver has ended before the offer', async () => {
      const message = kept();
      const id = bufferedId(message.id);
      await published(message);
      const receiver = await started(1, 'hears-a');
      await looked(1, id);
      const cancel = { kind: 'CancelInstance', id: newId(1), instanceId: receiver, reason: 'r' } as const;
      expect((await shards[1].side.run(cancel))[0]).to.include({ ok: true });
      const own = await started(0, 'hears-a');
      queued = [];
      await drained(0, id);
      expect([await isOver(own), queued.map(({ kind }) => kind)]).to.deep.equal([false, ['DeliverBuffered']]);
      await deliverTo(shards[0].worker, queued, 1, null);
      expect([await isOver(own), await waiting(0), await notes(0)]).to.deep.equal([true, 0, 0]);
    });

    it('is delivered by a worker when its sender stops after the first step, and not to later receivers', async () => {
      const message = kept({ isShared: true });
      const receivers = [await started(0, 'hears-a'), await started(2, 'hears-a')];
      await senderOf(0).send(message);
      const id = bufferedId(message.id);
      await looked(0, id);
      expect([await waiting(0), await over(receivers)]).to.deep.equal([1, [false, false]]);
      await drained(0, id);
      expect([await waiting(0), await over(receivers), await notes(0)]).to.deep.equal([0, [true, true], 0]);
      expect(await published({ ...message, isShared: undefined } as never)).to.have.nested.property(
        'result.instanceIds.length',
        2,
      );
    });

    it('that was stored with one database reaches a receiver of an added one', async () => {
      const message = kept();
      const id = bufferedId(message.id);
      expect((await shards[0].side.run(message))[0]).to.deep.equal(NOBODY);
      await copyNotes(shards[0].side.pool, shards[2].side.pool);
      await copyNotes(shards[0].side.pool, shards[2].side.pool);
      const receivers = [await started(2, 'hears-a'), await started(0, 'hears-a')];
      await looked(2, id);
      await looked(0, id);
      await drained(0, id);
      expect([await over(receivers), await allNotes()]).to.deep.equal([
        [true, false],
        [0, 0, 0],
      ]);
    });

    it('with an id is refused in all shards while that is in use', async () => {
      expect(await published(kept({ messageId: 'm' }))).to.deep.equal(NOBODY);
      await started(0, 'hears-a');
      const receiver = await started(1, 'hears-a');
      expect(await published(kept({ messageId: 'm' }))).to.have.nested.property('rejection.code', 'MESSAGE_ID_IN_USE');
      expect(await isOver(receiver)).to.equal(false);
      expect(await published(kept({ messageId: 'n' }))).to.have.nested.property('result.instanceIds.length', 2);
      expect(await published(kept({ messageId: 'n' }))).to.have.nested.property('rejection.code', 'MESSAGE_ID_IN_USE');
    });
  });
});

describe('deliveries to shards', () => {
  it('after a failure are tried one at a time', async () => {
    const asked: string[] = [];
    const sender = {
      send: async ({ id }: Command) => {
        asked.push(id);
        return { kind: 'queue-unreachable' };
      },
    } as unknown as CommandSender;
    const events = thrownEvents(0, [{ number: 0, sender }]);
    const event = () => ({ kind: 'BroadcastSignal', id: newId(), name: 's', variables: {}, exceptInstanceId: null }) as const;
    const first = event();
    expect(await events.deliver(first)).to.equal('unreachable');
    expect(await events.deliver(event())).to.equal('unreachable');
    expect(asked).to.deep.equal([first.id]);
  });
});
