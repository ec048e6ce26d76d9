import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { expectJson } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer } from '../support/http/http-client.ts';
import { type CallerClaims, startIssuer, type TestIssuer } from '../support/oidc-issuer.ts';
import { bearer, expectUnauthorized, invalidToken, type SecuredService, startSecured } from '../support/sign-in/secured.ts';
import { itFull } from '../support/tier.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

describe('tokens and 401 (docs/contributing/spec/http/access.md#unauthorized)', () => {
  let issuer: TestIssuer;
  let service: SecuredService;
  before(async () => {
    issuer = await startIssuer({ alice: { preferred_username: 'alice' } });
    service = await startSecured(issuer.url);
  });
  after(async () => {
    await service.stop();
    await issuer.close();
  });

  const call = (token: string): Promise<HttpAnswer> => get(service.url, '/Definitions', bearer(token));
  /** A token with these claims and a signature by another key. */
  async function strangersToken(header: object, claims: CallerClaims = {}): Promise<string> {
    const { privateKey } = await generateKeyPair('RS256');
    const payload = { iss: issuer.url, aud: 'service-api', exp: inSeconds(300), ...claims };
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', ...header }).sign(privateKey);
  }

  it('lets a token of the issuer pass when everything in it is right', async () => {
    expectJson(await call(await issuer.token('alice')));
    expectJson(await call(await issuer.forge()));
    expectJson(await get(service.url, '/Definitions', { Authorization: `bearer  ${await issuer.token('alice')}` }));
  });

  it('checks no role and no scope when a token has none', async () => {
    expectJson(await call(await issuer.forge({ scope: '', roles: [] })));
  });

  it('answers `Bearer` alone when there is no Authorization header, or another scheme', async () => {
    expectUnauthorized(await get(service.url, '/Definitions'), 'Bearer');
    for (const Authorization of ['Basic YTpi', 'Token abc', 'Bearerabc', '']) {
      expectUnauthorized(await get(service.url, '/Definitions', { Authorization }), 'Bearer');
    }
  });

  const malformed: readonly [why: string, token: string | (() => Promise<string>)][] = [
    ['it is empty', ''],
    ['it is opaque', 'abcdef'],
    ['it has two parts', 'a.b'],
    ['it is encrypted (five parts)', 'a.b.c.d.e'],
    ['its header is no JSON', `${Buffer.from('{').toString('base64url')}.${encode({})}.c2ln`],
    ['its header is a list', `${encode([])}.${encode({})}.c2ln`],
    ['its header names no algorithm', `${encode({ typ: 'JWT' })}.${encode({})}.c2ln`],
    ['its key id is a number', `${encode({ alg: 'RS256', kid: 1 })}.${encode({})}.c2ln`],
    ['its header is not base64url', `%%%.${encode({})}.c2ln`],
    ['it has no exp', () => issuer.forge({ exp: undefined })],
    ['its exp is a text', () => issuer.forge({ exp: '9999999999' })],
    ['its exp is null', () => issuer.forge({ exp: null })],
    ['its nbf is a text', () => issuer.forge({ nbf: '1' })],
  ];
  for (const [why, token] of malformed) {
    it(`reports that the token is malformed when ${why}`, async () => {
      const text = typeof token === 'string' ? token : await token();
      expectUnauthorized(await call(text), invalidToken('The token is malformed'));
    });
  }

  const forgeries: readonly [why: string, token: () => Promise<string> | string][] = [
    ['the algorithm is none', () => `${encode({ alg: 'none' })}.${encode({ exp: inSeconds(99) })}.`],
    ['the algorithm is None', () => `${encode({ alg: 'None' })}.${encode({ exp: inSeconds(99) })}.`],
    ['the algorithm is nOnE with a signature', () => `${encode({ alg: 'nOnE' })}.${encode({ exp: inSeconds(99) })}.c2ln`],
    ['it was signed with HS256 and the public key as its secret', () => hmacToken('HS256', 'sha256')],
    ['it was signed with HS512 and the public key as its secret', () => hmacToken('HS512', 'sha512')],
    ['the algorithm is EdDSA', () => `${encode({ alg: 'EdDSA' })}.${encode({ exp: inSeconds(99) })}.c2ln`],
    ['the algorithm is another spelling of an allowed one', () => `${encode({ alg: 'rs256' })}.${encode({})}.c2ln`],
    ['a stranger signed it with the key id of the issuer', () => strangersToken({ kid: issuer.key.jwk.kid })],
    ['a stranger signed it without a key id', () => strangersToken({})],
    ['it brings its key along (jwk)', () => tokenWithOwnKey()],
    ['it is good but brings the key along (jwk)', () => issuer.forge({}, { jwk: { kty: 'RSA' } })],
    ['it is good but brings a certificate along (x5c)', () => issuer.forge({}, { x5c: ['MIIB'] })],
    ['it links to a key (jku)', () => strangersToken({ jku: `${issuer.url}/evil`, kid: 'evil' })],
    ['it links to a certificate (x5u)', () => strangersToken({ x5u: `${issuer.url}/evil`, kid: 'evil' })],
    ['its header names something critical', () => criticalToken()],
    ['its key id is a path', () => strangersToken({ kid: '../../etc/passwd\0' })],
    ['its key id is SQL', () => strangersToken({ kid: "' or 1=1 --" })],
    ['its signature is empty', async () => (await issuer.forge()).replace(/[^.]+$/, '')],
    ['its claims were changed', async () => withClaims(await issuer.forge(), { preferred_username: 'root' })],
    ['its algorithm is RS512 in the header only', async () => withHeader(await issuer.forge(), { alg: 'RS512' })],
  ];
  for (const [why, token] of forgeries) {
    it(`reports that the signature is invalid when ${why}`, async () => {
      expectUnauthorized(await call(await token()), invalidToken('The signature is invalid'));
    });
  }

  it('never follows a link to a key when a token has one', () => {
    expect(issuer.requests).not.to.include('/evil');
  });

  it('reports that the issuer is invalid when iss is another one, missing, or nearly the same', async () => {
    for (const iss of ['https://other.example', undefined, `${issuer.url}/`, issuer.url.toUpperCase(), [issuer.url]]) {
      expectUnauthorized(await call(await issuer.forge({ iss })), invalidToken('The issuer is invalid'));
    }
  });

  it('reports that the audience is invalid when aud does not contain it', async () => {
    for (const aud of ['other-api', undefined, ['a', 'b'], [], 'SERVICE-API', 'service-api2', ['service-api '], {}]) {
      expectUnauthorized(await call(await issuer.forge({ aud })), invalidToken('The audience is invalid'));
    }
    expectUnauthorized(await call(await issuer.token('alice', 'other-api')), invalidToken('The audience is invalid'));
  });

  it('takes a list as audience when the expected one is in it', async () => {
    expectJson(await call(await issuer.forge({ aud: ['a', 'service-api'] })));
  });

  it('reports that the token expired when exp is more than 60 seconds ago', async () => {
    expectUnauthorized(await call(await issuer.forge({ exp: inSeconds(-61) })), invalidToken('The token expired'));
    expectUnauthorized(await call(await issuer.forge({ exp: 0 })), invalidToken('The token expired'));
    expectJson(await call(await issuer.forge({ exp: inSeconds(-40) })));
  });

  it('reports that the token is not yet valid when nbf is more than 60 seconds ahead', async () => {
    expectUnauthorized(await call(await issuer.forge({ nbf: inSeconds(90) })), invalidToken('The token is not yet valid'));
    expectJson(await call(await issuer.forge({ nbf: inSeconds(50) })));
  });

  it('logs why a token was refused, and never the token', async () => {
    const token = await issuer.forge({ aud: 'other-api' });
    await call(token);
    const line = service.log.of(7022).at(-1);
    expect(line?.properties).to.deep.equal({ Reason: 'The audience is invalid', ClientAddress: '127.0.0.1' });
    expect(JSON.stringify(service.log.lines)).not.to.contain(token.split('.')[2]);
  });

  for (const algorithm of ['RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512']) {
    itFull(`takes a token when its issuer signs with ${algorithm}`, async () => {
      const other = await startIssuer({ alice: {} }, algorithm);
      const secured = await startSecured(other.url);
      try {
        expectJson(await get(secured.url, '/Definitions', bearer(await other.token('alice'))));
      } finally {
        await secured.stop();
        await other.close();
      }
    });
  }

  async function hmacToken(algorithm: string, digest: string): Promise<string> {
    const pem = await exportSPKI(issuer.key.publicKey);
    const payload = { iss: issuer.url, aud: 'service-api', exp: inSeconds(300) };
    const signed = `${encode({ alg: algorithm, kid: issuer.key.jwk.kid })}.${encode(payload)}`;
    return `${signed}.${createHmac(digest, pem).update(signed).digest('base64url')}`;
  }

  async function tokenWithOwnKey(): Promise<string> {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const payload = { iss: issuer.url, aud: 'service-api', exp: inSeconds(300) };
    const jwk = await exportJWK(publicKey);
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: issuer.key.jwk.kid ?? '', jwk }).sign(privateKey);
  }

  async function criticalToken(): Promise<string> {
    const header = { alg: issuer.key.algorithm, kid: issuer.key.jwk.kid ?? '', crit: ['urn:x'], 'urn:x': true };
    const token = new SignJWT({ iss: issuer.url, aud: 'service-api', exp: inSeconds(300) }).setProtectedHeader(header);
    return token.sign(issuer.key.privateKey, { crit: { 'urn:x': true } });
  }

  function withClaims(token: string, claims: object): string {
    const [header, payload = '', signature] = token.split('.');
    return `${header}.${encode({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...claims })}.${signature}`;
  }

  function withHeader(token: string, more: object): string {
    const [header = '', payload, signature] = token.split('.');
    return `${encode({ ...JSON.parse(Buffer.from(header, 'base64url').toString()), ...more })}.${payload}.${signature}`;
  }
});
