import { expect } from 'chai';
import { startUi } from '../../src/ui/main.ts';
import { recordingLog } from '../support/recording-log.ts';
import { startService, type TestService } from '../support/service.ts';
import { type SignedInPages, startSignedInPages, USERS } from '../support/sign-in/signed-in.ts';
import { IN_COMMIT_TIER } from '../support/tier.ts';
import { openVisitor, type Visitor } from '../support/visitor.ts';

/** Return addresses of the commit tier. */
const SAMPLE: ReadonlySet<string> = new Set([
  '',
  '?returnUrl=//evil.example',
  '?returnUrl=%20/workflows',
  '?returnUrl=/a&returnUrl=/a',
]);
const SIGN_IN_ADDRESSES = ['/Account/Login', '/Account/Logout', '/signin-oidc', '/signout-callback-oidc'];

describe('login, logout, antiforgery (docs/contributing/spec/http/access.md#login-and-logout)', () => {
  describe('with a sign-in', () => {
    let pages: SignedInPages;
    let visitor: Visitor;
    before(async () => {
      pages = await startSignedInPages({ Audit__Enabled: 'true' });
    });
    after(() => pages.stop());
    beforeEach(async () => {
      visitor = openVisitor();
      await visitor.signIn(await visitor.get(`${pages.url}/workflows`), 'ada', USERS.ada.password);
    });
    const token = async () => JSON.parse((await visitor.get(`${pages.url}/ui/api/session`)).text).csrfToken as string;
    const logout = (fields: Record<string, string>, headers?: Record<string, string>) =>
      visitor.post(`${pages.url}/Account/Logout`, fields, headers);

    for (const [query, result] of [
      ['', '/'],
      ['?returnUrl=', '/'],
      [`?returnUrl=${encodeURIComponent('/workflows?filter=active')}`, '/workflows?filter=active'],
      ['?returnUrl=/', '/'],
      ['?returnUrl=https://evil.example', '/'],
      ['?returnUrl=//evil.example', '/'],
      ['?returnUrl=/%5Cevil.example', '/'],
      ['?returnUrl=%20/workflows', '/'],
      ['?returnUrl=/%09/evil.example', '/'],
      ['?returnUrl=/%09//evil', '/'],
      ['?returnUrl=/%255Cevil', '/%5Cevil'],
      [`?returnUrl=${encodeURIComponent('/a%2Fb?q=%5C')}`, '/a%2Fb?q=%5C'],
      ['?returnUrl=/a&returnUrl=/a', '/'],
    ] as const) {
      if (IN_COMMIT_TIER && !SAMPLE.has(query)) continue;
      it(`returns to ${result} when the login is asked with ${query === '' ? 'nothing' : query}`, async () => {
        const begun = await visitor.get(`${pages.url}/Account/Login${query}`);
        expect(begun.status).to.equal(302);
        let next = begun;
        while (next.location !== undefined && !next.url.includes('/signin-oidc')) next = await visitor.get(next.location);
        expect(next.headers.get('location')).to.equal(result);
      });
    }

    it('answers 400 and keeps the visit when the token is missing or wrong', async () => {
      for (const fields of [{}, { csrfToken: '' }, { csrfToken: 'wrong' }, { other: await token() }])
        expect((await logout(fields)).status).to.equal(400);
      expect((await logout({})).text).to.contain('<h1>Not signed out</h1>'); // a browser shows what a form answers
      expect((await visitor.get(`${pages.url}/ui/api/session`)).status).to.equal(200);
      expect(pages.log.of(7053).length).to.be.at.least(4);
      expect((await openVisitor().post(`${pages.url}/Account/Logout`, {})).status).to.equal(400);
    });

    it('ends the visit here and at the provider when the token is right, and comes back', async () => {
      const cookie = [...(visitor.cookies.get(new URL(pages.url).host) ?? [])].map(([name, value]) => `${name}=${value}`).join();
      const answer = await logout({ csrfToken: await token() });
      expect(answer.status).to.equal(302);
      const end = new URL(answer.location ?? '');
      expect(end.origin + end.pathname).to.equal(`${pages.provider.url}/session/end`);
      expect(end.searchParams.get('post_logout_redirect_uri')).to.equal(`${pages.url}/signout-callback-oidc`);
      expect(end.searchParams.get('id_token_hint')).to.have.length.greaterThan(100);
      expect(visitor.cookies.get(new URL(pages.url).host)?.size).to.equal(0);
      expect((await openVisitor().get(`${pages.url}/ui/api/session`, { cookie })).status).to.equal(401);
      const form = await visitor.get(end.href);
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(form.text)?.[1] ?? '';
      const confirmed = await visitor.post(`${pages.provider.url}/session/end/confirm`, { xsrf, logout: 'yes' });
      expect(confirmed.location).to.contain(`${pages.url}/signout-callback-oidc`);
      const back = await visitor.get(confirmed.location ?? '');
      expect([back.status, back.headers.get('location')]).to.deep.equal([302, '/']);
      const asked = await visitor.follow(await visitor.get(`${pages.url}/workflows`));
      expect(asked.text).to.contain('Password');
    });

    it('ends all sessions of the user, those of no other user, and audits it when the form contains everywhere', async () => {
      const [second, bob] = [openVisitor(), openVisitor()];
      await second.signIn(await second.get(`${pages.url}/workflows`), 'ada', USERS.ada.password);
      await bob.signIn(await bob.get(`${pages.url}/workflows`), 'bob', USERS.bob.password);
      const statuses = () =>
        Promise.all([visitor, second, bob].map(async (one) => (await one.get(`${pages.url}/ui/api/session`)).status));
      expect((await logout({ everywhere: 'true' })).status).to.equal(400);
      expect(await statuses()).to.deep.equal([200, 200, 200]);
      expect((await logout({ csrfToken: await token(), everywhere: 'true' })).status).to.equal(302);
      expect(await statuses()).to.deep.equal([401, 401, 200]);
      const audit = await bob.get(`${pages.url}/ui/api/service/Audit?filters=Act==SignOutEverywhere`);
      const [entry, ...others] = JSON.parse(audit.text).items;
      expect(others).to.deep.equal([]);
      expect(entry).to.include({ result: 'accepted', actor: 'ada', targetKind: 'session', targetId: entry.session });
    });

    it('ends only this session when a user signs out in one browser', async () => {
      const second = openVisitor();
      await second.signIn(await second.get(`${pages.url}/workflows`), 'ada', USERS.ada.password);
      await logout({ csrfToken: await token() });
      expect((await second.get(`${pages.url}/ui/api/session`)).status).to.equal(200);
    });

    it('answers 405 with Allow when logout is asked for by GET', async () => {
      const answer = await visitor.get(`${pages.url}/Account/Logout`);
      expect([answer.status, answer.headers.get('allow')]).to.deep.equal([405, 'POST']);
      expect((await visitor.get(`${pages.url}/ui/api/session`)).status).to.equal(200);
    });

    it('does nothing and answers 400 when any POST comes without a valid token', async () => {
      const other = openVisitor();
      await other.signIn(await other.get(`${pages.url}/workflows`), 'bob', USERS.bob.password);
      const foreign = JSON.parse((await other.get(`${pages.url}/ui/api/session`)).text).csrfToken as string;
      for (const path of ['/ui/api/service/Definitions/enable', '/ui/api/session', '/workflows', '/nothing'])
        for (const headers of [{}, { 'X-CSRF-Token': 'x' }, { 'X-CSRF-Token': foreign }])
          expect((await visitor.postJson(pages.url + path, {}, headers)).status, path).to.equal(400);
    });

    it('lets the provider be the target of the form that signs out, and nothing else', async () => {
      const policy = (await visitor.get(`${pages.url}/workflows`)).headers.get('content-security-policy');
      expect(policy).to.contain(`form-action 'self' ${pages.provider.url};`);
    });
  });

  describe('with a provider that cannot end its session', () => {
    let pages: SignedInPages;
    before(async () => {
      pages = await startSignedInPages({}, { endsSessions: false });
    });
    after(() => pages.stop());

    it('answers 302 to the start page when a user signs out', async () => {
      const visitor = openVisitor();
      await visitor.signIn(await visitor.get(`${pages.url}/workflows`), 'ada', USERS.ada.password);
      const { csrfToken } = JSON.parse((await visitor.get(`${pages.url}/ui/api/session`)).text);
      const answer = await visitor.post(`${pages.url}/Account/Logout`, { csrfToken });
      expect([answer.status, answer.headers.get('location')]).to.deep.equal([302, '/']);
      expect((await visitor.get(`${pages.url}/ui/api/session`)).status).to.equal(401);
    });
  });

  describe('with a provider that takes the secret in the form only', () => {
    let pages: SignedInPages;
    before(async () => {
      pages = await startSignedInPages({}, { tokenAuthentication: 'client_secret_post' });
    });
    after(() => pages.stop());

    it('signs in all the same', async () => {
      const visitor = openVisitor();
      const back = await visitor.signIn(await visitor.get(`${pages.url}/workflows`), 'ada', USERS.ada.password);
      expect([back.status, back.headers.get('location')]).to.deep.equal([302, '/workflows']);
    });
  });

  for (const [name, env, warnings] of [
    ['no Authority', {}, 0],
    ['Authority alone', { Authentication__Authority: 'https://issuer.example' }, 1],
    ['ClientId alone', { Authentication__ClientId: 'pages' }, 0],
  ] as const) {
    describe(`with ${name}`, () => {
      const log = recordingLog();
      let service: TestService;
      let url: string;
      before(async () => {
        service = await startService({ env: { UI_PORT: '0', ...env }, log, roles: [startUi] });
        url = service.url;
      });
      after(() => service.stop());

      it('shows itself to everyone, and logs when that may be a mistake', async () => {
        const answer = await openVisitor().get(`${url}/ui/api/session`);
        expect(answer.status).to.equal(200);
        expect(JSON.parse(answer.text)).to.deep.include({ hasAuthentication: false, user: null });
        expect(log.of(7056).length).to.equal(warnings);
      });

      it('has no pages for the sign-in: 404', async () => {
        const visitor = openVisitor();
        for (const path of SIGN_IN_ADDRESSES) {
          const answer = await visitor.get(url + path);
          expect([path, answer.status]).to.deep.equal([path, 404]);
          expect(answer.text).to.contain('This page does not exist.');
        }
        expect((await visitor.post(`${url}/Account/Logout`, {})).status).to.equal(404);
      });

      if (warnings > 0) return; // nothing may be posted: ui-read-only

      it('asks for the antiforgery token all the same when something is posted', async () => {
        const visitor = openVisitor();
        const post = (headers = {}) => visitor.postJson(`${url}/ui/api/session`, {}, headers);
        expect((await post()).status).to.equal(400);
        const { csrfToken } = JSON.parse((await visitor.get(`${url}/ui/api/session`)).text);
        expect((await post({ 'X-CSRF-Token': 'x' })).status).to.equal(400);
        expect((await post({ 'X-CSRF-Token': csrfToken })).status).to.equal(404);
      });
    });
  }
});
