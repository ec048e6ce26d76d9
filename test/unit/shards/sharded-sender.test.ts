import { expect } from 'chai';
import type { Command, CommandKind, Reply } from '../../../src/messages/commands.ts';
import { entityId, newId, shardOf } from '../../../src/platform/ids.ts';
import type { CommandSender, SendOutcome } from '../../../src/queue/command-sender.ts';
import { chosenOrder, openShardedSender } from '../../../src/shards/sharded-sender.ts';

type Sent = { readonly shard: number; readonly command: Command };

/** Shards that answer each command with `replyOf`; undefined: the shard is not reachable. */
function shardsOf(count: number, replyOf: (sent: Sent) => Reply | undefined) {
  const sent: Sent[] = [];
  let copies = 0;
  const shards = Array.from({ length: count }, (_, number) => {
    const send = async (command: Command): Promise<SendOutcome<CommandKind>> => {
      sent.push({ shard: number, command });
      const reply = replyOf({ shard: number, command });
      return reply === undefined ? { kind: 'queue-unreachable' } : { kind: 'reply', reply, replayed: false };
    };
    return { number, sender: { send, ping: async () => true, close: async () => {} } as unknown as CommandSender };
  });
  const copyDefinitions = async () => {
    copies += 1;
  };
  const countRunning = async (key: string) => key.length;
  return { sender: openShardedSender({ shards, copyDefinitions, countRunning }), sent, copies: () => copies };
}

const START = { kind: 'StartInstance', instanceId: newId(), key: 'k', variables: {}, businessId: null } as const;
const MESSAGE = { kind: 'DeliverMessage', name: 'm', correlationKey: '', variables: {}, businessId: null } as const;
const NONE: Reply = { ok: false, rejection: { code: 'NO_MESSAGE_SUBSCRIPTION', name: 'm', correlationKey: '' } };
const received = (...instanceIds: string[]): Reply<'DeliverMessage'> => ({ ok: true, result: { instanceIds } });

