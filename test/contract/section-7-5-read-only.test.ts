import { expect } from 'chai';
import { OPERATIONS } from '../../src/api/openapi/document.ts';
import { startUi } from '../../src/ui/main.ts';
import { startIssuer, type TestIssuer } from '../support/oidc-issuer.ts';
import { http } from './http-client.ts';
import { type SecuredService, startSecured } from './secured.ts';

const ID = '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11';
const REASON =
  'These pages are read-only: the API asks for tokens, and nobody can sign in here. ' +
  'Set Authentication:ClientId and Authentication:ClientSecret to let people sign in and act.';

describe('contract 7.5 when the API asks for tokens and nobody can sign in to the UI', () => {
  let issuer: TestIssuer;
  let service: SecuredService;
  let headers: Record<string, string>;
  before(async () => {
    issuer = await startIssuer({ alice: {} });
    service = await startSecured(issuer.url, { UI_PORT: '0' }, [startUi]);
    const session = await http(service.url, { path: '/ui/api/session' });
    const cookie = String(session.headers['set-cookie']).split(';', 1)[0] ?? '';
    headers = { Cookie: cookie, 'X-CSRF-Token': session.json.csrfToken, 'Content-Type': 'application/json' };
  });
  after(async () => {
    await service?.stop();
    await issuer.close();
  });

  const send = (method: string, path: string) => http(service.url, { method, path, headers, body: '{}' });

  for (const { method, pattern } of OPERATIONS.filter((operation) => operation.method === 'POST')) {
    it(`refuses ${method} ${pattern} with 403 and the reason, also with a good antiforgery token`, async () => {
      const answer = await send(method, `/ui/api/service${pattern.replace(/\{\w+\}/g, ID)}`);
      expect([answer.status, answer.json]).to.deep.equal([403, { status: 403, detail: REASON }]);
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

  it('shows everything all the same, and tells the browser why nothing can be done', async () => {
    for (const path of ['/workflows', '/ui/api/workflows', '/ui/api/service/Definitions', '/health', '/ready']) {
      expect([path, (await http(service.url, { path })).status]).to.deep.equal([path, 200]);
    }
    expect((await http(service.url, { path: '/ui/api/session' })).json).to.deep.include({ readOnly: REASON });
  });

  it('tells the log at start-up (7056)', () => {
    expect(service.log.of(7056).map(({ message }) => message)).to.deep.equal([REASON]);
  });
});
