import { expect } from 'chai';
import { deploy, start, stateOf, until } from '../support/http/steps.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { type StubServer, startStub } from '../support/servers/stub-server.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const SLOTS = 4;

describe('calls that hang (docs/contributing/spec/http/custom-tasks.md#shared-slots)', () => {
  let server: StubServer;
  let service: TestService;
  before(async () => {
    server = await startStub(({ path }, response) => {
      if (path !== '/hangs') response.end('here');
    });
    const env = { Plugins__RestCall__DenyPrivateNetworks: 'false', Plugins__Concurrency: String(SLOTS) };
    service = await startService({ env });
    const call = (key: string, path: string) =>
      deploy(service.url, oneTask(key, 'rest-call', { inputs: { url: server.url + path, timeoutSec: '300' } }));
    await call('hangs', '/hangs');
    await call('quick', '/here');
    await deploy(service.url, oneTask('short', 'delay', { inputs: { delayMs: '1' } }));
  });
  after(async () => {
    await service.stop();
    await server.close();
  });

  const hanging = () => server.requests.filter(({ path }) => path === '/hangs').length;
  const completed = async (key: string) => {
    const id = await start(service.url, key);
    await until(
      () => stateOf(service.url, id),
      ({ isCompleted }) => isCompleted,
    );
  };

  itFull(
    'do not keep calls of other processes and tasks of other types waiting when one process has as many as it likes',
    async () => {
      for (let n = 0; n < 3 * SLOTS; n += 1) await start(service.url, 'hangs');
      await until(
        () => Promise.resolve(hanging()),
        (count) => count === SLOTS - 1,
      );
      for (let n = 0; n < 3; n += 1) await completed('quick');
      await completed('short');
      expect(hanging()).to.equal(SLOTS - 1);
    },
  );

  itFull('keep no call of another process waiting for long when there are many of these', async () => {
    const answered = () => server.requests.filter(({ path }) => path === '/here').length;
    const before = answered();
    for (let n = 0; n < 20; n += 1) await start(service.url, 'quick');
    await until(
      () => Promise.resolve(answered() - before),
      (count) => count === 20,
    );
    expect(hanging()).to.equal(SLOTS - 1);
  });
});