describe('a sender for several shards', () => {
  it('spreads starts over all shards, each with the mark of its shard', async () => {
    const { sender, sent } = shardsOf(3, () => ({ ok: true, result: {} }));
    for (let nth = 0; nth < 60; nth += 1) await sender.send({ ...START, id: newId() });
    expect(new Set(sent.map(({ shard }) => shard)).size).to.equal(3);
    for (const { shard, command } of sent) {
      expect(shardOf((command as Command & { instanceId: string }).instanceId)).to.equal(shard);
      expect(shardOf(command.id)).to.equal(shard);
    }
  });

  it('sends a repeated start to the same shard under the same id, and a start without a key past an unreachable shard', async () => {
    const id = newId();
    const [wanted] = chosenOrder(id, [{ number: 0 }, { number: 1 }]);
    const { sender, sent } = shardsOf(2, ({ shard }) => (shard === wanted?.number ? undefined : { ok: true, result: {} }));
    expect((await sender.send({ ...START, id }, { fingerprint: 'f' })).kind).to.equal('queue-unreachable');
    expect((await sender.send({ ...START, id }, { fingerprint: 'f' })).kind).to.equal('queue-unreachable');
    expect(new Set(sent.map(({ shard, command }) => `${shard} ${command.id}`)).size).to.equal(1);
    expect((await sender.send({ ...START, id })).kind).to.equal('reply');
  });

  it('starts nothing in a shard that has not answered, until it answers again', async () => {
    let answers: SendOutcome<CommandKind> = { kind: 'timeout' };
    const asked: number[] = [];
    const shards = [0, 1].map((number) => {
      const send = async (): Promise<SendOutcome<CommandKind>> => {
        asked.push(number);
        return number === 0 ? { kind: 'reply', reply: { ok: true, result: {} } as Reply, replayed: false } : answers;
      };
      return { number, sender: { send } as unknown as CommandSender };
    });
    const sender = openShardedSender({ shards, copyDefinitions: async () => {} });
    const idsOfLost = Array.from({ length: 40 }, () => newId()).filter((id) => chosenOrder(id, shards)[0]?.number === 1);
    const startAll = async (options = {}) =>
      (await Promise.all(idsOfLost.map((id) => sender.send({ ...START, id }, options)))).map(({ kind }) => kind);
    await sender.send({ ...MESSAGE, timeToLiveMs: 1000, id: newId() });
    expect(asked.splice(0)).to.deep.equal([0, 1]);
    expect(new Set(await startAll())).to.deep.equal(new Set(['reply']));
    expect(new Set(asked.splice(0))).to.deep.equal(new Set([0]));
    await sender.send({ kind: 'CancelInstance', id: newId(), instanceId: newId(1), reason: 'r' });
    expect(new Set(await startAll())).to.deep.equal(new Set(['reply']));
    expect(new Set(asked.splice(0).slice(1))).to.deep.equal(new Set([0]));
    expect(new Set(await startAll({ fingerprint: 'f' }))).to.deep.equal(new Set(['timeout']));
    answers = { kind: 'reply', reply: { ok: true, result: {} } as Reply, replayed: false };
    await sender.send({ kind: 'CancelInstance', id: newId(), instanceId: newId(1), reason: 'r' });
    asked.splice(0);
    await startAll();
    expect(new Set(asked)).to.deep.equal(new Set([1]));
  });

  it('starts in the first shard when another one does not have the version yet, also when the start is repeated', async () => {
    const missing: Reply = { ok: false, rejection: { code: 'PROCESS_NOT_REGISTERED', key: 'k' } };
    const { sender, sent } = shardsOf(2, ({ shard }) => (shard === 1 ? missing : { ok: true, result: {} }));
    const id = [...Array(40)].map(() => newId()).find((one) => chosenOrder(one, [{ number: 0 }, { number: 1 }])[0]?.number === 1);
    for (const options of [{}, { fingerprint: 'f' }, { fingerprint: 'f' }])
      expect(await sender.send({ ...START, id: id ?? '' }, options)).to.deep.include({ reply: { ok: true, result: {} } });
    expect(sent.map(({ shard }) => shard)).to.deep.equal([1, 0, 1, 0, 1, 0]);
    const nowhere = shardsOf(2, () => missing);
    expect(await nowhere.sender.send({ ...START, id: id ?? '' })).to.deep.include({ reply: missing });
    expect(nowhere.sent.map(({ shard }) => shard)).to.deep.equal([1, 0]);
  });

  it('moves only the part of a new shard when one is added', () => {
    const two = [{ number: 0 }, { number: 1 }];
    const three = [...two, { number: 2 }];
    const ids = Array.from({ length: 300 }, () => newId());
    for (const id of ids) {
      const after = chosenOrder(id, three)[0]?.number;
      if (after !== 2) expect(after).to.equal(chosenOrder(id, two)[0]?.number);
    }
  });

  it('sends commands about an instance or a task to its shard', async () => {
    const { sender, sent } = shardsOf(2, () => ({ ok: true, result: {} }));
    await sender.send({ kind: 'CancelInstance', id: newId(), instanceId: newId(1), reason: 'r' });
    await sender.send({ kind: 'UnclaimUserTask', id: newId(), taskId: entityId(newId(1), 4) });
    await sender.send({ kind: 'RetryIncident', id: newId(), incidentId: newId() });
    expect(sent.map(({ shard }) => shard)).to.deep.equal([1, 1, 0]);
    expect((await sender.send({ kind: 'CancelInstance', id: newId(), instanceId: newId(9), reason: 'r' })).kind).to.equal(
      'queue-unreachable',
    );
  });

  it('copies definitions after the first shard has accepted them', async () => {
    const { sender, sent, copies } = shardsOf(2, () => ({ ok: true, result: {} }));
    await sender.send({ kind: 'DisableProcess', id: newId(), key: 'k' });
    expect([sent.map(({ shard }) => shard), copies()]).to.deep.equal([[0], 1]);
  });

  it('delivers a message to all shards, and starts instances only if no other shard has a receiver', async () => {
    const { sender, sent } = shardsOf(3, ({ shard }) => (shard === 2 ? received('i2') : NONE));
    const outcome = await sender.send({ ...MESSAGE, id: newId() });
    expect(outcome).to.deep.include({ reply: received('i2') });
    expect(sent.map(({ shard, command }) => [shard, 'startsNone' in command])).to.deep.equal([
      [1, false],
      [2, false],
      [0, true],
    ]);
    const nowhere = shardsOf(2, () => NONE);
    expect(await nowhere.sender.send({ ...MESSAGE, id: newId() })).to.deep.include({ reply: NONE });
    expect('startsNone' in (nowhere.sent.at(-1)?.command ?? {})).to.equal(false);
  });

  it('reports an unknown outcome when a shard does not answer', async () => {
    const { sender, sent } = shardsOf(2, ({ shard }) => (shard === 1 ? undefined : received('i0')));
    expect((await sender.send({ ...MESSAGE, id: newId() })).kind).to.equal('timeout');
    expect(sent.map(({ shard }) => shard)).to.deep.equal([1]);
  });

  it('locks tasks in one shard after the other until there are enough', async () => {
    const tasksOf = ({ shard, command }: Sent) => ({
      ok: true as const,
      result: {
        tasks: Array.from({ length: Math.min(2, (command as never as { maxTasks: number }).maxTasks) }, () => ({ shard })),
      },
    });
    const { sender, sent } = shardsOf(3, (one) => tasksOf(one) as never);
    const lock = { kind: 'LockCustomTasks', typeKey: 't', workerId: 'w', maxTasks: 3, lockSeconds: 9 } as const;
    const outcome = await sender.send({ ...lock, id: newId() } as never);
    expect(outcome).to.have.nested.property('reply.result.tasks').with.length(3);
    expect(sent).to.have.length(2);
  });

  it('makes one batch of the same id in all shards, with the ids of each, or none', async () => {
    const [inFirst, inSecond] = [newId(), newId(1)];
    const make = {
      kind: 'CreateBatch',
      batchId: newId(),
      operation: 'cancel',
      parameters: {},
      selection: { ids: [inFirst, inSecond] },
      rate: 10,
      isDryRun: false,
    } as const;
    const made = (sent: Sent): Reply => ({
      ok: true,
      result: {
        batchId: (sent.command as never as { batchId: string }).batchId,
        total: 1,
        keys: [{ key: 'k', count: 1 }],
        unknown: 0,
      },
    });
    const { sender, sent } = shardsOf(2, made);
    const outcome = await sender.send({ ...make, id: newId() });
    expect(outcome)
      .to.have.nested.property('reply.result')
      .deep.include({ total: 2, keys: [{ key: 'k', count: 2 }] });
    const created = sent.filter(({ command }) => command.kind === 'CreateBatch' && !command.isDryRun);
    expect(created.map(({ command }) => command)).to.have.length(2);
    expect(new Set(created.map(({ command }) => (command as never as { batchId: string }).batchId)).size).to.equal(1);
    expect(created.map(({ command }) => (command as never as { selection: object; rate: number }).selection)).to.deep.equal([
      { ids: [inFirst] },
      { ids: [inSecond] },
    ]);
    const large = (most: number) => (one: Sent) => {
      const reply = made(one) as Reply<'CreateBatch'> & { readonly ok: true };
      return { ...reply, result: { ...reply.result, most } };
    };
    for (const isDryRun of [true, false]) {
      const fits = shardsOf(2, large(2));
      expect(await fits.sender.send({ ...make, isDryRun, id: newId() })).to.have.nested.property('reply.ok', true);
      const tooMany = shardsOf(2, large(1));
      const rejection = { code: 'BATCH_TOO_LARGE', most: 1 };
      expect(await tooMany.sender.send({ ...make, isDryRun, id: newId() })).to.deep.include({ reply: { ok: false, rejection } });
      expect(tooMany.sent).to.have.length(2);
    }
    const refused: Reply = { ok: false, rejection: { code: 'BATCH_TOO_LARGE', most: 5 } };
    const partly = shardsOf(2, (one) => (one.shard === 1 ? refused : made(one)));
    expect(await partly.sender.send({ ...make, id: newId() })).to.deep.include({ reply: refused });
    expect(partly.sent.every(({ command }) => command.kind === 'CreateBatch' && command.isDryRun)).to.equal(true);
  });
});

