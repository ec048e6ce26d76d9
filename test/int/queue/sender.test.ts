import { expect } from 'chai';
import { withTransaction } from '../../../src/db/connection.ts';
import { openPool, type Pool } from '../../../src/db/pool.ts';
import type { Announcement, CommandBatch } from '../../../src/messages/command-batch.ts';
import type { Command, Reply } from '../../../src/messages/commands.ts';
import { newId } from '../../../src/platform/ids.ts';
import { silentLog } from '../../../src/platform/log.ts';
import { type CommandBatchSenderOptions, openCommandBatchSender } from '../../../src/queue/command-batch-sender.ts';
import type { CommandSender, SendOutcome } from '../../../src/queue/command-sender.ts';
import type { QueueBackend } from '../../../src/queue/queue-backend.ts';
import { openInbox, storeReplies } from '../../../src/store/inbox.ts';
import { deployOf, startOf } from '../../support/commands.ts';
import { deferred } from '../../support/deferred.ts';
import { eventually, soon } from '../../support/eventually.ts';
import { openInboxReader } from '../../support/inbox-reader.ts';
import { createQueue, type QueuePlace } from '../../support/open-backend.ts';
import { TIER_BACKENDS } from '../../support/service.ts';

for (const kind of TIER_BACKENDS) {
  describe(`the sender of commands on ${kind}`, () => {
    let place: QueuePlace;
    let worker: QueueBackend;
    let pool: Pool;
    let inbox: ReturnType<typeof openInboxReader>;
    let closers: (() => Promise<void>)[];

    beforeEach(async () => {
      place = await createQueue(kind);
      worker = await place.open();
      pool = openPool(place.databaseUrl, { max: 2, applicationName: 'sluice test' });
      inbox = openInboxReader(place.databaseUrl);
      closers = [];
    });
    afterEach(async () => {
      for (const close of closers.reverse()) await close();
      await inbox.close();
      await pool.end();
      await place.close();
    });

    async function openSender(more: Partial<CommandBatchSenderOptions> = {}): Promise<CommandSender> {
      const options = { timeoutMs: 60_000, readInbox: inbox.read, log: silentLog, ...more };
      const sender = await openCommandBatchSender(await place.open(), options);
      closers.push(() => sender.close());
      return sender;
    }
    /** A sender whose hand-overs may fail, before or after the queue has taken the command batch. */
    async function openUnluckySender(
      failureOf: (commandBatch: CommandBatch) => 'before' | 'after' | undefined,
      more: Partial<CommandBatchSenderOptions> = {},
    ): Promise<CommandSender> {
      const backend = await place.open();
      const add = async (commandBatch: CommandBatch) => {
        const when = failureOf(commandBatch);
        if (when !== 'before') await backend.add(commandBatch);
        if (when !== undefined) throw new Error(`the connection broke ${when} the hand-over`);
      };
      const unlucky = { ...backend, isReachable: true, add };
      const sender = await openCommandBatchSender(unlucky, { timeoutMs: 60_000, readInbox: inbox.read, log: silentLog, ...more });
      closers.push(() => sender.close());
      return sender;
    }
    async function consume(handle: (commandBatch: CommandBatch) => Promise<void>, concurrency = 4): Promise<void> {
      const consumer = await worker.consume(({ commandBatch }) => handle(commandBatch), { concurrency });
      closers.push(() => consumer.close());
    }
    const replyTo = ({ id }: Command): Reply => ({ ok: true, result: { instanceId: id } });
    const done = (command: Command): Announcement => ({ commandId: command.id, outcome: 'done', reply: replyTo(command) });
    const answer = (commandBatch: CommandBatch) => worker.announce(commandBatch.replyTo ?? '', commandBatch.commands.map(done));
    /** Records a reply as a worker's transaction does. */
    const record = (commandId: string, reply: Reply, { fingerprint = null as string | null, at = '' } = {}) =>
      withTransaction(pool, async (transaction) =>
        storeReplies(transaction, [{ commandId, fingerprint, reply }], at || (await openInbox(transaction, [commandId])).now),
      );
    const no: Reply = { ok: false, rejection: { code: 'INTERNAL_ERROR' } };
    const answered = (reply: Reply, replayed = false): SendOutcome<never> => ({ kind: 'reply', reply: reply as never, replayed });

    it('resolves each command to its own reply when many are sent concurrently', async () => {
      await consume(answer);
      const sender = await openSender();
      const commands = Array.from({ length: 200 }, () => startOf('order'));
      const outcomes = await Promise.all(commands.map((command) => sender.send(command)));
      expect(outcomes).to.deep.equal(commands.map((command) => answered(replyTo(command))));
    });

    it('receives its own replies only when two processes send', async () => {
      await consume(answer);
      const senders = [await openSender(), await openSender()];
      const commands = Array.from({ length: 40 }, () => startOf('order'));
      const outcomes = await Promise.all(commands.map((command, n) => senders[n % 2]?.send(command)));
      expect(outcomes).to.deep.equal(commands.map((command) => answered(replyTo(command))));
    });

    it('reports that a reply is replayed when the worker marks it (docs/contributing/spec/http.md#replay)', async () => {
      const announce = (commandBatch: CommandBatch) =>
        worker.announce(
          commandBatch.replyTo ?? '',
          commandBatch.commands.map((c) => ({ ...done(c), outcome: 'replayed' })),
        );
      await consume(announce);
      const command = startOf('order');
      const sender = await openSender();
      expect(await sender.send(command, { fingerprint: 'a' })).to.deep.equal(answered(replyTo(command), true));
    });

    it('reads the inbox when a reply is too large for the channel, and still shows whether it is replayed', async () => {
      const large: Reply = { ok: false, rejection: { code: 'INVALID_BPMN', diagnostic: 'x'.repeat(20_000) } };
      await consume(async ({ replyTo: to, commands }) => {
        for (const { id } of commands) await record(id, large);
        const outcome = commands[0]?.kind === 'DeployDefinition' ? 'done' : 'replayed';
        await worker.announce(to ?? '', [{ commandId: commands[0]?.id ?? '', outcome, reply: large }]);
      });
      const sender = await openSender();
      expect(await sender.send(deployOf('<definitions/>'))).to.deep.equal(answered(large));
      expect(await sender.send(startOf('order'))).to.deep.equal(answered(large, true));
    });

    it('finds the reply in the inbox when its announcement got lost', async () => {
      await consume(async ({ commands }) => {
        for (const command of commands) await record(command.id, replyTo(command));
      });
      const command = startOf('order');
      expect(await soon('the reply', (await openSender()).send(command))).to.deep.equal(answered(replyTo(command)));
    });

    it('reports that a reply is replayed when the inbox had it before it was asked for', async () => {
      const command = startOf('order');
      await record(command.id, replyTo(command), { at: new Date(Date.now() - 50).toISOString() });
      const sent = (await openSender()).send(command, { fingerprint: 'a' });
      expect(await soon('the reply', sent)).to.deep.equal(answered(replyTo(command), true));
    });

    it('does not take the late announcement of an earlier request for that of its repeat', async () => {
      const command = startOf('order');
      const isRepeated = deferred<void>();
      let deliveries = 0;
      await consume(async ({ replyTo: to, commands }) => {
        deliveries += 1;
        if (deliveries > 1) return; // the repetition gets only a late announcement
        await record(command.id, replyTo(command));
        await isRepeated.promise;
        await worker.announce(to ?? '', commands.map(done));
      });
      const sender = await openSender();
      expect(await soon('the reply', sender.send(command))).to.deep.equal(answered(replyTo(command)));
      const repeated = sender.send(command);
      isRepeated.resolve();
      expect(await soon('the repeated reply', repeated)).to.deep.equal(answered(replyTo(command), true));
    });

    it('stops waiting after the timeout, and a repeat joins the late reply (docs/contributing/spec/http.md#command-timeout)', async () => {
      const command = startOf('order');
      const sender = await openSender({ timeoutMs: 300 });
      expect(await soon('the timeout', sender.send(command))).to.deep.equal({ kind: 'timeout' });
      await consume(answer);
      const late = await eventually('a reply; a busy machine may give up a repeat too', async () => {
        const outcome = await sender.send(command);
        return outcome.kind === 'reply' && outcome;
      });
      expect(late).to.deep.equal(answered(replyTo(command)));
    });

    it('stops waiting in time when the inbox does not answer', async () => {
      const never = deferred<never>();
      const sender = await openSender({ timeoutMs: 300, readInbox: () => never.promise });
      expect(await soon('the timeout', sender.send(startOf('order')))).to.deep.equal({ kind: 'timeout' });
    });

    it('hands over again until the queue takes it when it is away for a moment: the client only waits (docs/contributing/spec/reliability.md#queue-away)', async () => {
      const seen: string[] = [];
      await consume((commandBatch) => {
        seen.push(...commandBatch.commands.map(({ id }) => id));
        return answer(commandBatch);
      });
      const failures: ('before' | 'after')[] = ['before', 'before', 'after'];
      const sender = await openUnluckySender(() => failures.shift());
      const command = startOf('order');
      expect(await soon('the reply', sender.send(command))).to.deep.equal(answered(replyTo(command)));
      expect(new Set(seen)).to.deep.equal(new Set([command.id]));
    });

    it('does not let others wait for a command batch that the queue never takes', async () => {
      await consume(answer);
      const refused = startOf('order');
      const isRefused = ({ commands }: CommandBatch) => commands.some(({ id }) => id === refused.id);
      let refusals = 0;
      const sender = await openUnluckySender((commandBatch) =>
        isRefused(commandBatch) && ++refusals > 0 ? 'before' : undefined,
      );
      const hopeless = sender.send(refused);
      await eventually('the first refusal', () => refusals > 0);
      expect((await sender.send(startOf('order'))).kind).to.equal('reply');
      await eventually('another refusal', () => refusals > 1);
      await sender.close();
      expect(await hopeless).to.deep.equal({ kind: 'timeout' });
    });

    it('gives no result for a command batch that the queue never takes', async () => {
      const sender = await openUnluckySender(() => 'before', { timeoutMs: 300 });
      expect(await sender.send(startOf('order'))).to.deep.equal({ kind: 'timeout' });
    });

    it('is overloaded when as many commands wait as may, and takes more when they are answered', async () => {
      const sender = await openSender({ maxWaiting: 2 });
      const waiting = [sender.send(startOf('order')), sender.send(startOf('order'))];
      expect(await sender.send(startOf('order'))).to.deep.equal({ kind: 'overloaded' });
      await consume(answer);
      await Promise.all(waiting);
      expect((await sender.send(startOf('order'))).kind).to.equal('reply');
    });

    it('has room for administrative commands when it is overloaded with others', async () => {
      const sender = await openSender({ maxWaiting: 1 });
      const waiting = [sender.send(startOf('order')), sender.send({ kind: 'DisableProcess', id: newId(), key: 'order' })];
      expect(await sender.send(startOf('order'))).to.deep.equal({ kind: 'overloaded' });
      await consume(answer);
      for (const outcome of await Promise.all(waiting)) expect(outcome.kind).to.equal('reply');
    });

    it('is overloaded when those that wait carry as much as may be kept, but takes any one command', async () => {
      const sender = await openSender({ maxWaitingSize: 1000 });
      const large = () => ({ ...startOf('order'), variables: { text: 'x'.repeat(2000) } });
      const first = sender.send(large());
      expect(await sender.send(startOf('order'))).to.deep.equal({ kind: 'overloaded' });
      await consume(answer);
      expect((await first).kind).to.equal('reply');
      expect((await sender.send(large())).kind).to.equal('reply');
    });

    for (const [way, hours] of [
      ['forward', 1],
      ['back', -1],
    ] as const) {
      it(`waits as long as it should when the system clock jumps ${way} during the wait (docs/contributing/spec/reliability.md#clock-jumps)`, async () => {
        const realNow = Date.now;
        closers.push(async () => {
          Date.now = realNow;
        });
        const [lost, answeredLate] = [startOf('order'), startOf('order')];
        const [impatient, patient] = [await openSender({ timeoutMs: 300 }), await openSender()];
        const outcomes = [impatient.send(lost), patient.send(answeredLate)];
        Date.now = () => realNow() + hours * 3_600_000;
        await record(answeredLate.id, replyTo(answeredLate));
        // if they looked at the system clock, one would wait for an hour, or the other not at all
        expect(await soon('the reply on record', outcomes[1] as Promise<unknown>)).to.deep.equal(answered(replyTo(answeredLate)));
        expect(await soon('the timeout', outcomes[0] as Promise<unknown>)).to.deep.equal({ kind: 'timeout' });
      });
    }

    describe('when one command id is sent twice (docs/contributing/spec/http.md#idempotency-key)', () => {
      it('hands it over once and gives both the same reply while the first is under way', async () => {
        const seen: string[] = [];
        const release = deferred();
        await consume(async (commandBatch) => {
          seen.push(...commandBatch.commands.map(({ id }) => id));
          await release.promise;
          await answer(commandBatch);
        });
        const command = startOf('order');
        const sender = await openSender();
        const first = sender.send(command, { fingerprint: 'a' });
        await eventually('the first', () => seen.length === 1);
        const second = sender.send({ ...command, instanceId: command.id }, { fingerprint: 'a' });
        release.resolve();
        expect(await Promise.all([first, second])).to.deep.equal([answered(replyTo(command)), answered(replyTo(command))]);
        expect(seen).to.deep.equal([command.id]);
      });

      it('is a conflict immediately when the contents differ while the first is under way', async () => {
        const sender = await openSender();
        const command = startOf('order');
        const first = sender.send(command, { fingerprint: 'a' });
        expect(await sender.send(command, { fingerprint: 'b' })).to.deep.equal({ kind: 'conflict' });
        await consume(answer);
        expect(await first).to.deep.equal(answered(replyTo(command)));
      });

      it('joins when the first was sent without a key, because only this service can have given the id away', async () => {
        const sender = await openSender();
        const command = startOf('order');
        const first = sender.send(command);
        const second = sender.send(command, { fingerprint: 'b' });
        await consume(answer);
        expect([(await first).kind, (await second).kind]).to.deep.equal(['reply', 'reply']);
      });

      it('is a conflict when a command of another kind has the id, under way or on record', async () => {
        const sender = await openSender({
          readInbox: async (ids) => ids.map((commandId) => ({ commandId, fingerprint: null, kind: 'StartInstance', reply: no })),
        });
        const first = startOf('order');
        const sent = sender.send(first);
        expect(await sender.send({ ...deployOf('<x/>'), id: first.id })).to.deep.equal({ kind: 'conflict' });
        expect(await sent).to.deep.equal(answered(no));
        expect(await sender.send(deployOf('<x/>'))).to.deep.equal({ kind: 'conflict' });
      });

      it('is a conflict when the worker or the inbox knows another content', async () => {
        const sender = await openSender();
        await consume(async ({ replyTo: to, commands }) => {
          const [command] = commands;
          if (command?.kind === 'StartInstance' && command.key === 'recorded')
            await record(command.id, replyTo(command), { fingerprint: 'a' });
          else await worker.announce(to ?? '', [{ commandId: command?.id ?? '', outcome: 'conflict' }]);
        });
        expect(await sender.send(startOf('announced'), { fingerprint: 'b' })).to.deep.equal({ kind: 'conflict' });
        expect(await sender.send(startOf('recorded'), { fingerprint: 'b' })).to.deep.equal({ kind: 'conflict' });
      });

      it('waits for its own answer when a repeated delivery announces that of an earlier request with the same id', async () => {
        const sender = await openSender();
        await consume(async ({ replyTo: to, commands }) => {
          const [command] = commands as [Command];
          const earlier = { commandId: command.id, fingerprint: 'a', outcome: 'replayed', reply: replyTo(command) } as const;
          await worker.announce(to ?? '', [earlier]);
          await worker.announce(to ?? '', [{ commandId: command.id, fingerprint: 'b', outcome: 'conflict' }]);
        });
        expect(await sender.send(startOf('line'), { fingerprint: 'b' })).to.deep.equal({ kind: 'conflict' });
      });
    });

    describe('when commands gather to command batches', () => {
      it('sends a lone command alone and does not wait', async () => {
        const sizes: number[] = [];
        await consume(async (commandBatch) => {
          sizes.push(commandBatch.commands.length);
          await answer(commandBatch);
        });
        const sender = await openSender();
        for (let n = 0; n < 5; n++) await sender.send(startOf('order'));
        expect(sizes).to.deep.equal([1, 1, 1, 1, 1]);
      });

      it('puts many into one command batch under load, in the order they came, at most 128', async () => {
        const commandBatches: CommandBatch[] = [];
        await consume(async (commandBatch) => {
          commandBatches.push(commandBatch);
          await answer(commandBatch);
        }, 1);
        const sender = await openSender();
        const commands = Array.from({ length: 500 }, () => startOf('order'));
        await Promise.all(commands.map((command) => sender.send(command)));
        const sizes = commandBatches.map((commandBatch) => commandBatch.commands.length);
        expect(Math.max(...sizes)).to.be.within(2, 128);
        expect(commandBatches.length).to.be.below(100);
        expect(commandBatches.flatMap((commandBatch) => commandBatch.commands.map(({ id }) => id))).to.deep.equal(
          commands.map(({ id }) => id),
        );
      });

      async function kindsOf(commands: readonly Command[]): Promise<string[][]> {
        const kinds: string[][] = [];
        await consume(async (commandBatch) => {
          kinds.push(commandBatch.commands.map((command) => command.kind));
          await answer(commandBatch);
        }, 1);
        const sender = await openSender();
        await Promise.all(commands.map((command) => sender.send(command)));
        return kinds;
      }
      const [a, b, c] = [startOf('order'), startOf('order'), startOf('order')];

      it('sends a lock of custom tasks alone, between what came before and after it', async () => {
        const asked = { typeKey: 't', workerId: 'w', maxTasks: 1, lockSeconds: 1 };
        const lock = (): Command => ({ kind: 'LockCustomTasks', id: newId(), ...asked });
        expect(await kindsOf([a, b, lock(), lock(), c])).to.deep.equal([
          ['StartInstance', 'StartInstance'],
          ['LockCustomTasks'],
          ['LockCustomTasks'],
          ['StartInstance'],
        ]);
      });

      it('sends administrative commands in their own command batches, each deploy alone', async () => {
        const cancel: Command = { kind: 'CancelInstance', id: newId(), instanceId: newId(), reason: '' };
        const enable: Command = { kind: 'EnableProcess', id: newId(), key: 'order' };
        const kinds = await kindsOf([a, cancel, deployOf('<a/>'), b, deployOf('<b/>'), cancel, enable, c]);
        expect(kinds).to.have.deep.members([
          ['StartInstance', 'StartInstance', 'StartInstance'],
          ['CancelInstance'],
          ['DeployDefinition'],
          ['DeployDefinition'],
          ['EnableProcess'],
        ]);
      });

      it('sends the fingerprints of those commands that have one', async () => {
        const sent: CommandBatch[] = [];
        await consume(async (commandBatch) => {
          sent.push(commandBatch);
          await answer(commandBatch);
        });
        const sender = await openSender();
        const [a, b] = [startOf('order'), startOf('order')];
        await Promise.all([sender.send(a, { fingerprint: 'x' }), sender.send(b)]);
        expect(sent.map(({ fingerprints }) => fingerprints)).to.deep.equal([{ [a.id]: 'x' }]);
      });
    });
  });
}
