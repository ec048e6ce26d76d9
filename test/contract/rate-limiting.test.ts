import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { expectError, expectProblem } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer, http, post } from '../support/http/http-client.ts';
import { UNKNOWN_ID } from '../support/http/steps.ts';
import { type RecordingLog, recordingLog } from '../support/recording-log.ts';
import { startService, type TestService } from '../support/service.ts';
import { expectUnauthorized } from '../support/sign-in/secured.ts';

const POLICIES = ['WorkflowMutation', 'TaskOperation', 'Read', 'Admin', 'Polling'];
const TOO_MANY = 'Too many requests. Please retry later.';
/** Longer than any test takes, so that no window ends in the middle of one. Unit: s. */
const WINDOW = 3600;
/** docs/contributing/spec/http/access.md#rate-limit-policies */
const ENDPOINTS: readonly (readonly [policy: string, method: string, path: string])[] = [
  ['WorkflowMutation', 'POST', '/Definitions/deploy'],
  ['WorkflowMutation', 'POST', '/Execution/start'],
  ['WorkflowMutation', 'POST', '/Execution/message'],
  ['WorkflowMutation', 'POST', '/Execution/signal'],
  ['WorkflowMutation', 'POST', '/Execution/evaluate-conditions'],
  ['TaskOperation', 'POST', '/Execution/complete-activity'],
  ['TaskOperation', 'POST', `/UserTasks/${UNKNOWN_ID}/claim`],
  ['TaskOperation', 'POST', `/UserTasks/${UNKNOWN_ID}/unclaim`],
  ['TaskOperation', 'POST', `/UserTasks/${UNKNOWN_ID}/complete`],
  ['TaskOperation', 'POST', `/UserTasks/${UNKNOWN_ID}/fail`],
  ['TaskOperation', 'POST', `/UserTasks/${UNKNOWN_ID}/cancel`],
  ['Read', 'GET', '/Definitions'],
  ['Read', 'GET', '/Definitions/a/instances'],
  ['Read', 'GET', '/Definitions/a/1/instances'],
  ['Read', 'GET', '/Definitions/start-forms'],
  ['Read', 'GET', '/Definitions/a/1/xml'],
  ['Read', 'GET', '/UserTasks'],
  ['Read', 'GET', `/UserTasks/${UNKNOWN_ID}`],
  ['Read', 'GET', `/Instances/${UNKNOWN_ID}/history`],
  ['Read', 'GET', `/Instances/${UNKNOWN_ID}/decisions`],
  ['Admin', 'POST', '/Definitions/disable'],
  ['Admin', 'POST', '/Definitions/enable'],
  ['Admin', 'DELETE', '/Definitions/a/1'],
  ['Admin', 'POST', `/Instances/${UNKNOWN_ID}/cancel`],
  ['Polling', 'GET', `/Instances/${UNKNOWN_ID}/state`],
];

/** Every policy with the same window and limit. */
function allPolicies(permitLimit: number): Record<string, string> {
  const entries = POLICIES.flatMap((name) => [
    [`RateLimiting__${name}__PermitLimit`, String(permitLimit)],
    [`RateLimiting__${name}__Window`, String(WINDOW)],
  ]);
  return Object.fromEntries(entries);
}

/** Expects the seconds that are left of a window that began at `since` (ms since epoch) or later. */
function expectSecondsLeft(seconds: unknown, since: number): void {
  const elapsedMs = Date.now() - since;
  expect(Number(seconds))
    .to.be.at.least(Math.floor(WINDOW - elapsedMs / 1000))
    .and.at.most(WINDOW);
}
/** The seconds in a `RateLimit` header. */
const secondsIn = ({ headers }: HttpAnswer) => /; t=(\d+)$/.exec(String(headers['ratelimit']))?.[1];