describe('limits and counts of several shards (docs/contributing/spec/shards.md#limits)', () => {
  it('refuse an erasure before any shard has changed something, with the running instances of all', async () => {
    const erase = { kind: 'EraseInstances', businessId: 'b', cancelsRunning: false } as const;
    const none = { erased: 0, cancelled: [], archives: [], isComplete: true };
    const running = (shard: number): Reply => {
      const instanceIds = Array.from({ length: 6 }, () => newId(shard));
      return { ok: false, rejection: { code: 'INSTANCES_RUNNING', instanceIds, count: 7 } };
    };
    const { sender, sent } = shardsOf(3, ({ shard }) => (shard === 0 ? { ok: true, result: none } : running(shard)));
    const outcome = await sender.send({ ...erase, id: newId() });
    expect(outcome).to.have.nested.property('reply.rejection.count', 14);
    expect(outcome).to.have.nested.property('reply.rejection.instanceIds').with.length(10);
    expect(sent.every(({ command }) => command.kind === 'EraseInstances' && command.isDryRun)).to.equal(true);
    const forced = shardsOf(2, () => ({ ok: true, result: none }));
    await forced.sender.send({ ...erase, cancelsRunning: true, id: newId() });
    expect(forced.sent.map(({ command }) => 'isDryRun' in command)).to.deep.equal([false, false]);
  });

  it('give the oldest dead letters of all, and the same ones when the request is repeated', async () => {
    const parked = [
      ['1', '4', '5'],
      ['2', '3', '6'],
    ];
    const { sender, sent } = shardsOf(2, ({ shard, command }) => {
      const { selection } = command as Command & { readonly selection: { readonly limit: number } };
      const all = parked[shard] ?? [];
      const letters = all.slice(0, selection.limit).map((name) => {
        return { letterId: `letter ${name}`, kind: 'k', instanceId: null, processKey: null, parkedAt: `2026-01-0${name}` };
      });
      return { ok: true, result: { letters, remaining: all.length - letters.length, refused: 1 } };
    });
    const filter = { kind: null, instanceId: null, processKey: 'k', parkedBefore: null, limit: 3 };
    const retry = { kind: 'RetryDeadLetters', id: newId(), selection: filter } as const;
    const outcome = await sender.send(retry);
    const result = (outcome as never as { reply: { result: { letters: { letterId: string }[]; remaining: number } } }).reply
      .result;
    expect(result.letters.map(({ letterId }) => letterId)).to.deep.equal(['letter 1', 'letter 2', 'letter 3']);
    expect(result).to.deep.include({ remaining: 3, refused: 2 });
    const ids = sent.map(({ command }) => command.id);
    await sender.send(retry);
    expect(sent.slice(4).map(({ command }) => command.id)).to.deep.equal(ids);
  });

  it('count the instances of all when a process is suspended', async () => {
    const { sender } = shardsOf(2, () => ({ ok: true, result: { key: 'k', isSuspended: true, instances: 2 } }));
    expect(await sender.send({ kind: 'SuspendProcess', id: newId(), key: 'key' })).to.have.nested.property(
      'reply.result.instances',
      5,
    );
  });

  it('list the instances that a signal has started after those that it has resumed', async () => {
    const { sender } = shardsOf(2, ({ shard }) => ({ ok: true, result: { deliveredCount: 1, instanceIds: [`i${shard}`] } }));
    const signal = { kind: 'BroadcastSignal', name: 's', variables: {}, exceptInstanceId: null } as const;
    expect(await sender.send({ ...signal, id: newId() }))
      .to.have.nested.property('reply.result')
      .deep.equal({ deliveredCount: 2, instanceIds: ['i1', 'i0'] });
  });

  it('report why a dead letter cannot be retried when only another shard has it', async () => {
    const letterId = newId();
    const none: Reply = { ok: false, rejection: { code: 'DEAD_LETTER_NOT_FOUND', letterId } };
    const why: Reply = { ok: false, rejection: { code: 'DEAD_LETTER_NOT_RETRYABLE', letterId, obstacle: 'timer-gone' } };
    const { sender } = shardsOf(2, ({ shard }) => (shard === 0 ? none : why));
    expect(await sender.send({ kind: 'RetryDeadLetters', id: newId(), selection: { letterId } })).to.deep.include({ reply: why });
  });
});
