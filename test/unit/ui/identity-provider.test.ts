import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { openIdentityProvider } from '../../../src/ui/server/sign-in/identity-provider.ts';
import { deferred } from '../../support/deferred.ts';
import { eventually } from '../../support/eventually.ts';

const BASE = 'http://localhost:1';
const DOCUMENT = '/.well-known/openid-configuration';

describe('an identity provider with unusual answers', () => {
  let server: Server;
  let authority: string;
  let answers: Record<string, string>;
  /** paths, in the order they were asked for */
  let asked: string[];
  /** before it, nothing is answered */
  let gate: Promise<void>;
  const rejections: unknown[] = [];
  const note = (reason: unknown): number => rejections.push(reason);
  const keys = generateKeyPair('RS256', { extractable: true });

  before(async () => {
    server = createServer(async (request, response) => {
      const path = (request.url ?? '').split('?', 1)[0] ?? '';
      asked.push(path);
      await gate;
      const body = answers[path];
      response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'application/json' }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    authority = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    process.on('unhandledRejection', note);
  });
  after(async () => {
    process.off('unhandledRejection', note);
    await new Promise((resolve) => server.close(resolve));
  });
  afterEach(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    expect(rejections.splice(0)).to.deep.equal([]);
  });
  beforeEach(async () => {
    const { publicKey } = await keys;
    asked = [];
    gate = Promise.resolve();
    answers = {
      [DOCUMENT]: documentOf({}),
      '/jwks': JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }] }),
    };
  });

  const documentOf = (more: object): string =>
    JSON.stringify({
      issuer: authority,
      authorization_endpoint: `${authority}/auth`,
      token_endpoint: `${authority}/token`,
      userinfo_endpoint: `${authority}/me`,
      jwks_uri: `${authority}/jwks`,
      ...more,
    });
  const open = () =>
    openIdentityProvider({
      authority,
      clientId: 'pages',
      clientSecret: 'secret',
      requiresHttps: false,
      userIdClaim: 'preferred_username',
      groupsClaim: 'groups',
      cookieExpireMinutes: 60,
      sessionHours: 12,
    });
  /** Signs in with an id token over exactly this text, and these claims from the user-info endpoint. */
  async function signIn(payloadOf: (nonce: string) => string, userInfo: string) {
    const provider = open();
    const { pending } = await provider.begin(BASE);
    const { privateKey } = await keys;
    const token = new CompactSign(new TextEncoder().encode(payloadOf(pending.nonce)));
    const idToken = await token.setProtectedHeader({ alg: 'RS256', kid: 'k', typ: 'JWT' }).sign(privateKey);
    answers['/token'] = JSON.stringify({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: idToken });
    answers['/me'] = userInfo;
    return provider.finish(BASE, `code=c&state=${pending.state}`, { ...pending, returnTo: '/' });
  }
  const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'taken',
      (error: unknown) => error,
    );
  const good = (nonce: string, more = ''): string => {
    const now = Math.floor(Date.now() / 1000);
    const claims = JSON.stringify({ iss: authority, aud: 'pages', sub: 'ann', nonce, iat: now, exp: now + 60 });
    return `${claims.slice(0, -1)}${more}}`;
  };

  for (const payload of ['null', '[]', '[1]', '5', '"text"', 'true', '', '{', '{"__proto__":{"sub":"root"}}', '{"sub":null}']) {
    it(`is refused when the id token holds ${JSON.stringify(payload)}`, async () => {
      expect(await refusalOf(signIn(() => payload, '{}'))).to.be.instanceOf(Error);
    });
  }

  it('is believed by the id token alone when its user info is not a set of claims or names another', async () => {
    for (const info of ['null', '[]', '5', '"x"', '', '{"sub":"root","preferred_username":"root"}', '{"sub":null}']) {
      const user = await signIn((nonce) => good(nonce, ',"preferred_username":"ann"'), info);
      expect([user.subject, user.userId, user.groups], info).to.deep.equal(['ann', 'ann', []]);
    }
  });

  it('gives nothing of a claim that is named like a thing of the language, or has another type', async () => {
    const odd =
      ',"__proto__":{"preferred_username":"root","groups":["all"]},"constructor":"x","preferred_username":["root"],"groups":{"0":"all"}';
    const user = await signIn((nonce) => good(nonce, odd), '{"sub":"ann","__proto__":{"groups":["all"]}}');
    expect([user.name, user.userId, user.groups]).to.deep.equal(['ann', null, []]);
    expect({}).not.to.have.property('groups');
  });

  it('ends nothing when its document holds values of other types', async () => {
    for (const more of [
      { end_session_endpoint: 'no address' },
      { end_session_endpoint: null },
      { end_session_endpoint: 5 },
      { token_endpoint_auth_methods_supported: null },
      { token_endpoint_auth_methods_supported: 7 },
      { authorization_endpoint: null },
    ]) {
      answers[DOCUMENT] = documentOf(more);
      const provider = open();
      await refusalOf(provider.begin(BASE));
      await refusalOf(provider.endAddress(BASE, undefined));
      expect(provider.origins()).to.deep.equal([authority]);
    }
    for (const document of ['null', '[]', '5', '']) {
      answers[DOCUMENT] = document;
      expect(await refusalOf(open().begin(BASE))).to.be.instanceOf(Error);
    }
  });

  it('is asked once while it does not answer, however many want to sign in', async () => {
    const held = deferred();
    gate = held.promise;
    const provider = open();
    const begun = Array.from({ length: 20 }, () => provider.begin(BASE));
    await eventually('the provider is asked', () => asked.length > 0);
    held.resolve();
    expect(new Set((await Promise.all(begun)).map(({ pending }) => pending.state)).size).to.equal(20);
    expect(asked).to.deep.equal([DOCUMENT]);
  });

  it('is asked again by the next who signs in when it was away', async () => {
    const [document] = [answers[DOCUMENT] as string, delete answers[DOCUMENT]];
    const provider = open();
    for (const refusal of await Promise.all([1, 2, 3].map(() => refusalOf(provider.begin(BASE))))) {
      expect(refusal).to.be.instanceOf(Error);
    }
    answers[DOCUMENT] = document;
    expect((await provider.begin(BASE)).address).to.contain(`${authority}/auth?`);
    expect(asked).to.deep.equal([DOCUMENT, DOCUMENT]);
  });

  it('is not asked for its document by answers that bring no code', async () => {
    const provider = open();
    const { pending } = await provider.begin(BASE);
    for (const query of ['', 'x=1', 'error=access_denied']) {
      const answer = provider.finish(BASE, `${query}&state=${pending.state}`, { ...pending, returnTo: '/' });
      expect(await refusalOf(answer)).to.be.instanceOf(Error);
    }
    expect(asked).to.deep.equal([DOCUMENT]);
  });
});
