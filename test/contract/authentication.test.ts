import { connect } from 'node:net';
import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { startUi } from '../../src/ui/main.ts';
import { expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, http, post } from '../support/http/http-client.ts';
import { UNKNOWN_ID } from '../support/http/steps.ts';
import { AUDIENCE, startIssuer, type TestIssuer } from '../support/oidc-issuer.ts';
import { startService, type TestService } from '../support/service.ts';
import { bearer, expectUnauthorized, invalidToken, type SecuredService, startSecured } from '../support/sign-in/secured.ts';

const ENDPOINTS: readonly (readonly [method: string, path: string])[] = [
  ['POST', '/Definitions/deploy'],
  ['POST', '/Definitions/validate'],
  ['POST', '/Decisions/validate'],
  ['POST', '/Definitions/disable'],
  ['POST', '/Definitions/enable'],
  ['GET', '/Definitions'],
  ['GET', '/Definitions/a/instances'],
  ['GET', '/Definitions/a/1/instances'],
  ['GET', '/Definitions/start-forms'],
  ['GET', '/Definitions/a/1/xml'],
  ['DELETE', '/Definitions/a/1'],
  ['POST', '/Execution/start'],
  ['POST', '/Execution/message'],
  ['POST', '/Execution/signal'],
  ['POST', '/Execution/complete-activity'],
  ['POST', '/Execution/evaluate-conditions'],
  ['GET', `/Instances/${UNKNOWN_ID}/state`],
  ['GET', `/Instances/${UNKNOWN_ID}/history`],
  ['GET', `/Instances/${UNKNOWN_ID}/decisions`],
  ['POST', `/Instances/${UNKNOWN_ID}/cancel`],
  ['GET', '/UserTasks'],
  ['GET', `/UserTasks/${UNKNOWN_ID}`],
  ['POST', `/UserTasks/${UNKNOWN_ID}/claim`],
  ['POST', `/UserTasks/${UNKNOWN_ID}/unclaim`],
  ['POST', `/UserTasks/${UNKNOWN_ID}/complete`],
  ['POST', `/UserTasks/${UNKNOWN_ID}/fail`],
  ['POST', `/UserTasks/${UNKNOWN_ID}/cancel`],
  ['GET', '/custom-tasks'],
  ['GET', '/custom-tasks/rest-call'],
];

