import { expect } from 'chai';
import type { Command, CommandOf, Reply } from '../../../src/messages/commands.ts';
import type { LetterSelection } from '../../../src/messages/dead-letters.ts';
import { newId } from '../../../src/platform/ids.ts';
import { deliver } from '../../../src/worker/delivery/deliver.ts';
import { drain, drainSender } from '../../../src/worker/delivery/relay.ts';
import { startDueLoop } from '../../../src/worker/timers/due-loop.ts';
import { completeOf, startOf } from '../../support/commands.ts';
import { eventually } from '../../support/eventually.ts';
import { catching, message, onMessage, onTimer, processOf } from '../../support/models/event-elements.ts';
import { sequence, task } from '../../support/models/models.ts';
import { type KeptLog, keptLog } from '../../support/read-side.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../../support/write-side.ts';

const retryOf = (selection: LetterSelection): CommandOf<'RetryDeadLetters'> => ({
  kind: 'RetryDeadLetters',
  id: newId(),
  selection,
  actor: 'olivia',
});
const dropOf = (selection: LetterSelection): CommandOf<'DropDeadLetters'> => ({
  kind: 'DropDeadLetters',
  id: newId(),
  selection,
  reason: 'sold out',
  actor: 'olivia',
});
const ALL = { kind: null, instanceId: null, processKey: null, parkedBefore: null, limit: 100 };
const rejectionOf = (reply: Reply | undefined) => (reply?.ok === false ? reply.rejection : undefined);

