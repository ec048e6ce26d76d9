import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { startProjector } from '../../src/projector/main.ts';
import { startWorker } from '../../src/worker/main.ts';
import { expectJson } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { startIssuer, type TestIssuer } from '../support/oidc-issuer.ts';
import { bearer, expectUnauthorized, invalidToken, type SecuredService, startSecured } from '../support/sign-in/secured.ts';
import { itFull } from '../support/tier.ts';

const MALFORMED = invalidToken('The token is malformed');
const HEADERS = [
  { typ: 'JWT' },
  {},
  { typ: 'at+jwt' },
  { typ: 'jwt' },
  { typ: null },
  { typ: {} },
  { typ: ['JWT'] },
  { cty: 'JWT' },
];

describe('what the issuer has signed (docs/contributing/spec/http/access.md#token-checks)', () => {
  let issuer: TestIssuer;
  let service: SecuredService;
  let good: { readonly iss: string; readonly aud: string; readonly exp: number };
  const rejections: unknown[] = [];
  const note = (reason: unknown): number => rejections.push(reason);
  before(async () => {
    issuer = await startIssuer({});
    service = await startSecured(issuer.url, {}, [startWorker, startProjector, startApi]);
    good = { iss: issuer.url, aud: 'service-api', exp: Math.floor(Date.now() / 1000) + 300 };
    process.on('unhandledRejection', note);
  });
  after(async () => {
    process.off('unhandledRejection', note);
    await service.stop();
    await issuer.close();
  });
  afterEach(() => expect(rejections.splice(0)).to.deep.equal([]));

  const payloads: readonly (readonly [what: string, payload: string | Uint8Array])[] = [
    ['null', 'null'],
    ['a list', '[]'],
    ['a list of good claims', '[{"exp":9999999999}]'],
    ['a number', '5'],
    ['a large number', '1e400'],
    ['a text', '"text"'],
    ['a text that is good JSON', JSON.stringify('{"exp":9999999999}')],
    ['true', 'true'],
    ['false', 'false'],
    ['nothing', ''],
    ['white space', '  \n'],
    ['no JSON', '{"exp":'],
    ['two values', '{} {}'],
    ['a NUL', '\0'],
    ['bytes that are no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['bytes with a mark of their order', '\ufeffnull'],
    ['deep nesting', '['.repeat(5_000)],
  ];
  for (const [what, payload] of payloads) {
    it(`is refused as malformed and nothing else happens when it is ${what}`, async () => {
      for (const header of HEADERS) {
        const token = await issuer.forgeBytes(payload, header);
        expectUnauthorized(await get(service.url, '/Definitions', bearer(token)), MALFORMED);
      }
      expect((await get(service.url, '/alive')).status).to.equal(200);
    });
  }

  it('is refused when exp and iss are only inherited, or hidden below a name of the language', async () => {
    const { iss, aud, exp } = good;
    for (const claims of [
      `{"__proto__":${JSON.stringify(good)}}`,
      `{"aud":"${aud}","__proto__":{"exp":${exp},"iss":"${iss}"}}`,
      `{"constructor":{"prototype":${JSON.stringify(good)}},"aud":"${aud}"}`,
    ]) {
      for (const header of HEADERS) {
        const answer = await get(service.url, '/Definitions', bearer(await issuer.forgeBytes(claims, header)));
        expect(answer.status).to.equal(401);
        expect(answer.headers['www-authenticate']).to.match(/error="invalid_token"/);
      }
    }
    expect({}).not.to.have.property('exp');
  });

  itFull('is taken with claims named like things of the language, which count for nothing', async () => {
    const odd = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then', 'toJSON', 'length'];
    for (const name of odd) {
      for (const value of ['"x"', 'null', '{"sub":"root","preferred_username":"root"}', '[]']) {
        const claims = `${JSON.stringify({ ...good, sub: 'ann' }).slice(0, -1)},"${name}":${value}}`;
        const headers = bearer(await issuer.forgeBytes(claims, { typ: 'JWT' }));
        expectJson(await get(service.url, '/Definitions', headers));
        const path = '/UserTasks/11111111-2222-4333-8444-555555555555/claim';
        expect((await post(service.url, path, { UserId: 'root' }, headers)).status, `${name} ${value}`).to.equal(403);
      }
    }
  });

  itFull('is answered and never ends the process when a claim we read is of any type', async () => {
    const values = [null, true, 0, -1, 1e308, '', ' ', '\0', '\ud800', [], [null], ['a', 1], {}, { a: 1 }, '9'.repeat(4000)];
    for (const name of ['iss', 'aud', 'exp', 'nbf', 'iat', 'sub', 'jti', 'preferred_username', 'groups']) {
      for (const value of values) {
        const token = await issuer.forgeBytes(JSON.stringify({ ...good, sub: 'ann', [name]: value }), { typ: 'JWT' });
        const { status } = await post(service.url, '/Execution/start', { WorkflowId: 'none' }, bearer(token));
        expect([401, 404], `${name} ${JSON.stringify(value)}`).to.include(status);
      }
    }
  });
});
