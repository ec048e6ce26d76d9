import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { newId } from '../../src/platform/ids.ts';
import { startProjector } from '../../src/projector/main.ts';
import { startWorker } from '../../src/worker/main.ts';
import { eventually } from '../support/eventually.ts';
import { expectEmpty, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, http, post } from '../support/http/http-client.ts';
import { activeEntry, deploy, start, startAtTask, stateOf, UNKNOWN_ID } from '../support/http/steps.ts';
import { raisedIncident, STUCK } from '../support/models/incident-models.ts';
import { sequence, task, userTask } from '../support/models/models.ts';
import { startIssuer, type TestIssuer } from '../support/oidc-issuer.ts';
import { startService, type TestService } from '../support/service.ts';
import { bearer, type SecuredService, startSecured } from '../support/sign-in/secured.ts';
import { itFull } from '../support/tier.ts';

interface Entry {
  readonly act: string;
  readonly actor: string | null;
  readonly targetKind: string | null;
  readonly targetId: string | null;
  readonly processKey: string | null;
  readonly result: string;
  readonly status: number;
  readonly code: string | null;
  readonly count: number;
  readonly clientAddress: string | null;
  readonly commandId: string | null;
}

const ON = { Audit__Enabled: 'true' };

async function listed(url: string, filters = '', headers: Record<string, string> = {}): Promise<readonly Entry[]> {
  const query = new URLSearchParams({ filters, pageSize: '100' });
  return expectJson(await get(url, `/Audit?${query}`, headers)).items;
}

/** Refusals are written within a second. */
function entries(url: string, filters: string, wanted: number, headers?: Record<string, string>): Promise<readonly Entry[]> {
  return eventually(`${wanted} entries of ${filters}`, async () => {
    const found = await listed(url, filters, headers);
    return found.length >= wanted ? found : undefined;
  });
}

