import { expect } from 'chai';
import { nameOf } from '../../src/api/endpoint.ts';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import {
  ACCESS_ROLES,
  type AccessRole,
  RIGHTS,
  RIGHTS_OF_ROLE,
  type Right,
  rightIsMissing,
} from '../../src/platform/access-roles.ts';
import { startUi } from '../../src/ui/main.ts';
import { PAGES } from '../../src/ui/server/app.ts';
import { VIEW_NEEDS } from '../../src/ui/server/rights.ts';
import { http } from '../support/http/http-client.ts';
import { UNKNOWN_ID } from '../support/http/steps.ts';
import { startIssuer } from '../support/oidc-issuer.ts';
import { startService } from '../support/service.ts';
import { hasNeed } from '../support/sign-in/role-matrix.ts';
import { startSecured } from '../support/sign-in/secured.ts';
import { type SignedInPages, startSignedInPages } from '../support/sign-in/signed-in.ts';
import { IN_COMMIT_TIER, itFull } from '../support/tier.ts';
import { openVisitor, type Visitor } from '../support/visitor.ts';

const RULES = {
  Authorization__Rules: ACCESS_ROLES.map((role) => `${role}=sluice-${role}`).join(','),
  Authorization__Claims: 'groups',
};
/** All; in the commit tier every sixth, with another beginning for each caller. */
function sampleOf<T>(all: readonly T[], caller: Caller): readonly T[] {
  return IN_COMMIT_TIER ? all.filter((_, at) => at % 6 === CALLERS.indexOf(caller) % 6) : all;
}
type Caller = AccessRole | 'outsider';
const CALLERS: readonly Caller[] = [...ACCESS_ROLES, 'outsider'];
const USERS = Object.fromEntries(
  CALLERS.map((name) => [
    name,
    { password: 'secret', claims: { name, groups: name === 'outsider' ? ['admin'] : [`sluice-${name}`] } },
  ]),
);
const pathOf = (pattern: string) =>
  pattern
    .replace('{version}', '1')
    .replace(/\{\w+Id\}/g, UNKNOWN_ID)
    .replace(/\{\w+\}/g, 'order');
/** The pages have no use for them: without their settings they are not there, or show that they are off. */
const NOT_BEHIND_PAGES: ReadonlySet<string> = new Set(['POST /mcp', 'GET /Events', 'GET /Events/stream']);
const isAllowed = (caller: Caller, need: Right | 'nothing') =>
  caller === 'outsider' ? need === 'nothing' : hasNeed(caller, need);
const READ_ONLY =
  /^These pages show nothing and change nothing: the API requires roles, and these pages have no Authorization:Rules\./;

