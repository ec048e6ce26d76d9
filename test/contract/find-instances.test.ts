import { expect } from 'chai';
import { expectEmpty, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { deploy, GUID, start, startAtTask, TIMESTAMP, until } from '../support/http/steps.ts';
import { STUCK } from '../support/models/incident-models.ts';
import { sequence, task, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

const NAMES =
  'Allowed names: ProcessDefinitionKey, Version, Status, ActivityId, ErrorCode, BusinessId, ParentInstanceId, CreatedAt, CompletedAt.';
const PATH = '/Instances';

describe('GET /Instances (docs/contributing/spec/http/instances.md#find-instances)', () => {
  let service: TestService;
  const ids: Record<string, string> = {};
  before(async () => {
    service = await startService({
      env: { Projection__IndexedVariables: 'order:total,order:customer.name,order:at,*:urgent' },
    });
    await deploy(service.url, sequence('order', task('pack'), userTask('review')));
    await deploy(service.url, sequence('order', task('pack'), userTask('review')));
    await deploy(service.url, sequence('caller', '<callActivity id="call" calledElement="order" />'));
    await deploy(service.url, sequence('plain', task('pack')));
    const begin = async (name: string, key: string, Variables: object, BusinessId?: string) => {
      ids[name] = await start(service.url, key, { Variables, ...(BusinessId === undefined ? {} : { BusinessId }) });
    };
    await begin('small', 'order', { total: 10, customer: { name: 'Ada' }, at: '2026-01-31', urgent: true }, 'PO-1');
    await begin('large', 'order', { total: 1000.5, customer: { name: 'Bob' }, at: '2026-02-01', urgent: false }, 'PO-1');
    await begin('text', 'order', { total: '100', customer: { name: 'a,b|c' } });
    await begin('odd', 'order', { total: [1], customer: 'Ada' });
    await begin('other', 'plain', { total: 10, urgent: true });
    expectEmpty(
      await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: ids['large'], ActivityId: 'pack' }),
    );
    const cancelled = await start(service.url, 'plain');
    ids['cancelled'] = cancelled;
    expectEmpty(await post(service.url, `/Instances/${cancelled}/cancel`, {}));
    const done = await start(service.url, 'plain', { Variables: { urgent: false } });
    ids['done'] = done;
    expectEmpty(await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: done, ActivityId: 'pack' }));
    await deploy(service.url, sequence('asked', userTask('review')));
    const { instanceId, taskId } = await startAtTask(service.url, 'asked', 'review');
    ids['failed'] = instanceId;
    expectEmpty(await post(service.url, `/UserTasks/${taskId}/fail`, { errorMessage: 'no paper', errorCode: 'E7' }));
    ids['calling'] = await start(service.url, 'caller', { Variables: { total: 10 } });
    const called = await until(
      () => get(service.url, `${PATH}?filters=ParentInstanceId==${ids['calling']}`),
      ({ json }) => json.totalCount === 1,
    );
    ids['called'] = called.json.items[0].instanceId;
    await until(
      () => get(service.url, PATH),
      ({ json }) => json.totalCount === Object.keys(ids).length && json.items.some((i: { failure: unknown }) => i.failure),
    );
  });
  after(() => service.stop());

  const page = async (query: Record<string, string>) =>
    expectJson(await get(service.url, `${PATH}?${new URLSearchParams(query)}`));
  /** the names of what is found, in no order */
  const found = async (filters: string, more = {}): Promise<string[]> => {
    const { items } = await page({ filters, pageSize: '100', ...more });
    return items
      .map(({ instanceId }: { instanceId: string }) => Object.keys(ids).find((name) => ids[name] === instanceId))
      .sort();
  };
  const refused = async (filters: string, detail: string) =>
    expectProblem(await get(service.url, `${PATH}?${new URLSearchParams({ filters })}`), 400, `${detail} ${NAMES}`, PATH);

  it('lists the instances of all processes, newest first, with where they are or how they failed', async () => {
    const { items, ...commandBatch } = await page({});
    expect(commandBatch).to.deep.equal({ totalCount: 10, isTotalCountExact: true, page: 1, pageSize: 20 });
    // caller and called begin in one transaction, at one time
    expect([ids['called'], ids['calling']]).to.include(items[0].instanceId);
    const byName = (name: string) => items.find((item: { instanceId: string }) => item.instanceId === ids[name]);
    const { createdAt, processDefinitionId, ...large } = byName('large');
    expect([createdAt, processDefinitionId]).to.satisfy(
      ([at, id]: string[]) => TIMESTAMP.test(at ?? '') && id?.startsWith('order:2:'),
    );
    expect(large).to.deep.equal({
      instanceId: ids['large'],
      processDefinitionKey: 'order',
      version: 2,
      status: 'Running',
      businessId: 'PO-1',
      parentInstanceId: null,
      activeActivityIds: ['review'],
      failure: null,
      completedAt: null,
    });
    expect(byName('failed')).to.deep.include({
      status: 'Failed',
      activeActivityIds: [],
      failure: { activityId: 'review', code: 'E7', message: 'no paper' },
    });
    expect(byName('called')).to.deep.include({ parentInstanceId: ids['calling'] });
    expect(byName('called').parentInstanceId).to.match(GUID);
    expect(byName('done').completedAt).to.match(TIMESTAMP);
  });

  it('shows a suspension and its reasons, as long as it lasts', async () => {
    const found = async () => (await page({ filters: 'ProcessDefinitionKey==plain,Status==Running' })).items[0];
    expectJson(await post(service.url, `/Instances/${ids['other']}/suspend`, {}));
    expectJson(await post(service.url, '/Definitions/plain/suspend', {}));
    expect(await found()).to.deep.include({ isSuspended: true, suspendedBy: ['operator', 'processKey'] });
    expectJson(await post(service.url, '/Definitions/plain/resume', {}));
    expectJson(await post(service.url, `/Instances/${ids['other']}/resume`, {}));
    expect(await found()).not.to.have.any.keys('isSuspended', 'suspendedBy');
  });

  it('is filtered by key, version, status, element, error, business id, parent and times when it is asked to', async () => {
    expect(await found('ProcessDefinitionKey==plain')).to.deep.equal(['cancelled', 'done', 'other']);
    expect(await found('ProcessDefinitionKey==plain|asked')).to.deep.equal(['cancelled', 'done', 'failed', 'other']);
    expect(await found('ProcessDefinitionKey==order,Version==1')).to.deep.equal([]);
    expect(await found(`ProcessDefinitionKey==order,Version<=${'9'.repeat(40)},ActivityId==review`)).to.deep.equal(['large']);
    expect(await found('Status==failed|Cancelled')).to.deep.equal(['cancelled', 'failed']);
    expect(await found('Status!=Running')).to.deep.equal(['cancelled', 'done', 'failed']);
    expect(await found('ActivityId==review')).to.deep.equal(['failed', 'large']);
    expect(await found('ActivityId==review,Status==Running')).to.deep.equal(['large']);
    expect(await found('ActivityId==call')).to.deep.equal(['calling']);
    expect(await found('ActivityId!=pack,ActivityId!=review,Status==Running')).to.deep.equal(['calling']);
    expect(await found('ErrorCode==E7')).to.deep.equal(['failed']);
    expect(await found('ErrorCode!=null')).to.deep.equal(['failed']);
    expect(await found('BusinessId==PO-1')).to.deep.equal(['large', 'small']);
    expect(await found('', { businessId: 'PO-1' })).to.deep.equal(['large', 'small']);
    expect(await found('ParentInstanceId!=null')).to.deep.equal(['called']);
    expect(await found('CreatedAt<2020-01-01')).to.deep.equal([]);
    expect(await found('CompletedAt>2020-01-01')).to.deep.equal(['cancelled', 'done', 'failed']);
    expect(await found('CompletedAt==null,ProcessDefinitionKey==plain')).to.deep.equal(['other']);
  });

  it('is filtered by indexed variables, by their types, when it is asked to', async () => {
    expect(await found('Variables.total>100')).to.deep.equal(['large']);
    expect(await found('Variables.total>=10,Variables.total<1000.5')).to.deep.equal(['called', 'small']);
    expect(await found('variables.total==10,ProcessDefinitionKey==order')).to.deep.equal(['called', 'small']);
    expect(await found('Variables.total=="100"')).to.deep.equal(['text']);
    expect(await found('Variables.total==100')).to.deep.equal([]);
    expect(await found('Variables.total!=10')).to.deep.equal(['large', 'text']);
    expect(await found('Variables.total==10|1000.5')).to.deep.equal(['called', 'large', 'small']);
    expect(await found('Variables.customer.name==Ada')).to.deep.equal(['small']);
    expect(await found('Variables.customer.name=="a\\,b\\|c"')).to.deep.equal(['text']);
    expect(await found('Variables.at>=2026-02-01')).to.deep.equal(['large']);
    expect(await found('Variables.urgent==true')).to.deep.equal(['other', 'small']);
    expect(await found('Variables.urgent==false,Status==Completed')).to.deep.equal(['done']);
  });

  it('finds a variable by what it has become when it changes', async () => {
    const id = await start(service.url, 'order', { Variables: { total: 7777 } });
    const seen = async (filters: string) => (await page({ filters })).items.map((i: { instanceId: string }) => i.instanceId);
    await until(
      () => seen('Variables.total==7777'),
      (list) => list.length === 1,
    );
    const body = { WorkflowInstanceId: id, ActivityId: 'pack', Variables: { total: 'x'.repeat(257), at: 'now' } };
    expectEmpty(await post(service.url, '/Execution/complete-activity', body));
    expect(
      await until(
        () => seen('Variables.at==now'),
        (list) => list.length === 1,
      ),
    ).to.deep.equal([id]);
    expect(await seen('Variables.total==7777')).to.deep.equal([]);
    expectEmpty(await post(service.url, `/Instances/${id}/cancel`, {}));
  });

  it('refuses a variable that is not indexed, and shows how to index it', async () => {
    const how = 'to Projection:IndexedVariables, restart, and run projector:rebuild once.';
    await refused(
      'Variables.Total>1',
      `Variable 'Total' is not indexed. Add '<process key>:Total' ${how} Indexed are: total, customer.name, at, urgent.`,
    );
    await refused(
      'ProcessDefinitionKey==plain,Variables.total>1',
      `Variable 'total' is not indexed for process 'plain'. Add 'plain:total' ${how}`,
    );
    await refused('Variables.total@=1', "Operator '@=' cannot be used with 'Variables.total'.");
    await refused('Variables.total=="x', `Value '"x' is not valid for 'Variables.total'.`);
    await refused('Variables.total==', "Malformed filter term 'Variables.total=='.");
  });

  it('refuses names, values and combinations that are invalid', async () => {
    await refused('Version==1', 'Version also needs ProcessDefinitionKey==<key>.');
    await refused('Status==Lost', "Value 'Lost' is not valid for 'Status'.");
    await refused('ParentInstanceId==x', "Value 'x' is not valid for 'ParentInstanceId'.");
    await refused('BusinessId@=PO', "Operator '@=' cannot be used with 'BusinessId'.");
    await refused('Colour==red', "Unknown filter name 'Colour'.");
    const sorts = await get(service.url, `${PATH}?sorts=Version`);
    expectProblem(sorts, 400, "Unknown sort name 'Version'. Allowed names: CreatedAt, CompletedAt.", PATH);
  });

  it('is sorted and paged like the other lists', async () => {
    const order = async (sorts: string) =>
      (await page({ sorts, pageSize: '100' })).items.map((i: { instanceId: string }) => i.instanceId);
    const up = await order('CreatedAt');
    expect(up[0]).to.equal(ids['small']);
    expect((await order('-CompletedAt'))[0]).not.to.equal(undefined);
    const ended = (await page({ sorts: '-CompletedAt', pageSize: '100' })).items.map(
      (i: { completedAt: string | null }) => i.completedAt,
    );
    const times = ended.filter((at: string | null) => at !== null);
    expect(ended.slice(0, times.length)).to.deep.equal([...times].sort().reverse());
    const all = await order('');
    const pieces: string[] = [];
    for (let at = 1; at <= Math.ceil(all.length / 3); at++)
      pieces.push(...(await page({ page: String(at), pageSize: '3' })).items.map((i: { instanceId: string }) => i.instanceId));
    expect(pieces).to.deep.equal(all);
    expect((await page({ page: '99' })).items).to.deep.equal([]);
  });

  it('shows the latest open incident, and finds instances with one and suspended ones', async () => {
    await deploy(service.url, STUCK);
    ids['stuck'] = await start(service.url, 'stuck', { Variables: { urgent: true } });
    expectJson(await post(service.url, `/Instances/${ids['other']}/suspend`, {}));
    await until(
      () => get(service.url, `${PATH}?filters=HasIncident==true`),
      ({ json }) => json.totalCount === 1,
    );
    const { items } = await page({ filters: 'HasIncident==true,ProcessDefinitionKey==stuck' });
    const [{ incident, status, failure }] = items;
    expect([items.length, status, failure]).to.deep.equal([1, 'Running', null]);
    expect(incident).to.include({ activityId: 'work', code: '500', openIncidents: 1 });
    expect(incident.message).to.contain('missing');
    expect(await found('HasIncident==true')).to.deep.equal(['stuck']);
    expect((await page({ filters: 'HasIncident==true', sorts: '-CompletedAt' })).items).to.deep.equal(items);
    expect(await found('HasIncident!=true')).not.to.include('stuck');
    expect(await found('HasIncident==false,IsSuspended==true')).to.deep.equal(['other']);
    const suspended = async (filter: string) =>
      expectJson(await get(service.url, `/Definitions/plain/instances?filters=${filter}`)).totalCount;
    expect(await suspended('IsSuspended==false')).to.equal((await suspended('')) - 1);
    expect(await suspended('IsSuspended!=false')).to.equal(1);
    expect(await found('IsSuspended==false,Status==Running'))
      .to.include('stuck')
      .and.not.to.include('other');
    expectProblem(
      await get(service.url, `${PATH}?filters=HasIncident==maybe`),
      400,
      `Value 'maybe' is not valid for 'HasIncident'. ${NAMES}`,
      PATH,
    );
  });

  it('filters incidents and batches of them by an indexed variable of their instance', async () => {
    const incidents = (filters: string) => get(service.url, `/Incidents?${new URLSearchParams({ filters })}`);
    const counts = async (filters: string) => expectJson(await incidents(filters)).totalCount;
    expect(await counts('Variables.urgent==true')).to.equal(1);
    expect(await counts('Variables.urgent==true,ProcessKey==stuck,Variables.urgent!=false')).to.equal(1);
    expect(await counts('Variables.urgent==false')).to.equal(0);
    const names =
      'Allowed names: InstanceId, ProcessKey, ActivityId, ErrorCode, Cause, BusinessId, Count, FirstFailedAt, LastFailedAt.';
    const [unknown, ofKey] = [await incidents('Variables.size==1'), await incidents('Variables.total==1,ProcessKey==stuck')];
    expect([
      unknown.status,
      unknown.json.detail.endsWith(` Indexed are: total, customer.name, at, urgent. ${names}`),
    ]).to.deep.equal([400, true]);
    expectProblem(
      ofKey,
      400,
      `Variable 'total' is not indexed for process 'stuck'. Add 'stuck:total' to Projection:IndexedVariables, restart, and run projector:rebuild once. ${names}`,
      '/Incidents',
    );
    const batch = { Operation: 'retry', Filters: 'Variables.urgent==true', DryRun: true };
    expect(expectJson(await post(service.url, '/Batches', batch)).totalCount).to.equal(1);
  });
});
