import { expect } from 'chai';
import { Redis } from 'ioredis';
import type { CommandBatch } from '../../../src/messages/command-batch.ts';
import type { Reply } from '../../../src/messages/commands.ts';
import { silentLog } from '../../../src/platform/log.ts';
import { openCommandBatchSender } from '../../../src/queue/command-batch-sender.ts';
import type { CommandSender } from '../../../src/queue/command-sender.ts';
import type { QueueBackend } from '../../../src/queue/queue-backend.ts';
import { openRedisBackend } from '../../../src/queue/redis-backend.ts';
import { startOf } from '../../support/commands.ts';
import { openCutProxy } from '../../support/cut-proxy.ts';
import { eventually, soon } from '../../support/eventually.ts';
import { commandBatchOf, openView, SOME_INSTALLATION } from '../../support/open-backend.ts';
import { type RestartableRedis, startRestartableRedis } from '../../support/redis-on-port.ts';
import { BACKENDS } from '../../support/service.ts';

if (BACKENDS.includes('redis')) {
  describe('a Redis that goes away (docs/contributing/spec/reliability.md#queue-away, docs/contributing/spec/reliability.md#redis-emptied)', () => {
    let redis: RestartableRedis;
    let backend: QueueBackend;
    let sender: CommandSender;
    let closers: (() => Promise<void>)[];

    beforeEach(async () => {
      redis = await startRestartableRedis();
      backend = await openView('', redis.url);
      const worker = await openView('', redis.url);
      const recorded = new Map<string, Reply>();
      const answer = (commandBatch: CommandBatch) => {
        const replies = commandBatch.commands.map(({ id }) => ({
          commandId: id,
          reply: { ok: true, result: { instanceId: id } } as Reply,
        }));
        for (const { commandId, reply } of replies) recorded.set(commandId, reply);
        return worker.announce(
          commandBatch.replyTo ?? '',
          replies.map((reply) => ({ ...reply, outcome: 'done' as const })),
        );
      };
      // an announcement is lost when its receiver has not subscribed again yet
      const readInbox = async (ids: readonly string[]) =>
        ids.flatMap((commandId) => {
          const reply = recorded.get(commandId);
          return reply === undefined ? [] : [{ commandId, fingerprint: null, reply }];
        });
      const consumer = await worker.consume(({ commandBatch }) => answer(commandBatch), { concurrency: 4 });
      sender = await openCommandBatchSender(backend, { timeoutMs: 60_000, readInbox, log: silentLog });
      closers = [() => sender.close(), () => backend.close(), () => consumer.close(), () => worker.close()];
    });
    afterEach(async () => {
      for (const close of closers) await close();
      await redis.kill();
    });

    const isReachable = async () => (await sender.ping()) && (await sender.send(startOf('order'))).kind === 'reply';

    it('is reported, nothing is handed over, and it is used again when it is back', async () => {
      expect((await sender.send(startOf('order'))).kind).to.equal('reply');
      await redis.kill();
      await eventually('the loss', () => !backend.isReachable);
      expect(await sender.send(startOf('order'))).to.deep.equal({ kind: 'queue-unreachable' });
      expect(await sender.ping()).to.equal(false);
      await redis.start();
      await eventually('the return', () => backend.isReachable);
      expect((await soon('a reply', sender.send(startOf('order')))).kind).to.equal('reply');
    });

    it('costs nothing but time when it comes back empty repeatedly', async () => {
      for (let round = 0; round < 3; round++) {
        await redis.kill();
        await redis.start();
        await eventually('a reply', isReachable);
      }
    });

    it('does not delay an orderly stop when it is away', async () => {
      await redis.kill();
      await eventually('the loss', () => !backend.isReachable);
      for (const close of closers.splice(0)) await soon('the stop', close());
    });

    it('does not keep a command waiting beyond its deadline when it goes while commands are on their way', async () => {
      const impatient = await openCommandBatchSender(backend, { timeoutMs: 1000, readInbox: async () => [], log: silentLog });
      closers.unshift(() => impatient.close());
      const sent = Array.from({ length: 50 }, () => impatient.send(startOf('order')));
      await redis.kill();
      const kinds = new Set((await soon('all outcomes', Promise.all(sent))).map(({ kind }) => kind));
      expect([...kinds].every((kind) => kind === 'reply' || kind === 'timeout' || kind === 'queue-unreachable')).to.equal(true);
    });

    it('is connected to again when the network swallows everything (docs/contributing/spec/reliability.md#queue-away)', async () => {
      const wire = await openCutProxy(redis.url);
      const distant = await openRedisBackend(wire.url, silentLog, { installation: SOME_INSTALLATION, silenceMs: 500 });
      closers.unshift(
        () => distant.close(),
        () => wire.close(),
      );
      // on a busy machine an answer may take longer than the silence it puts up with
      const handedOver = () => eventually('a hand-over', () => distant.add(commandBatchOf([startOf('order')])).then(() => true));
      await handedOver();
      wire.freeze();
      const outcome = distant.add(commandBatchOf([startOf('order')])).then(
        () => 'added',
        () => 'unknown',
      );
      expect(await soon('the outcome', outcome)).to.be.oneOf(['added', 'unknown']);
      await eventually('the return', () => distant.isReachable);
      await handedOver();
    });

    it('is connected to again when it has become a replica, because its name may lead elsewhere by now (docs/contributing/spec/reliability.md#redis-emptied)', async () => {
      const admin = new Redis(redis.url);
      closers.unshift(async () => admin.disconnect());
      const connectionsMade = async () => Number(/total_connections_received:(\d+)/.exec(await admin.info('stats'))?.[1]);
      await eventually('a reply', isReachable);
      await admin.replicaof('127.0.0.1', 1);
      const before = await connectionsMade();
      await backend.add(commandBatchOf([startOf('order')])).catch(() => {});
      await eventually('a new connection', async () => (await connectionsMade()) > before);
      await admin.replicaof('NO', 'ONE');
      await eventually('a reply', isReachable);
    });
  });
}