describe('rate limiting (docs/contributing/spec/http/access.md#rate-limiting)', () => {
  let service: TestService;
  let log: RecordingLog;
  afterEach(() => service.stop());

  async function start(env: Record<string, string>): Promise<void> {
    log = recordingLog();
    const trusted = { Authentication__KnownProxies: '127.0.0.1' };
    service = await startService({ env: { ...trusted, ...env }, roles: [startApi], log, backend: 'postgres' });
  }
  const read = (client?: string): Promise<HttpAnswer> =>
    get(service.url, '/Definitions', client === undefined ? {} : { 'X-Forwarded-For': client });
  /** Turned away behind limit and token, so that no write waits for a worker. */
  const call = (method: string, path: string): Promise<HttpAnswer> =>
    http(service.url, { method, path, headers: { 'Idempotency-Key': 'a b' } });

  it('counts nothing and sends no header when the section does not exist', async () => {
    await start({});
    for (let n = 0; n < 5; n++) {
      const { status, headers } = await read();
      expect(status).to.equal(200);
      expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).to.deep.equal([]);
    }
    expect(log.of(7033).length + log.of(7034).length).to.equal(0);
  });

  it('puts every endpoint under its policy when all are configured', async () => {
    const since = Date.now();
    await start(allPolicies(100));
    for (const [policy, method, path] of ENDPOINTS) {
      const answer = await call(method, path);
      expect(answer.headers['ratelimit-policy'], path).to.match(new RegExp(`^"${policy}"; q=100; w=3600(;|$)`));
      expect(answer.headers['ratelimit'], path).to.match(new RegExp(`^"${policy}"; r=\\d+; t=`));
      expectSecondsLeft(secondsIn(answer), since);
    }
  });

  it('limits none of the other paths when all policies are configured', async () => {
    await start(allPolicies(1));
    for (const path of ['/health', '/alive', '/ready', '/metrics', '/openapi.json', '/docs']) {
      for (let n = 0; n < 3; n++) {
        const { status, headers } = await get(service.url, path);
        expect(status, path).not.to.equal(429);
        expect(headers).not.to.have.property('ratelimit-policy');
      }
    }
  });

  it('counts HEAD as GET when an endpoint is read', async () => {
    await start(allPolicies(2));
    const head = await http(service.url, { method: 'HEAD', path: '/Definitions' });
    expect(head.headers['ratelimit']).to.match(/^"Read"; r=1; t=\d+$/);
    expect((await read()).headers['ratelimit']).to.match(/^"Read"; r=0; /);
  });

  it('turns the request over the limit away with 429 and the seconds to wait', async () => {
    await start(allPolicies(2));
    const since = Date.now();
    for (const left of ['1', '0']) {
      const answer = await read();
      expect(answer.headers['ratelimit']).to.match(new RegExp(`^"Read"; r=${left}; t=\\d+$`));
      expectSecondsLeft(secondsIn(answer), since);
    }
    for (let n = 0; n < 3; n++) {
      const refused = await read();
      expectError(refused, 429, TOO_MANY);
      expect(refused.headers['ratelimit']).to.match(/^"Read"; r=0; t=\d+$/);
      expect(refused.headers['ratelimit-policy']).to.match(/^"Read"; q=2; w=3600/);
      expectSecondsLeft(secondsIn(refused), since);
      expectSecondsLeft(refused.headers['retry-after'], since);
    }
    expect(log.of(7032)[0]?.properties).to.deep.equal({ Policy: 'Read', ClientAddress: '127.0.0.1' });
  });

  it('begins a new window when the one of the first request has ended', async () => {
    await start(allPolicies(2));
    const realNow = Date.now;
    const passSeconds = (seconds: number) => {
      Date.now = () => realNow() + seconds * 1000;
    };
    try {
      for (let n = 0; n < 2; n++) await read();
      passSeconds(WINDOW / 2);
      const refused = await read();
      expectError(refused, 429, TOO_MANY);
      expect(Number(secondsIn(refused))).to.be.at.most(WINDOW / 2);
      passSeconds(WINDOW);
      const since = Date.now();
      const answer = await read();
      expect(answer.headers['ratelimit']).to.match(/^"Read"; r=1; t=\d+$/);
      expectSecondsLeft(secondsIn(answer), since);
    } finally {
      Date.now = realNow;
    }
  });

  it('counts each policy and each client for itself', async () => {
    await start(allPolicies(1));
    expect((await read('1.1.1.1')).status).to.equal(200);
    expectError(await read('1.1.1.1'), 429, TOO_MANY);
    expect((await read('1.1.1.2')).status).to.equal(200);
    const headers = { 'X-Forwarded-For': '1.1.1.1' };
    expect((await get(service.url, `/Instances/${UNKNOWN_ID}/state`, headers)).status).to.equal(404);
    expectError(await get(service.url, '/UserTasks', headers), 429, TOO_MANY);
  });

  it('counts an IPv6 client as its /64 network, and a mapped address as IPv4', async () => {
    await start(allPolicies(1));
    expect((await read('2001:db8:1:2::1')).status).to.equal(200);
    expectError(await read('2001:db8:1:2:ffff::9'), 429, TOO_MANY);
    expect((await read('2001:db8:1:3::1')).status).to.equal(200);
    expect((await read('::ffff:9.9.9.9')).status).to.equal(200);
    expectError(await read('9.9.9.9'), 429, TOO_MANY);
    expect((await read('9.9.9.10')).status).to.equal(200);
  });

  it('looks at forwarded headers only when the peer is a configured proxy (docs/contributing/spec/http/access.md#client-address)', async () => {
    await start({ ...allPolicies(2), Authentication__KnownProxies: '10.0.0.1', Authentication__KnownNetworks: '10.1.0.0/16' });
    for (const client of ['1.1.1.1', '1.1.1.2']) expect((await read(client)).status).to.equal(200);
    for (const name of ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'X-Client-IP']) {
      expectError(await get(service.url, '/Definitions', { [name]: '1.1.1.3' }), 429, TOO_MANY);
    }
  });

  it('trusts a proxy by its network, and takes the last address that is not trusted (docs/contributing/spec/http/access.md#client-address)', async () => {
    await start({
      ...allPolicies(1),
      Authentication__KnownProxies: '',
      Authentication__KnownNetworks: '127.0.0.0/8, 10.0.0.0/8',
    });
    expect((await read('6.6.6.6, 1.1.1.1, 10.5.5.5')).status).to.equal(200);
    expectError(await read('7.7.7.7, 1.1.1.1'), 429, TOO_MANY);
  });

  it('counts every request that matches a limited endpoint, whatever its answer', async () => {
    await start(allPolicies(3));
    expect((await get(service.url, '/Definitions?page=x')).status).to.equal(400);
    expect((await get(service.url, `/UserTasks/${UNKNOWN_ID}`)).status).to.equal(404);
    expect((await read()).headers['ratelimit']).to.match(/; r=0;/);
    expect((await post(service.url, '/Execution/start', {})).status).to.equal(400);
    expect((await call('POST', '/Execution/signal')).headers['ratelimit']).to.match(/; r=1;/);
  });

  it('uses up no permit when a request matches no endpoint (docs/contributing/spec/http/errors.md#unmatched-uses-no-permit)', async () => {
    await start(allPolicies(1));
    for (const [method, path] of [
      ['GET', '/Definitions/a/b/c'],
      ['PUT', '/Definitions'],
      ['GET', '/Instances/no-guid/state'],
      ['GET', '/Definitions/%zz/instances'],
    ] as const) {
      const { status, headers } = await http(service.url, { method, path });
      expect(status).to.be.oneOf([400, 404, 405]);
      expect(headers).not.to.have.property('ratelimit');
    }
    expect((await read()).status).to.equal(200);
  });

  it('works before authentication when both are on (docs/contributing/spec/http/access.md#limiter-before-token)', async () => {
    const issuer = { Authentication__Authority: 'http://127.0.0.1:1', Authentication__RequireHttpsMetadata: 'false' };
    await start({ ...allPolicies(2), ...issuer });
    for (const left of ['1', '0']) {
      const answer = await read();
      expectUnauthorized(answer, 'Bearer');
      expect(answer.headers['ratelimit']).to.match(new RegExp(`"Read"; r=${left};`));
    }
    expectError(await read(), 429, TOO_MANY);
    expect((await get(service.url, '/Definitions', { Authorization: 'Bearer a.b.c' })).status).to.equal(429);
  });

  describe('with a partial section', () => {
    const partial = { RateLimiting__Read__PermitLimit: '7', RateLimiting__Polling__Window: '5' };

    it('takes the default for the other key when a policy has one of its two keys', async () => {
      await start(partial);
      expect((await read()).headers['ratelimit-policy']).to.match(/^"Read"; q=7; w=60/);
      const state = await get(service.url, `/Instances/${UNKNOWN_ID}/state`);
      expect(state.headers['ratelimit-policy']).to.match(/^"Polling"; q=100; w=5/);
    });

    it('names the missing policies in the log once, at the start-up', async () => {
      await start(partial);
      expect(log.of(7033).map(({ properties }) => properties)).to.deep.equal([
        { Policies: ['WorkflowMutation', 'TaskOperation', 'Admin'] },
      ]);
    });

    it('answers 500 on every endpoint of a missing policy, also without a token', async () => {
      const issuer = { Authentication__Authority: 'http://127.0.0.1:1', Authentication__RequireHttpsMetadata: 'false' };
      await start({ ...partial, ...issuer });
      for (const [policy, method, path] of ENDPOINTS) {
        if (policy === 'Read' || policy === 'Polling') continue;
        expectProblem(await call(method, path), 500, `The rate limit policy '${policy}' is not configured.`, path);
      }
      expect((await get(service.url, '/health')).status).to.equal(200);
    });

    it('answers 500 everywhere when the section holds nothing but an unknown key', async () => {
      await start({ RateLimiting__Enabled: 'false' });
      expectProblem(await read(), 500, "The rate limit policy 'Read' is not configured.", '/Definitions');
    });
  });
});
