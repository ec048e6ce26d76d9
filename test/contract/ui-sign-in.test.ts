import { expect } from 'chai';
import { type SignedInPages, startSignedInPages, USERS } from '../support/sign-in/signed-in.ts';
import { openVisitor, type Visited, type Visitor } from '../support/visitor.ts';

/** Parameters of the address at the provider. */
function askedOf(answer: Visited): URLSearchParams {
  return new URL(answer.location ?? '').searchParams;
}

describe('when people sign in to the UI (docs/contributing/spec/http/access.md#sign-in-to-the-web-ui)', () => {
  let pages: SignedInPages;
  let visitor: Visitor;
  before(async () => {
    pages = await startSignedInPages();
  });
  after(() => pages.stop());
  beforeEach(() => {
    visitor = openVisitor();
  });
  const get = (path: string, headers?: Record<string, string>) => visitor.get(pages.url + path, headers);
  const signIn = async (path = '/workflows', name: keyof typeof USERS = 'ada') =>
    visitor.signIn(await get(path), name, USERS[name].password);
  const session = async () => JSON.parse((await get('/ui/api/session')).text);

  it('asks with the code flow, PKCE, state, nonce and the three scopes when a page is opened', async () => {
    const answer = await get('/workflows');
    expect(answer.status).to.equal(302);
    expect(answer.location?.startsWith(`${pages.provider.url}/auth?`)).to.equal(true);
    const asked = askedOf(answer);
    expect(Object.fromEntries(asked)).to.include({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid profile email',
      redirect_uri: `${pages.url}/signin-oidc`,
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)).to.have.length.greaterThan(20);
    const again = askedOf(await get('/workflows'));
    for (const name of ['state', 'nonce', 'code_challenge']) expect(again.get(name)).to.not.equal(asked.get(name));
  });

  it('shows the name, acting user and groups of the claims when a user has signed in', async () => {
    await signIn();
    expect(await session()).to.deep.include({
      hasAuthentication: true,
      user: { name: 'ada', userId: 'ada', groups: ['clerks', 'managers'] },
    });
  });

  it('lets everyone do everything when a user has signed in: no role is enforced', async () => {
    await signIn('/workflows', 'bob');
    expect((await get('/dashboard')).status).to.equal(200);
    const { csrfToken } = await session();
    const answer = await visitor.postJson(
      `${pages.url}/ui/api/service/Execution/start`,
      { WorkflowId: 'none' },
      { 'X-CSRF-Token': csrfToken },
    );
    expect(answer.status).to.equal(404);
  });

  it('comes back to the address first asked for, path and query kept, when it was a deep link', async () => {
    const deep = '/process-instances/a%2Fb?status=Running&q=%5Cx#';
    const back = await signIn(deep.slice(0, -1));
    expect([back.status, back.headers.get('location')]).to.deep.equal([302, '/process-instances/a%2Fb?status=Running&q=%5Cx']);
    expect((await visitor.follow(back)).status).to.equal(200);
  });

  it('leads every page to the provider when the cookie is missing or not valid, known address or not', async () => {
    for (const path of ['/', '/workflows', '/events', '/settings', '/nothing', '/docs', '/style.css']) {
      const answer = await get(path, { cookie: 'sluice.visit=s%3Aforged.signature' });
      expect([path, answer.status]).to.deep.equal([path, 302]);
      expect(answer.location).to.contain(pages.provider.url);
    }
  });

  it('keeps two sign-ins of one browser apart when both come back', async () => {
    const [first, second] = [await get('/events'), await get('/settings')];
    expect((await visitor.signIn(first, 'ada', USERS.ada.password)).headers.get('location')).to.equal('/events');
    let next = second;
    while (next.location !== undefined && !next.url.includes('/signin-oidc')) next = await visitor.get(next.location);
    expect(next.headers.get('location')).to.equal('/settings');
    expect((await get('/ui/api/session')).status).to.equal(200);
  });

  it('does not lead to another host when the path itself looks like one', async () => {
    const back = await visitor.signIn(await visitor.get(`${pages.url}//evil.example/a`), 'ada', USERS.ada.password);
    expect(back.headers.get('location')).to.equal('/');
  });

  it('refuses data with 401 and an empty body when there is no valid cookie', async () => {
    for (const path of [
      '/ui/api/session',
      '/ui/api/workflows',
      '/ui/api/service/Definitions',
      '/ui/api/nothing',
      '/UI/API/session',
    ]) {
      const answer = await get(path);
      expect([path, answer.status, answer.text]).to.deep.equal([path, 401, '']);
    }
    const write = await visitor.postJson(`${pages.url}/ui/api/service/Execution/start`, { WorkflowId: 'a' });
    expect([write.status, write.text]).to.deep.equal([401, '']);
  });

  it('refuses the parts of pages when there is no valid cookie', async () => {
    for (const path of ['/assets/index.js', '/ASSETS/x.css']) expect((await get(path)).status).to.equal(401);
    expect((await get('/theme.js', { 'Sec-Fetch-Dest': 'script' })).status).to.equal(401);
    expect((await get('/theme.js')).status).to.equal(302);
  });

  it('guards everything below /dashboard when no one has signed in', async () => {
    for (const path of [
      '/dashboard',
      '/dashboard/',
      '/dashboard/anything/below',
      '/DASHBOARD',
      '/dashboard?x=1',
      '/%64ashboard',
    ]) {
      const answer = await get(path);
      expect([path, answer.status], path).to.deep.equal([path, 302]);
      expect(answer.location).to.contain(pages.provider.url);
    }
  });

  it('keeps health anonymous when people sign in', async () => {
    for (const path of ['/health', '/alive', '/ready']) {
      const answer = await get(path);
      expect([answer.status, answer.headers.get('set-cookie')]).to.deep.equal([200, null]);
    }
  });

  it('acts as the signed-in user when a task is claimed, whatever the browser sends (docs/contributing/spec/pages.md#user-tasks)', async () => {
    await signIn();
    const { csrfToken } = await session();
    const claim = (body: object) =>
      visitor.postJson(`${pages.url}/ui/api/service/UserTasks/0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11/claim`, body, {
        'X-CSRF-Token': csrfToken,
      });
    expect(JSON.parse((await claim({ UserId: 'bob' })).text)).to.deep.equal({
      error: 'UserId does not match the authenticated user',
    });
    expect((await claim({})).status).to.equal(404);
  });

  it('shows a page with a way to try again, status 400, when the callback is wrong', async () => {
    const begun = await get('/events');
    const state = askedOf(begun).get('state') ?? '';
    const wrong = ['state=other&code=x', 'code=x', '', `state=${state}&state=${state}&code=x`, `state=${state}&code=wrong`];
    for (const query of [...wrong, 'error=access_denied&state=none']) {
      const answer = await get(`/signin-oidc?${query}`);
      expect([query, answer.status]).to.deep.equal([query, 400]);
      expect(answer.text)
        .to.contain('Sign-in failed')
        .and.to.match(/<a href="\/Account\/Login\?returnUrl=[^"]*">Try again<\/a>/);
    }
    expect(pages.log.of(7051).length).to.be.greaterThan(4);
    expect((await get('/ui/api/session')).status).to.equal(401);
  });

  it('shows the same page when the provider rejects the sign-in', async () => {
    const state = askedOf(await get('/events')).get('state') ?? '';
    const answer = await get(`/signin-oidc?error=access_denied&state=${state}`);
    expect(answer.status).to.equal(400);
    expect(answer.text).to.contain('returnUrl=%2Fevents');
  });

  it('takes an answer of the provider once when it is sent twice', async () => {
    const form = await visitor.follow(await get('/events'));
    let next = await visitor.post(form.url, { login: 'ada', password: USERS.ada.password });
    while (next.location !== undefined && !next.location.includes('/signin-oidc')) next = await visitor.get(next.location);
    expect((await visitor.get(next.location ?? '')).status).to.equal(302);
    expect((await visitor.get(next.location ?? '')).status).to.equal(400);
  });

  it('logs who signed in and out, and never a secret', async () => {
    await signIn();
    expect(pages.log.of(7050).at(-1)?.properties).to.deep.equal({ UserName: 'ada', Phase: 'in' });
    const told = JSON.stringify(pages.log.lines);
    for (const secret of ['client-secret', USERS.ada.password]) expect(told).to.not.contain(secret);
  });
});
