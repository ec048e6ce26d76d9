// tier nightly: measures how long a fetch waits, and how many calls of a plugin are done in a time

import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { expectJson } from '../support/http/expect-answer.ts';
import { post } from '../support/http/http-client.ts';
import { deploy, start } from '../support/http/steps.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { startStub } from '../support/servers/stub-server.ts';
import { BACKENDS, startService } from '../support/service.ts';

const SLOTS = 4;

for (const backend of BACKENDS) {
  describe(`the time of a fetch, queue on ${backend}`, () => {
    it('is the time to wait that was asked for when there is no task', async () => {
      const service = await startService({ backend });
      try {
        const began = performance.now();
        const answer = await post(service.url, '/custom-tasks/quote/fetch-and-lock', { WorkerId: 'w', WaitSeconds: 1 });
        expect(expectJson(answer).tasks).to.deep.equal([]);
        expect(performance.now() - began).to.be.within(900, 5000);
      } finally {
        await service.stop();
      }
    });
  });
}

describe('the time of calls next to others that hang (docs/contributing/spec/http/custom-tasks.md#shared-slots)', () => {
  it('is not one look a second for each call of another process when there are many of these', async () => {
    const server = await startStub(({ path }, response) => {
      if (path !== '/hangs') response.end('here');
    });
    const env = { Plugins__RestCall__DenyPrivateNetworks: 'false', Plugins__Concurrency: String(SLOTS) };
    const service = await startService({ env });
    try {
      for (const [key, path] of [
        ['hangs', '/hangs'],
        ['quick', '/here'],
      ] as const)
        await deploy(service.url, oneTask(key, 'rest-call', { inputs: { url: server.url + path, timeoutSec: '300' } }));
      for (let n = 0; n < 3 * SLOTS; n += 1) await start(service.url, 'hangs');
      const answered = () => server.requests.filter(({ path }) => path === '/here').length;
      for (let n = 0; n < 60; n += 1) await start(service.url, 'quick');
      // one a second would take a minute
      await eventually('all calls', () => answered() === 60, { withinMs: 20_000 });
    } finally {
      await service.stop();
      await server.close();
    }
  });
});
