import { expect } from 'chai';
import { generateKeyPair, SignJWT } from 'jose';
import { expectJson } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer } from '../support/http/http-client.ts';
import { startIssuer, type TestIssuer } from '../support/oidc-issuer.ts';
import { freePort } from '../support/redis.ts';
import { bearer, expectUnauthorized, invalidToken, type SecuredService, startSecured } from '../support/sign-in/secured.ts';
import { itFull } from '../support/tier.ts';

const DISCOVERY = '/.well-known/openid-configuration';

describe('the issuer (docs/contributing/spec/http/access.md#issuer-discovery)', () => {
  let issuer: TestIssuer;
  let service: SecuredService | undefined;
  beforeEach(async () => {
    issuer = await startIssuer({ alice: { preferred_username: 'alice' } });
  });
  afterEach(async () => {
    await service?.stop();
    service = undefined;
    await issuer.close();
  });

  const call = (token: string): Promise<HttpAnswer> => get(service?.url ?? '', '/Definitions', bearer(token));
  const asked = (path: string) => issuer.requests.filter((other) => other === path).length;
  async function unknownKeyToken(kid: string): Promise<string> {
    const { privateKey } = await generateKeyPair('ES256');
    const payload = { iss: issuer.url, aud: 'service-api', exp: Math.floor(Date.now() / 1000) + 99 };
    return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
  }

  itFull('is asked once at the start-up, and its answer is kept, when many tokens come', async () => {
    service = await startSecured(issuer.url);
    const token = await issuer.token('alice');
    for (const answer of await Promise.all(Array.from({ length: 20 }, () => call(token)))) expectJson(answer);
    expect([asked(DISCOVERY), asked('/jwks')]).to.deep.equal([1, 1]);
  });

  it('is believed without being asked again when it goes away later', async () => {
    service = await startSecured(issuer.url);
    const token = await issuer.token('alice');
    expectJson(await call(token));
    await issuer.close();
    expectJson(await call(token));
    await issuer.open();
  });

  it('is asked for its keys again when a token names a new one', async () => {
    service = await startSecured(issuer.url);
    const before = await issuer.token('alice');
    expectJson(await call(before));
    await issuer.rotate();
    expectJson(await call(await issuer.token('alice')));
    expect([asked(DISCOVERY), asked('/jwks')]).to.deep.equal([1, 2]);
    expectUnauthorized(await call(before), invalidToken('The signature is invalid'));
  });

  itFull('is asked for its keys at most once in 30 seconds when unknown key ids flood in', async () => {
    service = await startSecured(issuer.url);
    expectJson(await call(await issuer.token('alice')));
    for (let n = 0; n < 40; n++) {
      expectUnauthorized(await call(await unknownKeyToken(`kid-${n}`)), invalidToken('The signature is invalid'));
    }
    expect(asked('/jwks')).to.equal(2);
  });

  itFull('tries the keys that fit when a token names none', async () => {
    const first = issuer.key.jwk;
    await issuer.rotate();
    issuer.override((path) =>
      path === '/jwks' ? JSON.stringify({ keys: [publicJwk(first), publicJwk(issuer.key.jwk)] }) : undefined,
    );
    service = await startSecured(issuer.url);
    expectJson(await call(await issuer.forge({}, { kid: undefined })));
    const stranger = await unknownKeyToken('x');
    expectUnauthorized(await call(stranger), invalidToken('The signature is invalid'));
  });

  it('does not delay the start-up, and a 401 has no header, when it is not reachable', async () => {
    const token = await issuer.token('alice');
    await issuer.close();
    service = await startSecured(issuer.url);
    expectUnauthorized(await call(token), undefined);
    expectUnauthorized(await call(await unknownKeyToken('x')), undefined);
    const [line, ...more] = service.log.of(7023);
    expect(line?.properties['Authority']).to.equal(issuer.url);
    expect(line?.properties['ErrorMessage']).to.match(/is not reachable \(ECONNREFUSED\)/);
    expect(more, 'tried again within 10 seconds').to.deep.equal([]);
    await issuer.open();
  });

  it('is not needed to refuse a request when it has no token, or one that is wrong by its form', async () => {
    await issuer.close();
    service = await startSecured(issuer.url);
    expectUnauthorized(await get(service.url, '/Definitions'), 'Bearer');
    expectUnauthorized(await call('abc'), invalidToken('The token is malformed'));
    expect((await get(service.url, '/health')).status).to.equal(200);
    await issuer.open();
  });

  const faults: readonly [why: string, discovery: string, message: RegExp][] = [
    ['its document is no JSON', '<html>', /is not JSON/],
    ['its document is a list', '[]', /is not a JSON object/],
    ['its document names no issuer', '{"jwks_uri": "https://x.example"}', /names no issuer/],
    ['its document names no keys', '{"issuer": "https://x.example"}', /names no jwks_uri/],
    ['its document is huge', `{"issuer": "${'x'.repeat(300_000)}"}`, /is larger than 262144 bytes/],
    [
      'its keys lie at an address of another kind',
      '{"issuer": "a", "jwks_uri": "file:///etc/passwd"}',
      /does not begin with https/,
    ],
  ];
  for (const [why, document, message] of faults) {
    it(`answers 401 without the header and logs the cause when ${why}`, async () => {
      const token = await issuer.token('alice');
      issuer.override((path) => (path === DISCOVERY ? document : undefined));
      service = await startSecured(issuer.url);
      expectUnauthorized(await call(token), undefined);
      expect(service.log.of(7023)[0]?.properties['ErrorMessage']).to.match(message);
    });
  }

  it('answers 401 without the header when its keys cannot be read', async () => {
    const token = await issuer.token('alice');
    issuer.override((path) => (path === '/jwks' ? '{"keys": 1}' : undefined));
    service = await startSecured(issuer.url);
    expectUnauthorized(await call(token), undefined);
    expect(service.log.of(7023)[0]?.properties['ErrorMessage']).to.match(/is not a key set/);
  });

  it('answers 401 without the header when no one listens at its address', async () => {
    service = await startSecured(`http://127.0.0.1:${await freePort()}/realms/x/`);
    expectUnauthorized(await call(await issuer.token('alice')), undefined);
  });
});

function publicJwk(jwk: object): object {
  const { d, p, q, dp, dq, qi, ...rest } = jwk as Record<string, unknown>;
  return rest;
}
