import { expect } from 'chai';
import { openLog } from '../../src/platform/log.ts';
import { expectJson } from '../support/http/expect-answer.ts';
import { post } from '../support/http/http-client.ts';
import { deploy, start, stateOf, until } from '../support/http/steps.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { type StubServer, startStub } from '../support/servers/stub-server.ts';
import { startService, type TestService } from '../support/service.ts';

/** Part of the path of a webhook, of the answer of its server, and of texts of a worker. */
const PLANTED = 'pl4nted-s3cret';

describe('log lines of custom tasks that fail (docs/contributing/spec/observability.md#never-logged)', () => {
  const texts: string[] = [];
  let service: TestService;
  let server: StubServer;

  before(async () => {
    server = await startStub((_, response) => response.writeHead(500).end(`no customer ${PLANTED}`));
    const destination = { write: (text: string) => void texts.push(text) };
    const log = openLog({ level: 'Debug', role: 'all', processName: 'sluice-1', destination });
    service = await startService({ log, env: { Plugins__RestCall__DenyPrivateNetworks: 'false' } });
  });
  after(async () => {
    await service.stop();
    await server.close();
  });

  /** The message of the task that failed, as the instance shows it. */
  async function failedMessage(id: string): Promise<string> {
    const { completedActivities } = await until(
      () => stateOf(service.url, id),
      ({ isFailed }) => isFailed,
    );
    const failed = completedActivities.find(({ activityId }) => activityId === 'work') as { errorState?: { message: string } };
    return failed?.errorState?.message ?? '';
  }
  const errors = (id: string) =>
    texts
      .map((text) => JSON.parse(text))
      .filter(({ eventId, WorkflowInstanceId }) => (eventId === 2003 || eventId === 1005) && WorkflowInstanceId === id)
      .map(({ ErrorCode, ErrorMessage }) => [ErrorCode, ErrorMessage]);
  const expectNothingPlanted = () => expect(texts.filter((text) => text.includes(PLANTED))).to.deep.equal([]);

  it('hold neither the path of a webhook nor what its server answered when rest-call fails', async () => {
    const url = `${server.url}/hooks/${PLANTED}`;
    await deploy(service.url, oneTask('hook', 'rest-call', { inputs: { url } }));
    const id = await start(service.url, 'hook');
    expect(await failedMessage(id)).to.contain(`HTTP 500 from ${url}: no customer ${PLANTED}`);
    const given = ['500', 'given by the plugin or worker'];
    await until(
      () => Promise.resolve(errors(id)),
      ({ length }) => length === 2,
    );
    expect(errors(id)).to.deep.equal([given, given]);
    expect(texts.some((text) => JSON.parse(text).Url === server.url)).to.equal(true);
    expectNothingPlanted();
  });

  it('hold no part of the request when a remote worker fails a task', async () => {
    await deploy(service.url, oneTask('quote', 'quote'));
    const id = await start(service.url, 'quote');
    const { tasks } = expectJson(
      await post(service.url, '/custom-tasks/quote/fetch-and-lock', { WorkerId: 'w', WaitSeconds: 60 }),
    );
    const { activityInstanceId, lockToken: LockToken } = tasks[0];
    const body = { LockToken, ErrorMessage: `no customer ${PLANTED}`, IsRetryable: false };
    expect(expectJson(await post(service.url, `/custom-tasks/${activityInstanceId}/fail`, body))).to.deep.equal({
      retryAt: null,
    });
    expect(await failedMessage(id)).to.contain(PLANTED);
    await until(
      () => Promise.resolve(errors(id)),
      ({ length }) => length === 2,
    );
    expectNothingPlanted();
  });
});
