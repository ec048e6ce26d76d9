// tier nightly: measures how soon the loss is answered and how soon Redis is used again
// runs alone: an answer has to come within 50 ms

import { expect } from 'chai';
import type { CommandBatch } from '../../../src/messages/command-batch.ts';
import { silentLog } from '../../../src/platform/log.ts';
import { openCommandBatchSender } from '../../../src/queue/command-batch-sender.ts';
import type { CommandSender } from '../../../src/queue/command-sender.ts';
import type { QueueBackend } from '../../../src/queue/queue-backend.ts';
import { startOf } from '../../support/commands.ts';
import { eventually, soon } from '../../support/eventually.ts';
import { openView } from '../../support/open-backend.ts';
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
      const answer = (commandBatch: CommandBatch) =>
        worker.announce(
          commandBatch.replyTo ?? '',
          commandBatch.commands.map(({ id }) => ({
            commandId: id,
            outcome: 'done',
            reply: { ok: true, result: { instanceId: id } },
          })),
        );
      const consumer = await worker.consume(({ commandBatch }) => answer(commandBatch), { concurrency: 4 });
      sender = await openCommandBatchSender(backend, { timeoutMs: 15_000, readInbox: async () => [], log: silentLog });
      closers = [() => sender.close(), () => backend.close(), () => consumer.close(), () => worker.close()];
    });
    afterEach(async () => {
      for (const close of closers) await close();
      await redis.kill();
    });

    it('is reported immediately, nothing is handed over, and it is used again within a second when it is back', async () => {
      expect((await sender.send(startOf('order'))).kind).to.equal('reply');
      await redis.kill();
      await eventually('the loss', () => !backend.isReachable);
      const begun = performance.now();
      expect(await sender.send(startOf('order'))).to.deep.equal({ kind: 'queue-unreachable' });
      expect(performance.now() - begun).to.be.below(50);
      expect(await sender.ping()).to.equal(false);
      await redis.start();
      await eventually('the return', () => backend.isReachable, { withinMs: 2000 });
      expect((await soon('a reply', sender.send(startOf('order')), 3000)).kind).to.equal('reply');
    });
  });
}