describe('GET /Audit (docs/contributing/spec/audit.md)', () => {
  let service: TestService;
  before(async () => {
    service = await startService({ env: ON });
    await deploy(service.url, sequence('order', task('pack')));
    await deploy(service.url, sequence('asked', userTask('review')));
    await deploy(service.url, STUCK);
  });
  after(() => service.stop());

  const about = async (targetId: string) =>
    (await listed(service.url, `TargetId==${targetId}`)).map(({ act, result, targetKind, processKey }) => ({
      act,
      result,
      targetKind,
      processKey,
    }));
  const accepted = (act: string, targetKind: string, processKey: string) => ({ act, result: 'accepted', targetKind, processKey });

  it('has each accepted act once, with what it was done to, when instances are operated', async () => {
    const id = await start(service.url, 'order');
    expectEmpty(await post(service.url, `/Instances/${id}/variables`, { Variables: { secret: 'hunter2' } }));
    expectJson(await post(service.url, `/Instances/${id}/suspend`, {}));
    expectJson(await post(service.url, `/Instances/${id}/resume`, {}));
    expectEmpty(await post(service.url, `/Instances/${id}/cancel`, {}));
    expectJson(await post(service.url, `/Instances/${id}/revive`, {}));
    expectJson(await post(service.url, `/Instances/${id}/fork`, { Step: 1 }));
    const instruction = { startBefore: { element: 'pack' } };
    expectJson(await post(service.url, `/Instances/${id}/modify`, { Instructions: [instruction], DryRun: true }));
    expectJson(await post(service.url, `/Instances/${id}/modify`, { Instructions: [instruction] }));
    const acts = 'ModifyInstance ForkInstance ReviveInstance CancelInstance ResumeInstance SuspendInstance EditVariables';
    expect(await about(id)).to.deep.equal(acts.split(' ').map((act) => accepted(act, 'instance', 'order')));
  });

  itFull('has the acts at definitions, user tasks, incidents and dead letters when they are accepted', async () => {
    const version = await deploy(service.url, sequence('other', task('a')));
    expect(await about(`other:${version}`)).to.deep.equal([accepted('DeployDefinition', 'definition', 'other')]);
    for (const action of ['disable', 'enable']) {
      expectJson(await post(service.url, `/Definitions/${action}`, { ProcessDefinitionKey: 'other' }));
    }
    for (const action of ['suspend', 'resume']) expectJson(await post(service.url, `/Definitions/other/${action}`, {}));
    expect(await about('other')).to.deep.equal([
      accepted('ResumeProcess', 'process', 'other'),
      accepted('SuspendProcess', 'process', 'other'),
      accepted('EnableProcess', 'process', 'other'),
      accepted('DisableProcess', 'process', 'other'),
    ]);
    expectJson(await http(service.url, { method: 'DELETE', path: `/Definitions/other/${version}` }));
    expect((await about(`other:${version}`))[0]).to.deep.equal(accepted('DeleteDefinition', 'definition', 'other'));
    const { taskId } = await startAtTask(service.url, 'asked');
    expectEmpty(await post(service.url, `/UserTasks/${taskId}/cancel`, { Reason: 'no' }));
    expect(await about(taskId)).to.deep.equal([accepted('CancelUserTask', 'user-task', 'asked')]);
    const incidentId = await raisedIncident(service.url);
    expectEmpty(await post(service.url, `/Incidents/${incidentId}/resolve`, { Variables: { secret: 'hunter2' } }));
    expect(await about(incidentId)).to.deep.equal([accepted('ResolveIncident', 'incident', 'stuck')]);
    expectJson(await post(service.url, '/DeadLetters/retry', {}));
    const [letters] = await listed(service.url, 'Act==RetryDeadLetters');
    expect([letters?.targetKind, letters?.targetId, letters?.processKey]).to.deep.equal(['dead-letter', null, null]);
  });

  it('has migrations that are no dry runs, and a key that is suspended and resumed', async () => {
    await deploy(service.url, sequence('moved', task('a')));
    const id = await start(service.url, 'moved');
    await deploy(service.url, sequence('moved', task('a'), task('b')));
    const { processDefinitionId: DefinitionId } = await stateOf(service.url, await start(service.url, 'moved'));
    for (const DryRun of [true, false]) {
      expectJson(await post(service.url, `/Instances/${id}/migrate`, { DefinitionId, DryRun }));
    }
    expect(await about(id)).to.deep.equal([accepted('MigrateInstance', 'instance', 'moved')]);
    for (const action of ['suspend', 'resume']) expectJson(await post(service.url, `/Definitions/moved/${action}`, {}));
    expect(await about('moved')).to.deep.equal([
      accepted('ResumeProcess', 'process', 'moved'),
      accepted('SuspendProcess', 'process', 'moved'),
    ]);
  });

  it('has deletions and erasures, and of an erasure nothing that identifies a person', async () => {
    const [id, businessId] = [await start(service.url, 'order'), `person-${newId()}`];
    await start(service.url, 'order', { BusinessId: businessId });
    expect((await http(service.url, { method: 'DELETE', path: `/Instances/${id}` })).status).to.equal(409);
    expectEmpty(await post(service.url, `/Instances/${id}/cancel`, {}));
    expectJson(await http(service.url, { method: 'DELETE', path: `/Instances/${id}` }));
    const [refused] = await entries(service.url, `TargetId==${id},Result==refused`, 1);
    expect(refused).to.include({ act: 'DeleteInstance', code: 'INSTANCE_NOT_ENDED' });
    const kept = (await about(id)).filter(({ result }) => result === 'accepted');
    expect(kept[0]).to.deep.equal(accepted('DeleteInstance', 'instance', 'order'));
    expectJson(await post(service.url, '/Instances/erase', { BusinessId: businessId, CancelRunning: true }));
    const [erased] = await listed(service.url, 'Act==EraseInstances');
    expect(erased).to.include({ result: 'accepted', targetKind: 'instance', targetId: null, processKey: null });
    expect((await get(service.url, '/Audit/csv')).text).to.not.contain(businessId);
  });

  it('leaves out what applications and workers do when only operators are recorded', async () => {
    const id = await start(service.url, 'order');
    expectEmpty(await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: id, ActivityId: 'pack' }));
    await post(service.url, '/Execution/start', { WorkflowId: 'nobody' });
    const { taskId } = await startAtTask(service.url, 'asked');
    expectEmpty(await post(service.url, `/UserTasks/${taskId}/claim`, { UserId: 'ann' }));
    expect(await about(taskId)).to.deep.equal([]);
    const found = await listed(service.url, 'Act==StartInstance|CompleteActivity');
    expect(found).to.deep.equal([]);
  });

  it('has every refusal with status and code when rules, bodies or headers cause it', async () => {
    const path = `/Instances/${UNKNOWN_ID}`;
    await post(service.url, `${path}/cancel`, {});
    await post(service.url, `${path}/modify`, { Instructions: 'none' });
    await post(service.url, `${path}/suspend`, '{');
    await post(service.url, `${path}/resume`, {}, { 'Idempotency-Key': 'a b' });
    await http(service.url, { method: 'POST', path: `${path}/fork`, body: 'x', headers: { 'Content-Type': 'text/plain' } });
    const found = await entries(service.url, `TargetId==${UNKNOWN_ID}`, 5);
    const refusals = found.map(({ act, result, status, code }) => `${act} ${result} ${status} ${code}`).sort();
    expect(refusals).to.deep.equal([
      'CancelInstance refused 404 INSTANCE_NOT_FOUND',
      'ForkInstance refused 415 BODY_NOT_JSON',
      'ModifyInstance refused 400 REQUEST_MALFORMED',
      'ResumeInstance refused 400 REQUEST_MALFORMED',
      'SuspendInstance refused 415 BODY_NOT_JSON',
    ]);
    await http(service.url, { method: 'DELETE', path: '/Definitions/ghost/3' });
    const [deletion] = await entries(service.url, 'ProcessKey==ghost', 1);
    expect(deletion).to.include({ targetId: 'ghost:3', code: 'VERSION_NOT_REGISTERED', status: 404, count: 1 });
  });

  it('has one entry when an act is repeated under its key, and another one for a repeat with other content', async () => {
    const id = await start(service.url, 'order');
    const headers = { 'Idempotency-Key': newId() };
    const cancel = (reason: string) => post(service.url, `/Instances/${id}/cancel`, { reason }, headers);
    await Promise.all([cancel('a'), cancel('a'), cancel('a')]);
    expectEmpty(await cancel('a'));
    expect((await cancel('b')).status).to.equal(422);
    const found = await entries(service.url, `TargetId==${id}`, 2);
    expect(found.map(({ result, code }) => [result, code])).to.have.deep.members([
      ['accepted', null],
      ['refused', 'IDEMPOTENCY_KEY_REUSED'],
    ]);
  });

  it('shows who, from where and in which trace when no one is asked for a token', async () => {
    const id = await start(service.url, 'order');
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    expectEmpty(await post(service.url, `/Instances/${id}/cancel`, {}, { traceparent: `00-${traceId}-b7ad6b7169203331-01` }));
    const [entry] = await listed(service.url, `TraceId==${traceId}`);
    expect(entry).to.include({ identifiedBy: 'anonymous', actor: null, session: null, surface: 'api' });
    expect(entry).to.include({ clientAddress: '127.0.0.1', traceId, targetId: id });
    const byCommand = await listed(service.url, `CommandId==${entry?.commandId}`);
    expect(byCommand).to.deep.equal([entry]);
  });

  it('never has values of variables, reasons or models when they are sent', async () => {
    const texts = [(await get(service.url, '/Audit?pageSize=100')).text, (await get(service.url, '/Audit/csv')).text];
    for (const text of texts) expect(text).to.not.match(/hunter2|bpmn|"no"|sold/i);
  });

  it('is filtered, sorted and paged as every list', async () => {
    const all = expectJson(await get(service.url, '/Audit?pageSize=2&page=2'));
    expect([all.items.length, all.page, all.pageSize]).to.deep.equal([2, 2, 2]);
    const oldest = expectJson(await get(service.url, '/Audit?sorts=At&pageSize=1')).items[0];
    expect(oldest).to.include({ act: 'DeployDefinition', targetId: 'order:1' });
    const bad = await get(service.url, '/Audit?filters=Status==404');
    expect([bad.status, bad.json.detail]).to.deep.equal([
      400,
      "Unknown filter name 'Status'. Allowed names: At, Act, Actor, TargetId, ProcessKey, ClientAddress, TraceId, CommandId, Result, Code.",
    ]);
    const since = await listed(service.url, `At>=${new Date(Date.now() + 60_000).toISOString()}`);
    expect(since).to.deep.equal([]);
  });

  it('is a CSV whose texts are no formulas when it is exported', async () => {
    await http(service.url, { method: 'DELETE', path: `/Definitions/${encodeURIComponent('=HYPERLINK("http://e","a")')}/1` });
    await http(service.url, { method: 'DELETE', path: `/Definitions/${encodeURIComponent('-a\n,b')}/1` });
    const csv = await eventually('the refusals are written', async () => {
      const answer = await get(service.url, '/Audit/csv');
      return answer.text.includes('-a\n') ? answer : undefined;
    });
    expect(csv.headers['content-type']).to.equal('text/csv; charset=utf-8');
    expect(csv.headers['content-disposition']).to.equal('attachment; filename="audit.csv"');
    expect(csv.text.split('\r\n')[0]).to.equal(
      'at,act,result,status,code,count,identifiedBy,actor,session,surface,clientAddress,targetKind,targetId,processKey,traceId,commandId,entryId',
    );
    expect(csv.text).to.contain('"\'=HYPERLINK(""http://e"",""a""):1"').and.contain('"\'-a\n,b:1"');
    expect(csv.text).to.not.match(/(?:^|,|")[=@+-]/m);
    const filtered = await get(service.url, '/Audit/csv?filters=Act==DeployDefinition');
    expect(filtered.text.trimEnd().split('\r\n')).to.have.length(1 + (await listed(service.url, 'Act==DeployDefinition')).length);
    expectProblem(
      await get(service.url, '/Audit/csv?filters=Nothing==1'),
      400,
      "Unknown filter name 'Nothing'. Allowed names: At, Act, Actor, TargetId, ProcessKey, ClientAddress, TraceId, CommandId, Result, Code.",
      '/Audit/csv',
    );
  });

  it('has few entries and a count when one sender is refused very often', async () => {
    const flooder = UNKNOWN_ID.replaceAll('0', 'f');
    await service.stopRole('api');
    // its own replica: its minute begins with the first of these
    const flooded = await service.start(startApi);
    const refused = () => post(flooded.url ?? '', `/Instances/${flooder}/cancel`, {});
    for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 30 }, refused));
    await flooded.stop();
    const { url } = await service.start(startApi);
    const found = await listed(url ?? '', 'Act==CancelInstance,Code==INSTANCE_NOT_FOUND');
    const many = found.filter(({ count }) => count > 1);
    expect(found.length).to.be.at.most(25);
    expect(found.reduce((sum, { count }) => sum + count, 0)).to.equal(301);
    expect(many.every(({ targetId, clientAddress }) => targetId === null && clientAddress === '127.0.0.1')).to.equal(true);
  });
});