describe('access roles on the pages (docs/contributing/spec/roles.md#views)', () => {
  let pages: SignedInPages;
  const visitors = new Map<Caller, { readonly visitor: Visitor; readonly csrfToken: string }>();
  before(async () => {
    pages = await startSignedInPages(RULES, { users: USERS });
    for (const caller of CALLERS) visitors.set(caller, await signedIn(caller, pages.url));
  });
  after(() => pages?.stop());

  async function signedIn(caller: string, url: string) {
    const visitor = openVisitor();
    await visitor.signIn(await visitor.get(`${url}/settings`), caller, 'secret');
    const { csrfToken } = JSON.parse((await visitor.get(`${url}/ui/api/session`)).text);
    return { visitor, csrfToken };
  }
  const of = (caller: Caller) => visitors.get(caller) ?? expect.fail(caller);
  const get = (caller: Caller, path: string) => of(caller).visitor.get(pages.url + path);
  const session = async (caller: Caller) => JSON.parse((await get(caller, '/ui/api/session')).text);

  for (const caller of CALLERS) {
    it(`give ${caller} the views of the table, and no other`, async () => {
      for (const [view, need] of sampleOf(Object.entries(VIEW_NEEDS), caller)) {
        const answer = await get(caller, `/ui/api${pathOf(view.slice('GET '.length))}`);
        if (isAllowed(caller, need)) expect(answer.status, view).to.be.oneOf([200, 400, 404]);
        else {
          expect([view, answer.status]).to.deep.equal([view, 403]);
          expect(JSON.parse(answer.text)).to.deep.equal({
            status: 403,
            detail: rightIsMissing(need as Right),
            code: 'missing-permission',
          });
        }
      }
    });

    it(`give ${caller} the pages of the table, and no other`, async () => {
      for (const { path, need } of sampleOf(PAGES, caller)) {
        const { status, location } = await get(caller, pathOf(path));
        if (isAllowed(caller, need)) expect(status, path).to.be.oneOf([200, 404]);
        else if (path === '/' && isAllowed(caller, 'see-tasks'))
          expect([status, location]).to.deep.equal([302, `${pages.url}/user-tasks`]);
        else expect([path, status]).to.deep.equal([path, 403]);
      }
    });

    itFull(`give ${caller} the endpoints of the API of the table, with the session instead of a token`, async () => {
      const { visitor, csrfToken } = of(caller);
      for (const endpoint of ENDPOINTS) {
        const { method, pattern, permission: need } = endpoint;
        const name = nameOf(endpoint);
        if (need === 'nothing' || NOT_BEHIND_PAGES.has(name)) continue;
        const url = `${pages.url}/ui/api/service${pathOf(pattern)}`;
        const headers = { 'X-CSRF-Token': csrfToken, 'Idempotency-Key': 'a b' };
        const { status } = method === 'GET' ? await visitor.get(url) : await visitor.sendJson(method, url, {}, headers);
        if (!isAllowed(caller, need)) expect([name, status]).to.deep.equal([name, 403]);
        else expect(status, name).to.be.oneOf(method === 'GET' ? [200, 404] : [400]);
      }
    });

    it(`inform the pages what ${caller} may do`, async () => {
      const has = (right: Right) => caller !== 'outsider' && RIGHTS_OF_ROLE[caller].includes(right);
      const rights = Object.fromEntries(RIGHTS.map((right) => [right, has(right) ? ['*'] : []]));
      expect((await session(caller)).rights).to.deep.equal(rights);
    });
  }

  it('answer 403 at every spelling of an address when the right is missing', async () => {
    for (const path of [
      '/ui/api/WORKFLOWS',
      '/UI/API/workflows/',
      '/ui/api//workflows',
      '/ui/api/%77orkflows',
      '/ui/api/workflows/../workflows',
      '/ui/api/SERVICE/Definitions',
      '/ui/api/service/%44efinitions',
      '/ui/api/service//Definitions',
      '/ui/api/nothing',
      '/workflows/',
      `/process-instance/${UNKNOWN_ID}/`,
    ]) {
      expect([path, (await get('worker', path)).status]).to.be.deep.oneOf([
        [path, 403],
        [path, 404],
      ]);
      const { text } = await get('worker', path);
      expect(text, path).not.to.contain('totalCount');
    }
  });

  it('answer the same for an unknown instance and for an existing one when the permission is missing', async () => {
    const { text, status } = await get('worker', `/process-instance/${UNKNOWN_ID}`);
    const page = await get('worker', '/workflows');
    expect([status, text]).to.deep.equal([403, page.text]);
  });

  it('lead to the tasks when a user sees nothing else', async () => {
    expect((await get('worker', '/')).location).to.equal(`${pages.url}/user-tasks`);
    expect((await get('viewer', '/')).status).to.equal(200);
    expect((await get('outsider', '/')).status).to.equal(403);
  });

  it('leave a line when a user is refused', async () => {
    await get('worker', '/ui/api/search?q=a');
    const Actor = 'worker';
    expect(pages.log.of(7025).at(-1)?.properties).to.deep.equal({ Endpoint: 'ui GET /search', Right: 'see', Actor });
    await get('worker', '/dashboard');
    expect(pages.log.of(7025).at(-1)?.properties).to.deep.equal({ Endpoint: 'ui /dashboard', Right: 'see', Actor });
  });

  it('follow the rules of today when a session is older than they are', async () => {
    const { databaseUrl } = pages.service;
    const env = {
      UI_PORT: '0',
      Authentication__Authority: pages.provider.url,
      Authentication__RequireHttpsMetadata: 'false',
      Authentication__ClientId: 'pages',
      Authentication__ClientSecret: 'client-secret',
      Authorization__Rules: 'viewer=sluice-admin,operator=sluice-root',
      Authorization__Claims: 'groups',
    };
    const later = await startService({ databaseUrl, env, roles: [startUi] });
    try {
      const cookie = [...(of('admin').visitor.cookies.get(new URL(pages.url).host) ?? [])]
        .map((pair) => pair.join('='))
        .join('; ');
      const { json } = await http(later.url, { path: '/ui/api/session', headers: { Cookie: cookie } });
      expect([json.rights.see, json.rights.operate]).to.deep.equal([['*'], []]);
    } finally {
      await later.stop();
    }
  });
});