describe('when authentication is on (docs/contributing/spec/http/access.md#authentication)', () => {
  let issuer: TestIssuer;
  before(async () => {
    issuer = await startIssuer({ alice: { preferred_username: 'alice' } });
  });
  after(() => issuer.close());

  describe('off', () => {
    let service: TestService;
    before(async () => {
      service = await startService({ env: { Authentication__Authority: '' }, roles: [startApi] });
    });
    after(() => service.stop());

    it('asks for nothing when Authority is absent or empty, and looks at no token', async () => {
      expectJson(await get(service.url, '/Definitions'));
      expectJson(await get(service.url, '/Definitions', bearer('nonsense')));
      expectProblem(await get(service.url, '/Definitions/a/b/c'), 404, 'No endpoint matches this path.', '/Definitions/a/b/c');
    });

    const refusals: readonly [why: string, env: Record<string, string>][] = [
      ['Authority holds white space only', { Authentication__Authority: ' \t ' }],
      ['Authority is no address', { Authentication__Authority: 'issuer.example' }],
      ['Authority begins with http:', { Authentication__Authority: 'http://issuer.example' }],
      ['RequireHttpsMetadata is no flag', { Authentication__RequireHttpsMetadata: '0' }],
    ];
    for (const [why, env] of refusals) {
      it(`ends the start-up when ${why}`, () => {
        expect(() => readConfig(env, 'api')).to.throw(/^Authentication:/);
      });
    }
  });

  describe('on', () => {
    let service: SecuredService;
    before(async () => {
      service = await startSecured(issuer.url);
    });
    after(() => service.stop());

    for (const [method, path] of ENDPOINTS) {
      it(`asks for a token when ${method} ${path} is called`, async () => {
        expectUnauthorized(await http(service.url, { method, path }), 'Bearer');
        // a malformed key turns writes away right behind the token, so that none waits for a worker
        const headers = { ...bearer(await issuer.token('alice')), 'Idempotency-Key': 'a b' };
        expect((await http(service.url, { method, path, headers })).status).not.to.equal(401);
      });
    }

    it('asks for a token at a protected prefix itself and everything below it, endpoint or not, whatever its case', async () => {
      const paths = ['/Execution', '/Instances', '/definitions/', '/EXECUTION/nothing', '/Custom-Tasks/a/b/c', '/%55serTasks/x'];
      for (const path of paths) expectUnauthorized(await get(service.url, path), 'Bearer');
      const headers = bearer(await issuer.token('alice'));
      expectProblem(await get(service.url, '/Execution', headers), 404, 'No endpoint matches this path.', '/Execution');
    });

    it('asks for a token when the verb is wrong', async () => {
      const path = '/Definitions/deploy';
      for (const method of ['GET', 'PUT', 'OPTIONS', 'HEAD'])
        expectUnauthorized(await http(service.url, { method, path }), 'Bearer');
      const headers = bearer(await issuer.token('alice'));
      const answer = await http(service.url, { method: 'PUT', path, headers });
      expectProblem(answer, 405, 'The method PUT is not allowed on this path.', path);
    });

    it('asks for a token on HEAD as on GET when the endpoint is read', async () => {
      expectUnauthorized(await http(service.url, { method: 'HEAD', path: '/Definitions' }), 'Bearer');
    });

    it('keeps these paths anonymous, whatever token comes along, when they are called', async () => {
      for (const path of ['/health', '/alive', '/ready', '/metrics', '/openapi.json', '/docs', '/HEALTH/']) {
        for (const headers of [{}, bearer('nonsense')]) {
          const answer = await get(service.url, path, headers);
          expect(answer.status, path).not.to.equal(401);
          expect(answer.headers).not.to.have.property('www-authenticate');
        }
      }
    });

    it('answers 404 without asking for a token when the path is another one', async () => {
      for (const path of ['/', '/Workflow/start', '/DefinitionsX', '/Definitions%2Fdeploy', '/docs2', '/x/Definitions']) {
        expectProblem(await get(service.url, path), 404, 'No endpoint matches this path.', path);
      }
    });

    it('leaves no way around when a request target has an odd form', async () => {
      for (const target of [
        'http://any.example/Definitions',
        'Definitions',
        '//Definitions',
        '/./Definitions',
        '/definitions/',
      ]) {
        const head = await rawRequest(service.url, target);
        expect(head, target).not.to.match(/^HTTP\/1\.1 200/);
      }
    });

    it('answers 400 without asking for a token when the path is malformed', async () => {
      expectProblem(await get(service.url, '/Definitions/%zz'), 400, 'The request path is malformed.', '/Definitions/%zz');
    });

    it('takes no token from the query, the body or a cookie when the header is missing', async () => {
      const token = await issuer.token('alice');
      expectUnauthorized(await get(service.url, `/Definitions?access_token=${token}`), 'Bearer');
      expectUnauthorized(await get(service.url, '/Definitions', { Cookie: `access_token=${token}` }), 'Bearer');
      expectUnauthorized(await post(service.url, '/Execution/start', { access_token: token }), 'Bearer');
    });
  });

  it('shows the operator pages to everyone and warns once (7056) when Authority is set without ClientId (docs/contributing/spec/http/access.md#read-only-pages)', async () => {
    const service = await startSecured(issuer.url, { UI_PORT: '0' }, [startUi]);
    try {
      const answer = await get(service.url, '/');
      expect(answer.status).to.equal(200);
      expect(service.log.of(7056)).to.have.length(1);
    } finally {
      await service.stop();
    }
  });

  it('expects the configured audience when there is one', async () => {
    const service = await startSecured(issuer.url, { Authentication__Audience: 'other-api' });
    try {
      const wrong = await get(service.url, '/Definitions', bearer(await issuer.token('alice', AUDIENCE)));
      expectUnauthorized(wrong, invalidToken('The audience is invalid'));
      expectJson(await get(service.url, '/Definitions', bearer(await issuer.token('alice', 'other-api'))));
    } finally {
      await service.stop();
    }
  });
});

/** The first line of the answer to a request target that an HTTP client would not send. */
function rawRequest(url: string, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.write(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
    });
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer.split('\r\n', 1)[0] ?? ''));
  });
}
