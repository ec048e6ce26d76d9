import { expect } from 'chai';
import { type CryptoKey, generateKeyPair, SignJWT } from 'jose';
import { startUi } from '../../src/ui/main.ts';
import { type CallerClaims, startIssuer, type TestIssuer } from '../support/oidc-issuer.ts';
import { type SecuredService, startSecured } from '../support/sign-in/secured.ts';
import { openVisitor, type Visited } from '../support/visitor.ts';

const SECRET = 'client-secret-of-thirty-two-bytes-and-more';
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Claims of a good ID token; the nonce is that of the sign-in under way. */
type Claims = CallerClaims;
/** Makes the ID token that the token endpoint hands out. */
type Forger = (claims: Claims) => Promise<string> | string;

describe('the ID token of a sign-in (docs/contributing/spec/http/access.md#id-token)', () => {
  let issuer: TestIssuer;
  let service: SecuredService;
  before(async () => {
    issuer = await startIssuer({ alice: {} });
    await start();
  });
  async function start(): Promise<void> {
    const env = { UI_PORT: '0', Authentication__ClientId: 'pages', Authentication__ClientSecret: SECRET };
    service = await startSecured(issuer.url, env, [startUi]);
  }
  after(async () => {
    await service.stop();
    await issuer.close();
  });
  afterEach(() => issuer.override(undefined));

  /** The answer to a visitor who comes back from the issuer, whose token endpoint gives this token; then who has signed in. */
  async function signIn(forger: Forger, document?: string): Promise<{ back: Visited; session: Visited }> {
    const visitor = openVisitor();
    const asked = new URL((await visitor.get(`${service.url}/workflows`)).location ?? '').searchParams;
    const now = Math.floor(Date.now() / 1000);
    const nonce = asked.get('nonce');
    const token = await forger({ iss: issuer.url, aud: 'pages', sub: 'ada', nonce, exp: now + 300, iat: now });
    const granted = JSON.stringify({ access_token: 'opaque', token_type: 'Bearer', id_token: token });
    issuer.override((path) => (path === '/token' ? granted : path.startsWith('/.well-known') ? document : undefined));
    const query = new URLSearchParams({ code: 'x', state: asked.get('state') ?? '', iss: issuer.url });
    const back = await visitor.get(`${service.url}/signin-oidc?${query}`);
    return { back, session: await visitor.get(`${service.url}/ui/api/session`) };
  }
  async function expectSignedIn(forger: Forger): Promise<void> {
    const { back, session } = await signIn(forger);
    expect([back.status, back.headers.get('location')], JSON.stringify(service.log.of(7051))).to.deep.equal([302, '/workflows']);
    expect(JSON.parse(session.text).user.name).to.equal('ada');
  }
  const good: Forger = (claims) => issuer.forge(claims);
  const signedBy = (key: CryptoKey | Uint8Array, claims: Claims, header: { alg: string; kid?: string }) =>
    new SignJWT({ ...claims }).setProtectedHeader(header).sign(key);
  const stranger = generateKeyPair('RS256');
  const strangers = async (claims: Claims, kid?: string) => {
    const { privateKey } = await stranger;
    return signedBy(privateKey, claims, { alg: 'RS256', ...(kid !== undefined && { kid }) });
  };
  const hmac = (claims: Claims, kid?: string) =>
    signedBy(new TextEncoder().encode(SECRET), claims, { alg: 'HS256', ...(kid !== undefined && { kid }) });
  const bare = (alg: string, claims: Claims) => `${encode({ alg, kid: issuer.key.jwk.kid })}.${encode(claims)}.`;
  const withPart = (token: string, at: number, text: string) => token.split('.').with(at, text).join('.');

  it('lets its owner in when a key of the issuer signed it', () => expectSignedIn(good));

  const forgeries: readonly [why: string, forger: Forger][] = [
    ['a stranger signed it with the key id of the issuer', (claims) => strangers(claims, issuer.key.jwk.kid)],
    ['a stranger signed it with a key id of his own', (claims) => strangers(claims, 'mine')],
    ['a stranger signed it without a key id', (claims) => strangers(claims)],
    ['the algorithm is none', (claims) => bare('none', claims)],
    ['the algorithm is None', (claims) => bare('None', claims)],
    ['it was signed with HS256 and the client secret', (claims) => hmac(claims)],
    ['it was signed with HS256, the client secret and a key id', (claims) => hmac(claims, issuer.key.jwk.kid)],
    ['its signature is empty', async (claims) => withPart(await good(claims), 2, '')],
    ['its claims were changed', async (claims) => withPart(await good(claims), 1, encode({ ...claims, sub: 'root' }))],
    ['it says RS512', async (claims) => withPart(await good(claims), 0, encode({ alg: 'RS512', kid: issuer.key.jwk.kid }))],
    ['it says ES256', async (claims) => withPart(await good(claims), 0, encode({ alg: 'ES256', kid: issuer.key.jwk.kid }))],
    ['it is for another client', (claims) => good({ ...claims, aud: 'other' })],
    ['it is of another issuer', (claims) => good({ ...claims, iss: 'https://other.example' })],
    ['it is of another sign-in', (claims) => good({ ...claims, nonce: 'other' })],
    ['it expired', (claims) => good({ ...claims, exp: 1000 })],
  ];
  for (const [why, forger] of forgeries) {
    it(`rejects the sign-in when ${why}`, async () => {
      const before = service.log.of(7051).length;
      const { back, session } = await signIn(forger);
      expect([back.status, session.status]).to.deep.equal([400, 401]);
      expect(back.text).to.contain('Sign-in failed');
      expect(service.log.of(7051)).to.have.length(before + 1);
    });
  }

  it('rejects the sign-in when the issuer declares no signature, or a shared secret', async () => {
    const url = `${issuer.url}/.well-known/openid-configuration`;
    const document = (await (await fetch(url)).json()) as object;
    const lax = JSON.stringify({ ...document, id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'] });
    issuer.override((path) => (path.startsWith('/.well-known') ? lax : undefined));
    await service.stop();
    await start();
    for (const forger of [(claims: Claims) => bare('none', claims), (claims: Claims) => hmac(claims)]) {
      expect((await signIn(forger, lax)).back.status).to.equal(400);
    }
    expect((await signIn(good, lax)).back.status).to.equal(302);
  });

  it('accepts the sign-in when the issuer has changed its keys since, and no token with the old key', async () => {
    await expectSignedIn(good);
    const { privateKey, jwk } = issuer.key;
    await issuer.rotate();
    await expectSignedIn(good);
    const { back } = await signIn((claims) => signedBy(privateKey, claims, { alg: 'RS256', kid: jwk.kid ?? '' }));
    expect(back.status).to.equal(400);
  });
});
