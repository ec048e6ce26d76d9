import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { sequence, task } from '../support/models/models.ts';
import { type SignedInPages, startSignedInPages, USERS } from '../support/sign-in/signed-in.ts';
import { itFull } from '../support/tier.ts';
import { openVisitor, type Visitor } from '../support/visitor.ts';

interface Entry {
  readonly act: string;
  readonly result: string;
  readonly status: number;
  readonly code: string | null;
  readonly actor: string | null;
  readonly session: string | null;
  readonly identifiedBy: string;
  readonly surface: string;
  readonly targetKind: string | null;
  readonly targetId: string | null;
  readonly clientAddress: string | null;
}

describe('the audit of the pages (docs/contributing/spec/audit.md#pages)', () => {
  let pages: SignedInPages;
  let visitor: Visitor;
  let csrfToken: string;
  const service = (path: string) => `${pages.url}/ui/api/service${path}`;
  const send = (path: string, body: unknown, token = csrfToken) =>
    visitor.postJson(service(path), body, { 'X-CSRF-Token': token });
  const listed = async (filters: string): Promise<readonly Entry[]> => {
    const answer = await visitor.get(`${service('/Audit')}?${new URLSearchParams({ filters, pageSize: '100' })}`);
    return JSON.parse(answer.text).items;
  };
  const entries = (filters: string, wanted: number) =>
    eventually(filters, async () => {
      const found = await listed(filters);
      return found.length >= wanted ? found : undefined;
    });
  async function signIn() {
    visitor = openVisitor();
    await visitor.signIn(await visitor.get(`${pages.url}/workflows`), 'ada', USERS.ada.password);
    csrfToken = JSON.parse((await visitor.get(`${pages.url}/ui/api/session`)).text).csrfToken;
  }
  before(async () => {
    pages = await startSignedInPages({ Audit__Enabled: 'true' });
    await signIn();
    await send('/Definitions/deploy', { BpmnXml: sequence('order', task('pack')) });
  });
  after(() => pages.stop());

  it('has a sign-in once, with the session that acts name too, and no cookie', async () => {
    const [entry] = await listed('Act==SignIn,Result==accepted');
    expect(entry).to.include({ status: 302, identifiedBy: 'session', surface: 'pages', targetKind: 'session', actor: 'ada' });
    expect(entry?.session).to.match(/^[0-9a-f]{16}$/);
    expect(entry?.targetId).to.equal(entry?.session);
    const [deployed] = await listed('Act==DeployDefinition');
    expect(deployed).to.include({ result: 'accepted', actor: 'ada', session: entry?.session ?? '', surface: 'pages' });
    const { text } = await visitor.get(service('/Audit'));
    for (const jar of visitor.cookies.values()) {
      for (const cookie of jar.values()) expect(text).to.not.contain(/^s%3A([^.]+)/.exec(cookie)?.[1] ?? cookie);
    }
  });

  it('has starts by hand, once each, as they are the acts of a person', async () => {
    const answer = await send('/Execution/start', { WorkflowId: 'order' });
    const id: string = JSON.parse(answer.text).WorkflowInstanceId;
    expect((await send(`/Instances/${id}/cancel`, { reason: 'no' })).status).to.equal(200);
    const acts = (await listed(`TargetId==${id}`)).map(({ act, result }) => [act, result]);
    expect(acts).to.deep.equal([
      ['CancelInstance', 'accepted'],
      ['StartInstance', 'accepted'],
    ]);
  });

  it('has refusals of the rules once, and those of the pages before an endpoint sees the request', async () => {
    await send('/Definitions/disable', { ProcessDefinitionKey: 'ghost' });
    await send('/Definitions/enable', { ProcessDefinitionKey: 'order' }, 'forged');
    const stranger = openVisitor();
    await stranger.postJson(service('/Definitions/enable'), { ProcessDefinitionKey: 'order' });
    await stranger.postJson(service('/Definitions/validate'), {});
    const [ghost, ...others] = await entries('Act==DisableProcess', 1);
    expect(ghost).to.include({ result: 'refused', status: 404, code: 'PROCESS_NOT_REGISTERED', actor: 'ada' });
    expect(others).to.deep.equal([]);
    const found = await entries('Act==EnableProcess', 2);
    const rest = found.map(({ status, code, actor, identifiedBy }) => [status, code, actor, identifiedBy]);
    expect(rest).to.have.deep.members([
      [400, 'ANTIFORGERY_TOKEN_WRONG', 'ada', 'session'],
      [401, 'NOT_SIGNED_IN', null, 'anonymous'],
    ]);
    expect(await listed('Act==ValidateDefinition')).to.deep.equal([]);
  });

  itFull('has sign-ins that failed, and a sign-out', async () => {
    await openVisitor().get(`${pages.url}/signin-oidc?code=forged&state=forged`);
    const [failed] = await entries('Code==SIGN_IN_FAILED', 1);
    expect(failed).to.include({
      act: 'SignIn',
      result: 'refused',
      status: 400,
      actor: null,
      session: null,
      clientAddress: '127.0.0.1',
    });
    await visitor.post(`${pages.url}/Account/Logout`, { csrfToken });
    await signIn();
    const [out, ...others] = await listed('Act==SignOut');
    expect(others).to.deep.equal([]);
    expect(out).to.include({ result: 'accepted', actor: 'ada', targetKind: 'session', identifiedBy: 'session' });
  });
});