describe('pages that cannot know anyone’s roles (docs/contributing/spec/roles.md#pages-without-sign-in)', () => {
  itFull('show nothing when no one can sign in', async () => {
    const issuer = await startIssuer({});
    const service = await startSecured(issuer.url, { ...RULES, UI_PORT: '0', Authorization__DefaultRole: 'admin' }, [startUi]);
    try {
      for (const path of ['/ui/api/workflows', '/ui/api/service/Definitions', '/ui/api/dashboard', '/workflows']) {
        expect([path, (await http(service.url, { path })).status]).to.deep.equal([path, 403]);
      }
      expect((await http(service.url, { path: '/ui/api/session' })).json.rights.see).to.deep.equal([]);
    } finally {
      await service.stop();
      await issuer.close();
    }
  });

  itFull('show nothing and change nothing when they have no rules next to an API that has some', async () => {
    const pages = await startSignedInPages({}, { users: USERS });
    const { databaseUrl } = pages.service;
    const secured = { Authentication__Authority: pages.provider.url, Authentication__RequireHttpsMetadata: 'false', ...RULES };
    const api = await startService({ databaseUrl, env: secured });
    await api.stop();
    const others = await pages.replica();
    try {
      const visitor = openVisitor();
      await visitor.signIn(await visitor.get(`${others}/settings`), 'admin', 'secret');
      for (const path of ['/ui/api/workflows', '/ui/api/service/Definitions', '/workflows']) {
        expect([path, (await visitor.get(others + path)).status]).to.deep.equal([path, 403]);
      }
      const { readOnly, rights } = JSON.parse((await visitor.get(`${others}/ui/api/session`)).text);
      expect(readOnly).to.match(READ_ONLY);
      expect(rights.see).to.deep.equal([]);
      const answer = await visitor.postJson(`${others}/ui/api/service/Execution/start`, {});
      expect([answer.status, JSON.parse(answer.text).detail]).to.deep.equal([403, readOnly]);
    } finally {
      await pages.stop();
    }
  });

  itFull('let everyone who has signed in do everything when no rule is set anywhere', async () => {
    const pages = await startSignedInPages({}, { users: USERS });
    try {
      const visitor = openVisitor();
      await visitor.signIn(await visitor.get(`${pages.url}/workflows`), 'outsider', 'secret');
      const { rights, csrfToken } = JSON.parse((await visitor.get(`${pages.url}/ui/api/session`)).text);
      expect(rights).to.equal(null);
      const url = `${pages.url}/ui/api/service/Definitions/disable`;
      expect((await visitor.postJson(url, {}, { 'X-CSRF-Token': csrfToken })).status).to.equal(400);
      expect((await visitor.get(`${pages.url}/dashboard`)).status).to.equal(200);
    } finally {
      await pages.stop();
    }
  });
});
