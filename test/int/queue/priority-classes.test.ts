import { expect } from 'chai';
import type { Command } from '../../../src/messages/commands.ts';
import { newId } from '../../../src/platform/ids.ts';
import { PRIORITY_CLASSES, priorityClassOf, slotsFor } from '../../../src/queue/priority-classes.ts';
import type { QueueBackend } from '../../../src/queue/queue-backend.ts';
import { setPause } from '../../../src/worker/pause-points.ts';
import { startOf } from '../../support/commands.ts';
import { deferred } from '../../support/deferred.ts';
import { eventually } from '../../support/eventually.ts';
import { post } from '../../support/http/http-client.ts';
import { deploy } from '../../support/http/steps.ts';
import { sequence, task } from '../../support/models/models.ts';
import { commandBatchOf, emptyRedis, openView } from '../../support/open-backend.ts';
import { BACKENDS, startService, type TestService } from '../../support/service.ts';
import { itFull } from '../../support/tier.ts';

describe('the priority classes of the queue (docs/contributing/adr/0041-priority-classes-and-fair-shares.md)', () => {
  const disable: Command = { kind: 'DisableProcess', id: newId(), key: 'order' };

  it('are that of administration, of clients’ commands, of follow-ups, and of follow-ups beyond a share', () => {
    expect(priorityClassOf(commandBatchOf([disable], { replyTo: 'api' }))).to.equal('administration');
    const selection = { letterId: newId() };
    const letters: Command[] = [
      { kind: 'RetryDeadLetters', id: newId(), selection },
      { kind: 'DropDeadLetters', id: newId(), selection, reason: '-' },
    ];
    expect(priorityClassOf(commandBatchOf(letters, { replyTo: 'api' }))).to.equal('administration');
    expect(priorityClassOf(commandBatchOf([startOf('order'), disable], { replyTo: 'api' }))).to.equal('commands');
    expect(priorityClassOf(commandBatchOf([startOf('order')]))).to.equal('follow-ups');
    expect(priorityClassOf(commandBatchOf([startOf('order')], { turn: 7 }))).to.equal('bulk-follow-ups');
    expect(priorityClassOf(commandBatchOf([startOf('order')], { turn: 7, replyTo: 'api', waitsForTexts: true }))).to.equal(
      'bulk-follow-ups',
    );
  });

  it('each have slots, however few commands a worker runs concurrently', () => {
    for (const concurrency of [1, 16, 1000])
      for (const priorityClass of PRIORITY_CLASSES) expect(slotsFor(concurrency)[priorityClass]).to.be.at.least(1);
    expect(slotsFor(1)['follow-ups']).to.be.at.least(2);
  });
});

/** More command batches than all priority classes of a worker have slots. */
const FLOOD = 40;

for (const kind of BACKENDS) {
  describe(`administrative commands next to a flood on ${kind} (docs/contributing/spec/reliability.md#administration-first)`, () => {
    let service: TestService;
    let queue: QueueBackend;
    before(async () => {
      const redisUrl = await emptyRedis(kind);
      service = await startService({ backend: kind, ...(redisUrl !== undefined && { env: { REDIS_URL: redisUrl } }) });
      queue = await openView(service.databaseUrl, redisUrl);
      for (const key of ['order', 'other']) await deploy(service.url, sequence(key, task('work')));
    });
    after(async () => {
      setPause(undefined);
      await service.stop();
      await queue.close();
    });

    const jobs = async (name: string, of: string) =>
      (await queue.counts()).find(({ queue: in_, state }) => in_ === name && state === of)?.count ?? 0;

    itFull('are answered while every slot of the other priority classes is taken, and more commands wait', async () => {
      const release = deferred();
      const flood = [newId(), null].flatMap((replyTo) =>
        Array.from({ length: FLOOD }, () => commandBatchOf([startOf('order')], { replyTo })),
      );
      const ids = new Set(flood.map(({ commands }) => commands[0]?.id));
      setPause(async (point, of) => {
        if (point === 'after-route' && of.some((id) => ids.has(id))) await release.promise;
      });
      await Promise.all(flood.map((commandBatch) => queue.add(commandBatch)));
      await eventually('all slots are taken', async () => {
        const slots = slotsFor(service.runtime.config.engine.workerConcurrency);
        return (
          (await jobs('commands', 'active')) === slots.commands && (await jobs('follow-ups', 'active')) === slots['follow-ups']
        );
      });
      for (const path of ['/Definitions/disable', '/Definitions/enable'])
        expect((await post(service.url, path, { ProcessDefinitionKey: 'other' })).status).to.equal(200);
      expect(await jobs('commands', 'waiting'), 'the flood is not over').to.be.greaterThan(0);
      release.resolve();
      const open = async () => (await queue.counts()).reduce((sum, { count }) => sum + count, 0);
      await eventually('the flood has run', async () => (await open()) === 0);
    });
  });
}
