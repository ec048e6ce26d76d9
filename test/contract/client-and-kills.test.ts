// tier all: the API is started four times
import { expect } from 'chai';
import { Member } from '../../lab/chaos/campaign/member.ts';
import { openClient } from '../../src/client/index.ts';
import { startProjector } from '../../src/projector/main.ts';
import { startWorker } from '../../src/worker/main.ts';
import { eventually } from '../support/eventually.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { freePort } from '../support/redis.ts';
import { startService } from '../support/service.ts';

describe('the client in TypeScript, next to an API that is killed', () => {
  it('has started each instance once when the API is killed in between, repeatedly', async function () {
    this.timeout(180_000);
    const service = await startService({ roles: [startWorker, startProjector] });
    const { HOME = '', PATH = '' } = process.env;
    const env = { HOME, PATH, HOST: '127.0.0.1', DATABASE_URL: service.databaseUrl, LOG_LEVEL: 'fatal' };
    const api = new Member('api', await freePort(), env);
    try {
      const client = openClient({ url: api.url, attempts: 100, timeoutMs: 120_000 });
      await client.deploy({ BpmnXml: oneTask('order', 'quote') });
      let isOver = false;
      const ids: string[] = [];
      const starters = Array.from({ length: 10 }, async (_, starter) => {
        for (let at = 0; at < 8; at += 1) {
          const { WorkflowInstanceId: id } = await client.start({ WorkflowId: 'order', BusinessId: `b-${starter}-${at}` });
          ids.push(id);
        }
      });
      const all = Promise.all(starters).finally(() => {
        isOver = true;
      });
      for (let kills = 1; kills <= 3 && !isOver; kills += 1) {
        await eventually('some starts', () => isOver || ids.length >= kills * 20, { withinMs: 60_000 });
        api.signal('SIGKILL');
      }
      await all;
      const found: string[] = [];
      for await (const { instanceId } of client.all.findInstances()) found.push(instanceId);
      expect(found.sort()).to.deep.equal(ids.sort());
      expect(ids).to.have.length(80);
    } finally {
      await api.end();
      await service.stop();
    }
  });
});
