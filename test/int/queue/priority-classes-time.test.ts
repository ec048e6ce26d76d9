// tier nightly: measures how soon administrative commands are answered next to a flood
// runs alone: answers are timed next to a flood of commands

import { expect } from 'chai';
import { newId } from '../../../src/platform/ids.ts';
import type { QueueBackend } from '../../../src/queue/queue-backend.ts';
import { startWorker } from '../../../src/worker/main.ts';
import { startOf } from '../../support/commands.ts';
import { post } from '../../support/http/http-client.ts';
import { deploy } from '../../support/http/steps.ts';
import { sequence, task } from '../../support/models/models.ts';
import { commandBatchOf, emptyRedis, openView } from '../../support/open-backend.ts';
import { BACKENDS, startService, type TestService } from '../../support/service.ts';

const MAX_ANSWER_MS = 2000;

for (const kind of BACKENDS) {
  describe(`administrative commands next to a flood on ${kind} (docs/contributing/spec/reliability.md#administration-first)`, function () {
    this.timeout(120_000);
    let service: TestService;
    let queue: QueueBackend;
    before(async () => {
      const redisUrl = await emptyRedis(kind);
      service = await startService({ backend: kind, ...(redisUrl !== undefined && { env: { REDIS_URL: redisUrl } }) });
      queue = await openView(service.databaseUrl, redisUrl);
      for (const key of ['order', 'other']) await deploy(service.url, sequence(key, task('work')));
    });
    after(async () => {
      await service.stop();
      await queue.close();
    });

    const waiting = async (name: string) =>
      (await queue.counts()).find(({ queue: of, state }) => of === name && state === 'waiting')?.count ?? 0;

    it('are answered immediately when tens of thousands of commands and follow-ups wait', async () => {
      await service.stopRole('worker');
      for (const replyTo of [newId(), null]) {
        const flood = Array.from({ length: 500 }, () =>
          commandBatchOf(
            Array.from({ length: 40 }, () => startOf('order')),
            { replyTo },
          ),
        );
        await Promise.all(flood.map((commandBatch) => queue.add(commandBatch)));
      }
      await service.start(startWorker);
      const answers: number[] = [];
      for (const [path, body] of [
        ['/Definitions/disable', { ProcessDefinitionKey: 'other' }],
        ['/Definitions/enable', { ProcessDefinitionKey: 'other' }],
        ['/Definitions/disable', { ProcessDefinitionKey: 'order' }],
      ] as const) {
        const begun = performance.now();
        expect((await post(service.url, path, body)).status).to.equal(200);
        answers.push(performance.now() - begun);
      }
      expect(await waiting('commands'), 'the flood is not over').to.be.greaterThan(0);
      expect(Math.max(...answers)).to.be.lessThan(MAX_ANSWER_MS);
    });
  });
}
