import { expect } from 'chai';
import { type SignedInPages, startSignedInPages } from '../support/sign-in/signed-in.ts';
import { itFull } from '../support/tier.ts';
import { openVisitor } from '../support/visitor.ts';

const FORWARDED = { 'X-Forwarded-For': '203.0.113.7', 'X-Forwarded-Proto': 'https' };

/** The address to which the provider must return. */
async function redirectUri(pages: SignedInPages, headers: Record<string, string>): Promise<string | null> {
  const answer = await openVisitor().get(`${pages.url}/workflows`, headers);
  return new URL(answer.location ?? '').searchParams.get('redirect_uri');
}

describe('proxies and the redirect addresses of the UI (docs/contributing/spec/http/access.md#client-address)', () => {
  let pages: SignedInPages;
  const start = async (env: Record<string, string>) => {
    pages = await startSignedInPages(env);
  };
  afterEach(() => pages.stop());

  itFull('believes no forwarded scheme when the peer is not listed, not even loopback', async () => {
    await start({});
    expect(await redirectUri(pages, FORWARDED)).to.equal(`${pages.url}/signin-oidc`);
  });

  for (const [key, value] of [
    ['KnownProxies', '127.0.0.1,::1'],
    ['KnownNetworks', '127.0.0.0/8,::1/128'],
  ]) {
    itFull(`believes the forwarded scheme when the peer is one of ${key}`, async () => {
      await start({ [`Authentication__${key}`]: value ?? '' });
      const secure = pages.url.replace('http:', 'https:');
      expect(await redirectUri(pages, FORWARDED)).to.equal(`${secure}/signin-oidc`);
      expect(await redirectUri(pages, { 'X-Forwarded-Proto': 'https' })).to.equal(`${pages.url}/signin-oidc`);
      expect(await redirectUri(pages, { ...FORWARDED, 'X-Forwarded-Proto': 'gopher' })).to.equal(`${pages.url}/signin-oidc`);
    });
  }

  it('uses UI_PUBLIC_URL when it is set, whatever the request contains', async () => {
    await start({ UI_PUBLIC_URL: 'https://pages.example/' });
    expect(await redirectUri(pages, FORWARDED)).to.equal('https://pages.example/signin-oidc');
  });
});