describe('GET /Audit with tokens and roles (docs/contributing/spec/audit.md#who-reads)', () => {
  let issuer: TestIssuer;
  let service: SecuredService;
  before(async () => {
    issuer = await startIssuer({
      root: { roles: ['all'] },
      olga: { roles: ['orders'] },
      vera: { roles: ['seen'] },
    });
    const Authorization__Rules = 'admin=all,admin:order*=orders,viewer=seen';
    const env = { ...ON, Authorization__Rules, Authentication__KnownProxies: '127.0.0.1', Audit__Acts: 'operator,client,worker' };
    service = await startSecured(issuer.url, env, [startWorker, startProjector, startApi]);
  });
  after(async () => {
    await service?.stop();
    await issuer.close();
  });
  const as = async (name: string) => bearer(await issuer.token(name));

  it('shows those of their keys to who is an admin of some, and nothing to others', async () => {
    const root = await as('root');
    for (const key of ['order', 'bill'])
      await post(service.url, '/Definitions/deploy', { BpmnXml: sequence(key, task('a')) }, root);
    const together = {
      BpmnXml: sequence('order', task('b')),
      Resources: [{ Name: 'b.bpmn', Content: sequence('bill', task('b')) }],
    };
    expectJson(await post(service.url, '/Definitions/deploy', together, root));
    expect(await listed(service.url, 'Act==DeployDefinition', root)).to.have.length(3);
    const ofOrders = await listed(service.url, '', await as('olga'));
    expect(ofOrders.map(({ processKey, actor }) => [processKey, actor])).to.deep.equal([['order', 'root']]);
    const csv = await get(service.url, '/Audit/csv', await as('olga'));
    expect(csv.text).to.contain('order:1').and.not.contain('bill');
    expectProblem(await get(service.url, '/Audit', await as('vera')), 403, 'This needs the role admin.', '/Audit');
    expect((await get(service.url, '/Audit/csv')).status).to.equal(401);
  });

  it('names the subject of the token and the client behind the proxies, also of who lacks a right or a token', async () => {
    const from = { 'X-Forwarded-For': '203.0.113.9' };
    const path = '/Definitions/disable';
    const body = { ProcessDefinitionKey: 'order' };
    expectJson(await post(service.url, path, body, { ...(await as('olga')), ...from }));
    expect((await post(service.url, path, body, { ...(await as('vera')), ...from })).status).to.equal(403);
    expect((await post(service.url, path, body, from)).status).to.equal(401);
    const root = await as('root');
    const found = await entries(service.url, 'ClientAddress==203.0.113.9', 3, root);
    const who = found.map(({ actor, result, status, code }) => [actor, result, status, code]);
    expect(who).to.have.deep.members([
      ['olga', 'accepted', 200, null],
      ['vera', 'refused', 403, 'NOT_ALLOWED'],
      [null, 'refused', 401, 'NO_VALID_TOKEN'],
    ]);
    expect((await post(service.url, path, { ProcessDefinitionKey: 'bill' }, await as('olga'))).status).to.equal(403);
    const [denied] = await entries(service.url, 'Actor==olga,Result==refused', 1, root);
    expect(denied).to.include({ act: 'DisableProcess', code: 'NOT_ALLOWED' });
    expectJson(await post(service.url, '/Definitions/enable', body, root));
  });

  it('has what applications and workers do when that is recorded too', async () => {
    const root = await as('root');
    const started = expectJson(await post(service.url, '/Execution/start', { WorkflowId: 'order' }, root));
    const id: string = started.WorkflowInstanceId;
    expectEmpty(await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: id, ActivityId: 'b' }, root));
    const [completed, begun] = await listed(service.url, `TargetId==${id}`, root);
    expect(completed).to.include({ act: 'CompleteActivity', targetKind: 'instance', processKey: 'order' });
    expect(begun).to.include({ act: 'StartInstance', targetKind: 'instance', processKey: 'order' });
    await post(service.url, '/Execution/start', { WorkflowId: 'ghost' }, root);
    const [refused] = await entries(service.url, 'ProcessKey==ghost', 1, root);
    expect(refused).to.include({ act: 'StartInstance', targetKind: 'process', code: 'PROCESS_NOT_REGISTERED' });
  });
});

describe('GET /Audit without settings (docs/contributing/spec/audit.md#settings)', () => {
  it('is empty when nothing is recorded', async () => {
    const service = await startService();
    try {
      await deploy(service.url, sequence('order', task('pack')));
      await activeEntry(service.url, await start(service.url, 'order'), 'pack');
      await post(service.url, `/Instances/${UNKNOWN_ID}/cancel`, {});
      await service.stopRole('api');
      const { url } = await service.start(startApi);
      expect(expectJson(await get(url ?? '', '/Audit'))).to.deep.equal({ items: [], totalCount: 0, page: 1, pageSize: 20 });
    } finally {
      await service.stop();
    }
  });
});