describe('a dead letter (docs/contributing/spec/reliability.md#retried-letters)', () => {
  let side: WriteSide;
  let log: KeptLog;
  beforeEach(async () => {
    log = keptLog();
    side = await openWriteSide({ log });
  });
  afterEach(() => side.close());

  /** Every worker that begins now meets a bug in what concerns this process. */
  const rewrite = (key: string, text: string) =>
    side.sql(`update model_text set bpmn_xml = ${text} where hash in (select text_hash from definition_version where key = $1)`, [
      key,
    ]);
  const damage = (key: string) => rewrite(key, `'x' || bpmn_xml`);
  const repair = (key: string) => rewrite(key, 'substr(bpmn_xml, 2)');
  const follow = (...commands: Command[]) => deliverTo(side.worker(), commands, 1, null);
  const parked = () =>
    side.sql<{ id: string; kind: string; status: string; attempts: number }>(
      `select letter_id as id, kind, status, attempts from dead_letters() where ended_at is null`,
    );
  const ended = () =>
    side.sql(`select letter_id as id, status, ended_by as by, reason from dead_letters() where ended_at is not null`);
  const isOver = (id: string) => side.value<boolean>('select is_terminal from instance where id = $1', [id]);
  const inOutbox = async () =>
    (await side.sql<{ command: string }>('select command::text as command from outbox')).map(
      ({ command }) => JSON.parse(command) as Command,
    );
  const countOf = (instanceId: string) => side.value('select count(*)::int from instance where id = $1', [instanceId]);

  async function parkedStart(): Promise<CommandOf<'StartInstance'>> {
    await side.deploy(sequence('order', task('pack')));
    await damage('order');
    const start = startOf('order');
    await deliverTo(side.worker(), [start]);
    expect(await parked()).to.deep.equal([{ id: start.id, kind: 'StartInstance', status: 'Parked', attempts: 1 }]);
    return start;
  }

  it('is listed, dropped, and blocks no other letter when its command holds characters that cannot be stored', async () => {
    const start = startOf('order', { actor: 'a\0b \\u0000 \ud800 😀 "\n' });
    await side.deploy(sequence('order', task('pack')));
    await damage('order');
    await deliverTo(side.worker(), [start]);
    expect(await parked()).to.deep.equal([{ id: start.id, kind: 'StartInstance', status: 'Parked', attempts: 1 }]);
    const actor = await side.value<string>(`select command ->> 'actor' from dead_letter`);
    expect(actor).to.equal('a\uFFFDb \\u0000 \uFFFD 😀 "\n');
    const [reply] = await side.run(dropOf({ letterId: start.id }));
    expect(reply?.ok).to.equal(true);
    expect(await ended()).to.deep.equal([{ id: start.id, status: 'Dropped', by: 'olivia', reason: 'sold out' }]);
  });

  describe('of a client', () => {
    it('is run once when it is retried, and leaves with the transaction that does so', async () => {
      const start = await parkedStart();
      await repair('order');
      const parkedAt = await side.value<string>(
        `select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') from dead_letter`,
      );
      const { announced } = await deliverTo(side.worker(), [retryOf({ letterId: start.id })]);
      expect(announced[0]?.reply).to.deep.equal({
        ok: true,
        result: {
          letters: [{ letterId: start.id, kind: 'StartInstance', instanceId: start.instanceId, processKey: 'order', parkedAt }],
          remaining: 0,
          refused: 0,
        },
      });
      expect(await parked()).to.deep.equal([{ id: start.id, kind: 'StartInstance', status: 'Retrying', attempts: 1 }]);
      const [back] = await inOutbox();
      expect(back).to.deep.equal(start);
      await follow(start);
      await follow(start);
      expect(await countOf(start.instanceId)).to.equal(1);
      expect(await side.value('select count(*)::int from journal where subject_id = $1', [start.instanceId])).to.equal(1);
      expect([await parked(), await inOutbox()]).to.deep.equal([[], []]);
      expect(await ended()).to.deep.equal([{ id: start.id, status: 'CarriedOut', by: 'olivia', reason: null }]);
      expect(log.of(5005)).to.deep.equal([{ CommandKind: 'StartInstance', CommandId: start.id, Attempt: 2, Actor: 'olivia' }]);
      expect(log.of(5006)).to.deep.equal([{ CommandKind: 'StartInstance', CommandId: start.id, Outcome: 'done' }]);
    });

    it('is parked again, and counted, when it meets the bug again', async () => {
      const start = await parkedStart();
      await side.run(retryOf({ letterId: start.id }));
      await follow(start);
      expect(await parked()).to.deep.equal([{ id: start.id, kind: 'StartInstance', status: 'Parked', attempts: 2 }]);
      expect(await inOutbox()).to.deep.equal([]);
    });

    it('ends as refused, with the code, when the rules reject it by now', async () => {
      const start = await parkedStart();
      await repair('order');
      await side.run({ kind: 'DisableProcess', id: newId(), key: 'order' }, retryOf({ letterId: start.id }));
      await follow(start);
      expect(await ended()).to.deep.equal([{ id: start.id, status: 'Refused', by: 'olivia', reason: 'PROCESS_DISABLED' }]);
    });

    it('no longer exists when its client sends the command again and it is run', async () => {
      const start = await parkedStart();
      await repair('order');
      await deliverTo(side.worker(), [start]);
      expect(await countOf(start.instanceId)).to.equal(1);
      expect(await parked()).to.deep.equal([]);
      const [reply] = await side.run(retryOf({ letterId: start.id }));
      expect(rejectionOf(reply)).to.include({ code: 'DEAD_LETTER_ENDED', letterId: start.id, end: 'CarriedOut' });
    });

    it('keeps the digest of the request, so that the key cannot be used for another one afterwards', async () => {
      await side.deploy(sequence('order', task('pack')));
      await damage('order');
      const start = startOf('order');
      const worker = side.worker();
      const commandBatch = { v: 1, id: newId(), replyTo: 'test', commands: [start], fingerprints: { [start.id]: 'digest' } };
      await deliver(worker, { commandBatch, attempt: 1, keep: async () => {} });
      await repair('order');
      await side.run(retryOf({ letterId: start.id }));
      await follow(start);
      expect(await side.value('select fingerprint from inbox where command_id = $1', [start.id])).to.equal('digest');
    });

    it('is retried by one of two operators; the other gets the name of the first', async () => {
      const start = await parkedStart();
      const replies = await Promise.all(
        [side.worker(), side.worker()].map((worker) => deliverTo(worker, [retryOf({ letterId: start.id })])),
      );
      const rejections = replies.map(({ announced }) => rejectionOf(announced[0]?.reply));
      expect(rejections.filter((one) => one === undefined)).to.have.length(1);
      expect(rejections.find((one) => one !== undefined)).to.include({ code: 'DEAD_LETTER_RETRYING', by: 'olivia' });
      expect(await inOutbox()).to.have.length(1);
    });

    it('is refused when a second command of the same command batch is about it', async () => {
      const start = await parkedStart();
      const replies = await side.run(retryOf({ letterId: start.id }), dropOf({ letterId: start.id }));
      expect(replies.map(rejectionOf).map((one) => one?.code)).to.deep.equal([undefined, 'DEAD_LETTER_RETRYING']);
      expect(await inOutbox()).to.have.length(1);
    });

    it('is kept with reason and actor when it is dropped, and never run', async () => {
      const start = await parkedStart();
      const { announced } = await deliverTo(side.worker(), [dropOf({ letterId: start.id })]);
      expect(announced[0]?.reply?.ok).to.equal(true);
      expect([await parked(), await inOutbox()]).to.deep.equal([[], []]);
      expect(await ended()).to.deep.equal([{ id: start.id, status: 'Dropped', by: 'olivia', reason: 'sold out' }]);
      expect(log.of(5007)).to.deep.equal([
        { CommandKind: 'StartInstance', CommandId: start.id, Reason: 'sold out', Actor: 'olivia' },
      ]);
      const again = await side.run(
        dropOf({ letterId: start.id }),
        retryOf({ letterId: start.id }),
        retryOf({ letterId: newId() }),
      );
      expect(again.map(rejectionOf).map((one) => one?.code)).to.deep.equal([
        'DEAD_LETTER_ENDED',
        'DEAD_LETTER_ENDED',
        'DEAD_LETTER_NOT_FOUND',
      ]);
    });

    it('is refused when its instance has ended in the meantime, or was never there, and can be dropped', async () => {
      await side.deploy(sequence('order', task('pack')));
      const start = startOf('order');
      await side.run(start);
      await damage('order');
      const [complete, lost] = [completeOf(start.instanceId, 'pack'), completeOf(newId(), 'pack')];
      await deliverTo(side.worker(), [complete]);
      await side.sql(`insert into dead_letter (command_id, command, error, at) values ($1, $2, 'x', clock_timestamp())`, [
        lost.id,
        JSON.stringify(lost),
      ]);
      await repair('order');
      await side.run({ kind: 'CancelInstance', id: newId(), instanceId: start.instanceId, reason: 'enough' });
      const replies = await side.run(retryOf({ letterId: complete.id }), retryOf({ letterId: lost.id }));
      expect(replies.map(rejectionOf)).to.deep.equal([
        { code: 'DEAD_LETTER_NOT_RETRYABLE', letterId: complete.id, obstacle: 'instance-ended' },
        { code: 'DEAD_LETTER_NOT_RETRYABLE', letterId: lost.id, obstacle: 'instance-gone' },
      ]);
      const drops = await side.run(dropOf({ letterId: complete.id }), dropOf({ letterId: lost.id }));
      expect(drops.map((reply) => reply?.ok)).to.deep.equal([true, true]);
      expect(await parked()).to.deep.equal([]);
    });
  });

  describe('many of them', () => {
    it('are retried oldest first, as many as asked for, without those that cannot be retried', async () => {
      await side.deploy(sequence('order', task('pack')));
      await damage('order');
      const starts = [startOf('order'), startOf('order'), startOf('order')];
      for (const start of starts) await deliverTo(side.worker(), [start]);
      const lost = completeOf(newId(), 'pack');
      await side.sql(`insert into dead_letter (command_id, command, error, at) values ($1, $2, 'x', clock_timestamp())`, [
        lost.id,
        JSON.stringify(lost),
      ]);
      const [first] = await side.run(retryOf({ ...ALL, limit: 2 }));
      expect(first?.ok && 'remaining' in first.result && first.result).to.deep.include({ remaining: 1, refused: 1 });
      const [none] = await side.run(retryOf({ ...ALL, kind: 'StartInstance', processKey: 'other' }));
      expect(none?.ok && none.result).to.deep.equal({ letters: [], remaining: 0, refused: 0 });
      const [rest] = await side.run(retryOf({ ...ALL, processKey: 'order' }));
      expect(rest?.ok && 'letters' in rest.result && rest.result.letters.map(({ letterId }) => letterId)).to.deep.equal([
        starts[2]?.id,
      ]);
      const [early] = await side.run(dropOf({ ...ALL, parkedBefore: '2020-01-01T00:00:00.000Z' }));
      expect(early?.ok && early.result).to.deep.equal({ letters: [], remaining: 0, refused: 0 });
      const [dropped] = await side.run(dropOf({ ...ALL, instanceId: lost.instanceId }));
      expect(dropped?.ok && 'letters' in dropped.result && dropped.result.letters).to.have.length(1);
    });
  });

  describe('out of a mailbox', () => {
    it('is applied in its old place when it is retried, and the caller continues', async () => {
      await side.deploy(sequence('called', task('work')));
      await side.deploy(processOf('calling', '', ['<callActivity id="call" calledElement="called"/>']));
      const start = startOf('calling', { actor: 'carl' });
      await side.run(start);
      const child = await side.value<string>('select id from instance where id <> $1', [start.instanceId]);
      await side.run({ ...completeOf(child, 'work'), actor: 'carl' });
      const before = await side.sql('select command_id, target_id, command::text as command, position from outbox');
      expect(before).to.have.length(1);
      await damage('calling');
      const { added } = await follow(drain(start.instanceId));
      for (const { commands } of added) await follow(...commands);
      const [letter] = await parked();
      expect(letter).to.include({ kind: 'ApplyMail', status: 'Parked' });
      await repair('calling');
      const [reply] = await side.run(retryOf({ letterId: letter?.id ?? '' }));
      expect(reply?.ok).to.equal(true);
      expect(await side.sql('select command_id, target_id, command::text as command, position from outbox')).to.deep.equal(
        before,
      );
      await follow(drain(start.instanceId));
      expect(await isOver(start.instanceId)).to.equal(true);
      expect(await parked()).to.deep.equal([]);
      expect(await ended()).to.deep.equal([{ id: letter?.id, status: 'CarriedOut', by: 'olivia', reason: null }]);
      expect(
        await side.value('select actor from journal where subject_id = $1 order by seq desc limit 1', [start.instanceId]),
      ).to.equal('carl');
    });
  });

  describe('of a sender', () => {
    it('is run in its old place when it is retried; what was behind it has continued', async () => {
      const roots = message('a', 'a') + message('b', 'b');
      const throws = ['a', 'b'].map(
        (name) => `<intermediateThrowEvent id="throw-${name}">${onMessage(name)}</intermediateThrowEvent>`,
      );
      await side.deploy(processOf('sender', roots, throws));
      const receivers: string[] = [];
      for (const name of ['a', 'b']) {
        await side.deploy(processOf(`hears-${name}`, roots, [catching('wait', onMessage(name))]));
        const start = startOf(`hears-${name}`);
        await side.run(start);
        receivers.push(start.instanceId);
      }
      const sender = startOf('sender');
      await side.run(sender);
      const [before] = await side.sql('select command_id, sender_id, position from outbox order by position');
      await damage('hears-a');
      await follow(drainSender(sender.instanceId));
      expect(await Promise.all(receivers.map(isOver))).to.deep.equal([false, true]);
      const [letter] = await parked();
      expect(letter).to.include({ kind: 'DeliverMessage', status: 'Parked' });
      await repair('hears-a');
      const { added } = await deliverTo(side.worker(), [retryOf({ letterId: letter?.id ?? '' })]);
      expect(added.map(({ commands }) => commands[0])[0]).to.include({ kind: 'DrainSender', senderId: sender.instanceId });
      expect(await side.sql('select command_id, sender_id, position from outbox')).to.deep.equal([before]);
      await follow(drainSender(sender.instanceId));
      expect(await Promise.all(receivers.map(isOver))).to.deep.equal([true, true]);
      expect(await parked()).to.deep.equal([]);
    });
  });

  describe('of a call', () => {
    it('is refused: its caller was notified that the call failed', async () => {
      await side.deploy(processOf('calling', '', ['<callActivity id="call" calledElement="called"/>']));
      const command = { kind: 'StartChild', id: newId(), parentId: newId(), request: {} };
      await side.sql(`insert into dead_letter (command_id, command, error, at) values ($1, $2, 'x', clock_timestamp())`, [
        command.id,
        JSON.stringify(command),
      ]);
      const [reply] = await side.run(retryOf({ letterId: command.id }));
      expect(rejectionOf(reply)).to.include({ code: 'DEAD_LETTER_NOT_RETRYABLE', obstacle: 'caller-notified' });
    });
  });

  describe('of a timer', () => {
    /** A worker's timers, until something is so. */
    async function firing(what: string, isSo: () => Promise<boolean>): Promise<void> {
      const loop = startDueLoop({ ...side.worker(), afterCommit: () => {} });
      await eventually(what, isSo);
      await loop.stop();
    }
    const lastLife = (table: string) =>
      side.sql(
        `update ${table} set attempts = 9, leased_until = clock_timestamp() - interval '1 second', due_at = clock_timestamp()`,
      );
    const isParked = async () => (await parked()).some(({ status }) => status === 'Parked');
    async function parkedTimer() {
      await side.deploy(processOf('waits', '', [catching('wait', onTimer('PT1H'))]));
      const start = startOf('waits');
      await side.run(start);
      await lastLife('timer');
      await firing('it is parked', isParked);
      const [letter] = await parked();
      return { start, letter };
    }

    it('fires when it is retried, and its instance continues', async () => {
      const { start, letter } = await parkedTimer();
      expect(letter).to.include({ kind: 'FireTimer', attempts: 1 });
      expect(await isOver(start.instanceId)).to.equal(false);
      const [reply] = await side.run(retryOf({ letterId: letter?.id ?? '' }));
      expect(reply?.ok).to.equal(true);
      await firing('it fires', () => isOver(start.instanceId));
      expect([await parked(), (await ended())[0]]).to.deep.equal([
        [],
        { id: letter?.id, status: 'CarriedOut', by: 'olivia', reason: null },
      ]);
    });

    it('is refused when its instance has ended, and can be dropped', async () => {
      const { start, letter } = await parkedTimer();
      const letterId = letter?.id ?? '';
      await side.run(retryOf({ letterId }));
      await side.run({ kind: 'CancelInstance', id: newId(), instanceId: start.instanceId, reason: 'enough' });
      const [retry, drop] = await side.run(retryOf({ letterId }), dropOf({ letterId }));
      expect(rejectionOf(retry)).to.include({ code: 'DEAD_LETTER_NOT_RETRYABLE', obstacle: 'timer-gone' });
      expect(drop?.ok).to.equal(true);
      expect(await parked()).to.deep.equal([]);
    });

    it('leaves its instance waiting when it is dropped', async () => {
      const { start, letter } = await parkedTimer();
      await side.run(dropOf({ letterId: letter?.id ?? '' }));
      expect(await side.value('select leased_until::text from timer')).to.equal('infinity');
      expect(await isOver(start.instanceId)).to.equal(false);
    });

    it('starts an instance when it is that of a start event and is retried, and the schedule continues', async () => {
      const start = `<startEvent id="at">${onTimer('R/PT1H')}</startEvent>`;
      await side.deploy(
        `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" targetNamespace="t">
          <process id="ticks" isExecutable="true">${start.replaceAll('timeDuration', 'timeCycle')}<userTask id="do"/>
          <sequenceFlow id="f" sourceRef="at" targetRef="do"/></process></definitions>`,
      );
      await lastLife('start_trigger');
      await firing('it is parked', isParked);
      const [letter] = await parked();
      expect(await side.value('select count(*)::int from instance')).to.equal(0);
      const [reply] = await side.run(retryOf({ letterId: letter?.id ?? '' }));
      expect(reply?.ok).to.equal(true);
      await firing('it starts one', async () => (await side.value('select count(*)::int from instance')) === 1);
      expect(await parked()).to.deep.equal([]);
      expect(await side.sql('select attempts, leased_until from start_trigger')).to.deep.equal([
        { attempts: 0, leased_until: null },
      ]);
    });
  });
});
