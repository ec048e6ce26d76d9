import { expect } from 'chai';
import { DOCUMENTED_ENDPOINTS } from '../../src/api/endpoints.ts';
import { openPool } from '../../src/db/pool.ts';
import { startUi } from '../../src/ui/main.ts';
import { http } from '../support/http/http-client.ts';
import { startIssuer, type TestIssuer } from '../support/oidc-issuer.ts';
import { startService } from '../support/service.ts';
import { type SecuredService, startSecured } from '../support/sign-in/secured.ts';

const ID = '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11';
const REASON =
  'These pages are read-only: the API requires tokens, and sign-in is off here. ' +
  'Set Authentication:ClientId and Authentication:ClientSecret so that users can sign in and act.';

describe('when the API asks for tokens and no one can sign in to the UI (docs/contributing/spec/http/access.md#read-only-pages)', () => {
  let issuer: TestIssuer;
  let service: SecuredService;
  let headers: Record<string, string>;
  before(async () => {
    issuer = await startIssuer({ alice: {} });
    service = await startSecured(issuer.url, { UI_PORT: '0' }, [startUi]);
    headers = { ...(await visitFromBefore(service.databaseUrl)), 'Content-Type': 'application/json' };
  });
  after(async () => {
    await service?.stop();
    await issuer.close();
  });

  /** Cookie and antiforgery token of a visit that began before the API asked for tokens. */
  async function visitFromBefore(databaseUrl: string): Promise<Record<string, string>> {
    const open = await startService({ databaseUrl, env: { UI_PORT: '0' }, roles: [startUi] });
    try {
      const { headers: sent, json } = await http(open.url, { path: '/ui/api/session' });
      const cookie = String(sent['set-cookie']).split(';', 1)[0] ?? '';
      const visit = { Cookie: cookie, 'X-CSRF-Token': String(json.csrfToken) };
      // it is good: the body is what is refused
      const answer = await http(open.url, { method: 'POST', path: '/ui/api/service/Execution/start', headers: visit, body: {} });
      expect([answer.status, answer.json]).to.deep.equal([400, { error: 'WorkflowId is required' }]);
      return visit;
    } finally {
      await open.stop();
    }
  }

  const send = (method: string, path: string) => http(service.url, { method, path, headers, body: '{}' });

  for (const { method, pattern } of DOCUMENTED_ENDPOINTS.filter((endpoint) => endpoint.method === 'POST')) {
    it(`refuses ${method} ${pattern} with 403 and the reason, also with a good antiforgery token`, async () => {
      const answer = await send(method, `/ui/api/service${pattern.replace(/\{\w+\}/g, ID)}`);
      expect([answer.status, answer.json]).to.deep.equal([403, { status: 403, detail: REASON, code: 'read-only' }]);
    });
  }

  it('refuses every verb that may change something, at every spelling of every address', async () => {
    for (const path of [
      '/UI/API/Service/Definitions/disable',
      '/ui/api/service/Definitions/disable/',
      '/ui/api//service/Definitions/disable',
      '/ui/api/service/%44efinitions/disable',
      '/ui/api/session',
      '/ui/api/nothing',
      '/dashboard',
      '/',
      `http://localhost/ui/api/service/Definitions/disable`,
    ]) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
        const answer = await send(method, path);
        expect([method, path, answer.status]).to.deep.equal([method, path, 403]);
      }
    }
  });

  it('gives the reason before it looks at the antiforgery token', async () => {
    const answer = await http(service.url, { method: 'POST', path: '/ui/api/service/Execution/start', body: {} });
    expect([answer.status, answer.json.detail]).to.deep.equal([403, REASON]);
  });

  it('shows everything all the same, and informs the browser why nothing can be done', async () => {
    for (const path of ['/workflows', '/ui/api/workflows', '/ui/api/service/Definitions', '/health', '/ready']) {
      expect([path, (await http(service.url, { path })).status]).to.deep.equal([path, 200]);
    }
    expect((await http(service.url, { path: '/ui/api/session' })).json).to.deep.include({ readOnly: REASON });
  });

  it('keeps nothing about visitors: no visit, no cookie', async () => {
    const pool = openPool(service.databaseUrl, { max: 1, applicationName: 'sluice test' });
    const visits = async () => (await pool.query<{ n: number }>('select count(*)::int as n from ui_session')).rows[0]?.n;
    try {
      const before = await visits();
      for (const path of [
        '/ui/api/session',
        '/',
        '/workflows',
        '/ui/api/workflows',
        '/Account/Login',
        '/signin-oidc?state=x&code=y',
      ]) {
        expect([path, (await http(service.url, { path })).headers['set-cookie']]).to.deep.equal([path, undefined]);
      }
      expect(await visits()).to.equal(before);
    } finally {
      await pool.end();
    }
  });

  it('logs at start-up (7056)', () => {
    expect(service.log.of(7056).map(({ properties }) => properties)).to.deep.equal([{ Reason: REASON }]);
  });
});
