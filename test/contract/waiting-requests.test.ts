import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { expectError } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer, http, post } from '../support/http/http-client.ts';
import { deploy, start } from '../support/http/steps.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

const REFUSAL = 'Too many requests of this client are waiting. At most 5 may (Api:WaitsPerClient). Please retry later.';

/** Each request that waits, by its name. */
const WAITING: Readonly<Record<string, (url: string, signal?: AbortSignal) => Promise<HttpAnswer>>> = {
  'fetch-and-lock': (url, signal) => send(url, '/custom-tasks/none/fetch-and-lock', { WorkerId: 'w', WaitSeconds: 60 }, signal),
  'fetchAndLock of Camunda 7': (url, signal) => {
    const topics = [{ topicName: 'none', lockDuration: 1000 }];
    return send(
      url,
      '/engine-rest/external-task/fetchAndLock',
      { workerId: 'w', maxTasks: 1, asyncResponseTimeout: 60_000, topics },
      signal,
    );
  },
  'job activation of Camunda 8': (url, signal) =>
    send(url, '/v2/jobs/activation', { type: 'none', timeout: 1000, maxJobsToActivate: 1, requestTimeout: 60_000 }, signal),
  start: (url, signal) => send(url, '/Execution/start', { WorkflowId: 'order', WaitSeconds: 60 }, signal),
  events: (url, signal) => http(url, { path: '/Events?after=end&wait=60&types=WorkflowFailed', ...(signal && { signal }) }),
};

function send(url: string, path: string, body: object, signal?: AbortSignal): Promise<HttpAnswer> {
  return http(url, { method: 'POST', path, body, ...(signal && { signal }) });
}

/** A short wait that counts as this many. */
function fetchTopics(url: string, count: number): Promise<HttpAnswer> {
  const topics = Array.from({ length: count }, (_, n) => ({ topicName: `none-${n}`, lockDuration: 1000 }));
  return send(url, '/engine-rest/external-task/fetchAndLock', { workerId: 'w', maxTasks: 1, asyncResponseTimeout: 1, topics });
}

describe('requests that wait (docs/contributing/spec/http.md#waiting-requests)', () => {
  let service: TestService;
  before(async () => {
    const env = { CAMUNDA_7_API: 'true', CAMUNDA_8_API: 'true', Feed__Enabled: 'true', Api__WaitsPerClient: '5' };
    service = await startService({ env });
    await deploy(service.url, sequence('order', userTask('look')));
  });
  after(() => service.stop());

  /** A wait that a short one may have kept out. */
  async function waitOrRepeat(wait: (typeof WAITING)[string], signal: AbortSignal): Promise<HttpAnswer> {
    const answer = await wait(service.url, signal);
    return answer.status === 429 ? waitOrRepeat(wait, signal) : answer;
  }

  it('are limited for each client, and are all answered when the API stops', async () => {
    const { url } = service;
    const client = new AbortController();
    const gone = Object.values(WAITING).map((wait) => waitOrRepeat(wait, client.signal).catch(() => 'gone'));
    await eventually('there is no room', async () => (await fetchTopics(url, 1)).status === 429);
    for (const [name, wait] of Object.entries(WAITING)) {
      const refused = await wait(url);
      expect([refused.status, refused.headers['retry-after']], name).to.deep.equal([429, '5']);
      expect(refused.text, name).to.contain(REFUSAL);
    }
    expectError(await WAITING['start']!(url), 429, REFUSAL);
    await start(url, 'order');
    expect((await post(url, '/custom-tasks/none/fetch-and-lock', { WorkerId: 'w' })).json).to.deep.equal({ tasks: [] });

    client.abort();
    expect(new Set(await Promise.all(gone))).to.deep.equal(new Set(['gone']));
    await eventually('there is room for five', async () => (await fetchTopics(url, 5)).status === 200);
    const waiting = Object.values(WAITING).map((wait) => wait(url));
    await get(url, '/alive');
    service.runtime.health.beginShutdown();
    const answers = await Promise.all(waiting);
    expect(answers.map(({ status, headers }) => [status, headers.connection])).to.deep.equal(answers.map(() => [200, 'close']));
    const [tasks, topics, jobs, instance, events] = answers;
    expect([tasks?.json, topics?.json, jobs?.json, instance?.json.Status]).to.deep.equal([
      { tasks: [] },
      [],
      { jobs: [] },
      'running',
    ]);
    expect(events?.text.trim().split('\n')).to.have.length(1);
  });
});
