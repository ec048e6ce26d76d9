import { expect } from 'chai';
import { expectJson } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer, http, post } from '../support/http/http-client.ts';
import { until } from '../support/http/steps.ts';
import { startService, type TestService } from '../support/service.ts';

const MODEL = `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"
  xmlns:modeler="http://camunda.org/schema/modeler/1.0" modeler:executionPlatform="Camunda Cloud" modeler:executionPlatformVersion="8.8.0"
  targetNamespace="http://example.org">
  <bpmn:error id="declined" errorCode="DECLINED" />
  <bpmn:process id="pay" isExecutable="true">
    <bpmn:startEvent id="s" />
    <bpmn:sequenceFlow id="f1" sourceRef="s" targetRef="charge" />
    <bpmn:serviceTask id="charge">
      <bpmn:extensionElements>
        <zeebe:taskDefinition type="charge" retries="2" />
        <zeebe:taskHeaders><zeebe:header key="currency" value="EUR" /></zeebe:taskHeaders>
      </bpmn:extensionElements>
    </bpmn:serviceTask>
    <bpmn:boundaryEvent id="b" attachedToRef="charge"><bpmn:errorEventDefinition errorRef="declined" /></bpmn:boundaryEvent>
    <bpmn:sequenceFlow id="f2" sourceRef="charge" targetRef="e" />
    <bpmn:sequenceFlow id="f3" sourceRef="b" targetRef="refused" />
    <bpmn:endEvent id="e" />
    <bpmn:endEvent id="refused" />
  </bpmn:process>
  <bpmn:process id="review" isExecutable="true">
    <bpmn:startEvent id="rs" />
    <bpmn:sequenceFlow id="rf1" sourceRef="rs" targetRef="look" />
    <bpmn:userTask id="look"><bpmn:extensionElements><zeebe:userTask /></bpmn:extensionElements></bpmn:userTask>
    <bpmn:sequenceFlow id="rf2" sourceRef="look" targetRef="re" />
    <bpmn:endEvent id="re" />
  </bpmn:process>
</bpmn:definitions>`;

describe('the REST API of Camunda 8 (docs/contributing/spec/http/camunda-8.md)', () => {
  let service: TestService;
  let deployed: HttpAnswer;
  before(async () => {
    service = await startService({ env: { CAMUNDA_8_API: 'true', Projection__IndexedVariables: 'review:size,review:label' } });
    deployed = await deployFiles({ 'pay.bpmn': MODEL });
  });
  after(() => service.stop());

  const call = (path: string, body: object = {}, method = 'POST') => http(service.url, { method, path: `/v2${path}`, body });
  async function deployFiles(files: Readonly<Record<string, string>>): Promise<HttpAnswer> {
    const form = new FormData();
    for (const [name, text] of Object.entries(files)) form.append('resources', new Blob([text]), name);
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const headers = { 'Content-Type': request.headers.get('content-type') ?? '' };
    return http(service.url, {
      method: 'POST',
      path: '/v2/deployments',
      headers,
      body: Buffer.from(await request.arrayBuffer()),
    });
  }
  const begin = async (variables: object, processDefinitionId = 'pay'): Promise<string> =>
    expectJson(await call('/process-instances', { processDefinitionId, variables })).processInstanceKey;
  // biome-ignore lint/suspicious/noExplicitAny: shapes of another product
  const activate = async (more: object = {}): Promise<any> => {
    const body = { type: 'charge', worker: 'w', timeout: 600_000, maxJobsToActivate: 1, requestTimeout: 60_000, ...more };
    return expectJson(await call('/jobs/activation', body)).jobs[0];
  };
  const stateOf = async (key: string) => expectJson(await get(service.url, `/v2/process-instances/${key}`)).state;
  const whenState = (key: string, state: string) =>
    until(
      () => call('/process-instances/search', { filter: { processInstanceKey: key, state } }),
      (found) => found.json.items.length === 1,
    );
  const expectProblem8 = (answer: HttpAnswer, status: number, title: string, detail: RegExp) => {
    expect([answer.status, answer.json?.status, answer.json?.title], answer.text).to.deep.equal([status, status, title]);
    expect(answer.json.detail).to.match(detail);
    expect(answer.headers['content-type']).to.equal('application/problem+json');
  };

  it('lists the deployed processes with numeric keys when a form with a file is posted', () => {
    const { deployments, deploymentKey } = expectJson(deployed);
    expect(deploymentKey).to.match(/^\d{16}$/);
    const [first, second] = deployments.map((one: { processDefinition: object }) => one.processDefinition);
    expect(first).to.include({ processDefinitionId: 'pay', processDefinitionVersion: 1, resourceName: 'pay.bpmn' });
    expect(second.processDefinitionKey)
      .to.match(/^\d{16}$/)
      .and.not.equal(first.processDefinitionKey);
    expect(deployed.headers['content-type']).to.equal('application/json');
  });

  it('gives a job with headers and variables, and waits for the end, when an instance is started with awaitCompletion', async () => {
    const body = { processDefinitionId: 'pay', variables: { amount: 5, note: 'x' }, awaitCompletion: true };
    const ended = call('/process-instances', { ...body, fetchVariables: ['paid'], requestTimeout: 100_000 });
    const job = await activate({ fetchVariable: ['amount'] });
    expect(job).to.deep.include({
      elementId: 'charge',
      customHeaders: { currency: 'EUR' },
      variables: { amount: 5 },
      retries: 2,
    });
    // clients of 8.9 and newer require each member, also without a value
    expect(job).to.include({ userTask: null, rootProcessInstanceKey: null, businessId: null, priority: 0, jobLeaseToken: null });
    expect((await call(`/jobs/${job.jobKey}/completion`, { variables: { paid: true } })).status).to.equal(204);
    const instance = expectJson(await ended);
    expect(instance).to.deep.include({ processInstanceKey: job.processInstanceKey, variables: { paid: true } });
    expectProblem8(await call(`/jobs/${job.jobKey}/completion`), 404, 'NOT_FOUND', /job with the key/);
  });

  it('offers a job again when it failed with retries, and raises an incident when none are left', async () => {
    const key = await begin({});
    const job = await activate();
    const failure = { errorMessage: 'no line', retryBackOff: 0 };
    expect((await call(`/jobs/${job.jobKey}/failure`, { ...failure, retries: 1 })).status).to.equal(204);
    expect(await activate()).to.include({ jobKey: job.jobKey, retries: 1 });
    expect((await call(`/jobs/${job.jobKey}/failure`, { ...failure, retries: 0 })).status).to.equal(204);
    const found = await call('/incidents/search', { filter: { processInstanceKey: key } });
    const [incident] = expectJson(found).items;
    expect(incident).to.include({ errorType: 'JOB_NO_RETRIES', errorMessage: 'no line', elementId: 'charge', state: 'ACTIVE' });
    expect((await call(`/incidents/${incident.incidentKey}/resolution`)).status).to.equal(204);
    const again = await activate();
    expect((await call(`/jobs/${again.jobKey}/completion`)).status).to.equal(204);
    await whenState(key, 'COMPLETED');
  });

  it('takes the boundary event when a job throws an error', async () => {
    const key = await begin({});
    const job = await activate();
    expect((await call(`/jobs/${job.jobKey}/error`, { errorCode: 'DECLINED' })).status).to.equal(204);
    await whenState(key, 'COMPLETED');
  });

  it('offers a job to others when its time-out is set to 0, and accepts its result until then', async () => {
    const key = await begin({});
    const job = await activate();
    expect((await call(`/jobs/${job.jobKey}`, { changeset: { timeout: 0 } }, 'PATCH')).status).to.equal(204);
    expect(await activate()).to.include({ jobKey: job.jobKey });
    expect((await call(`/process-instances/${key}/cancellation`)).status).to.equal(204);
    await whenState(key, 'TERMINATED');
    expect(await stateOf(key)).to.equal('TERMINATED');
    expectProblem8(await call(`/jobs/${job.jobKey}/completion`), 404, 'NOT_FOUND', /job with the key/);
  });

  it('completes a user task when it is found, assigned and completed by its key', async () => {
    const key = await begin({ size: 1 }, 'review');
    const search = () =>
      call('/user-tasks/search', { filter: { processInstanceKey: { $eq: key }, state: { $in: ['CREATED'] } } });
    const [task] = (await until(search, (answer) => answer.json.items.length === 1)).json.items;
    expect((await call(`/user-tasks/${task.userTaskKey}/assignment`, { assignee: 'ada' })).status).to.equal(204);
    expect((await call(`/user-tasks/${task.userTaskKey}/completion`, { variables: { ok: true } })).status).to.equal(204);
    await whenState(key, 'COMPLETED');
    const variables = await call('/variables/search', { filter: { processInstanceKey: key } });
    expect(expectJson(variables).items.map(({ name, value }: { name: string; value: string }) => [name, value])).to.deep.equal([
      ['size', '1'],
      ['ok', 'true'],
    ]);
  });

  it('finds instances and user tasks when their variables are indexed', async () => {
    const small = await begin({ size: 41, label: 'a-b' }, 'review');
    const large = await begin({ size: 42, label: 'c' }, 'review');
    const found = async (list: string, filter: object) => {
      const { items } = expectJson(await call(`/${list}/search`, { filter }));
      return items.map(({ processInstanceKey }: { processInstanceKey: string }) => processInstanceKey);
    };
    const search = () => call('/user-tasks/search', { filter: { processInstanceKey: { $in: [small, large] } } });
    await until(search, (answer) => answer.json.items.length === 2);
    expect(await found('process-instances', { variables: [{ name: 'size', value: '42' }] })).to.deep.equal([large]);
    const like = { name: 'label', value: { $like: '"a*' } };
    expect(await found('process-instances', { state: 'ACTIVE', variables: [like] })).to.deep.equal([small]);
    const some = { name: 'size', value: { $in: ['41', '42'], $neq: '41' } };
    expect(await found('user-tasks', { processInstanceVariables: [some] })).to.deep.equal([large]);
    const refused = (entry: object, detail: RegExp) =>
      call('/process-instances/search', { filter: { variables: [entry] } }).then((answer) =>
        expectProblem8(answer, 400, 'INVALID_ARGUMENT', detail),
      );
    await refused({ name: 'colour', value: '1' }, /'colour' is not indexed/);
    await refused({ name: 'size', value: 'not JSON' }, /'\$eq' is not supported by Sluice, or its value is not the JSON/);
    await refused({ name: 'size', value: { $gt: '1' } }, /'\$gt'/);
    for (const key of [small, large]) expect((await call(`/process-instances/${key}/cancellation`)).status).to.equal(204);
  });

  it('gives variables and the message of a failure to the next attempt, and sets its retries', async () => {
    const key = await begin({ local: 1 });
    const job = await activate();
    const byEnd = { filter: { processInstanceKey: key }, sort: [{ field: 'endDate', order: 'DESC' }] };
    const elementIds = expectJson(await call('/element-instances/search', byEnd)).items.map(
      ({ elementId }: { elementId: string }) => elementId,
    );
    expect(elementIds, 'without an end date last').to.deep.equal(['s', 'charge']);
    const failure = { errorMessage: 'no line', retryBackOff: 0, retries: 3, variables: { tried: 1 } };
    expect((await call(`/jobs/${job.jobKey}/failure`, failure)).status).to.equal(204);
    const filter = { processInstanceKey: key, retries: { $gt: 2 }, errorMessage: { $like: 'no*' } };
    expect(expectJson(await call('/jobs/search', { filter })).items).to.have.length(1);
    expect((await call(`/jobs/${job.jobKey}`, { changeset: { retries: 7 } }, 'PATCH')).status).to.equal(204);
    expect(await activate()).to.deep.include({ jobKey: job.jobKey, retries: 7, variables: { local: 1, tried: 1 } });
    const thrown = { errorCode: 'DECLINED', variables: { reason: 'limit' } };
    expect((await call(`/jobs/${job.jobKey}/error`, thrown)).status).to.equal(204);
    await whenState(key, 'COMPLETED');
    const wanted = { processInstanceKey: key, name: { $in: ['reason', 'local'] }, value: { $neq: '1' } };
    const { items, page } = expectJson(await call('/variables/search', { filter: wanted, sort: [{ field: 'name' }] }));
    expect(items.map(({ name, value }: { name: string; value: string }) => [name, value])).to.deep.equal([['reason', '"limit"']]);
    expect(page.totalItems).to.equal(1);
    const elements = { filter: { processInstanceKey: key, type: 'SERVICE_TASK', endDate: { $exists: true } } };
    const [element] = expectJson(await call('/element-instances/search', elements)).items;
    expect(element).to.include({ elementId: 'charge', state: 'TERMINATED', elementInstanceKey: job.elementInstanceKey });
    expect(expectJson(await get(service.url, `/v2/element-instances/${job.elementInstanceKey}`))).to.deep.equal(element);
  });

  it('moves an instance when it is modified, and to another version when it is migrated', async () => {
    const key = await begin({}, 'review');
    const moved = { moveInstructions: [{ sourceElementId: 'look', targetElementId: 're' }] };
    expect((await call(`/process-instances/${key}/modification`, moved)).status).to.equal(204);
    await whenState(key, 'COMPLETED');
    const running = await begin({});
    const next = await deployFiles({ 'pay.bpmn': MODEL.replace('id="e" />', 'id="e" name="paid" />') });
    const { processDefinition } = expectJson(next).deployments[0];
    const target = { targetProcessDefinitionKey: processDefinition.processDefinitionKey, mappingInstructions: [] };
    expect((await call(`/process-instances/${running}/migration`, target)).status).to.equal(204);
    const job = await activate();
    expect(job).to.include({ processDefinitionVersion: 2, processInstanceKey: running });
    expect((await call(`/jobs/${job.jobKey}/completion`)).status).to.equal(204);
  });

  it('deletes a version of a process without instances, and no other', async () => {
    const [{ processDefinition }] = expectJson(
      await deployFiles({ 'gone.bpmn': MODEL.replaceAll('"review"', '"gone"') }),
    ).deployments.toReversed();
    expect(processDefinition.processDefinitionId).to.equal('gone');
    const resourceKey = processDefinition.processDefinitionKey;
    const used = await begin({}, 'gone');
    expectProblem8(await call(`/resources/${resourceKey}/deletion`), 409, 'INVALID_STATE', /has instances/);
    expect((await call(`/process-instances/${used}/cancellation`)).status).to.equal(204);
    const changed = MODEL.replaceAll('"review"', '"gone"').replace('id="re"', 'id="re" name="end"');
    const again = expectJson(await deployFiles({ 'gone.bpmn': changed })).deployments.at(-1);
    const unused = again.processDefinition.processDefinitionKey;
    expect(expectJson(await call(`/resources/${unused}/deletion`))).to.deep.equal({ resourceKey: unused, batchOperation: null });
    expect((await call(`/resources/${unused}/deletion`)).status).to.equal(200);
    expectProblem8(await call(`/resources/${used}/deletion`), 404, 'NOT_FOUND', /a resource with the key/);
  });

  it('finds decisions and message subscriptions', async () => {
    for (const list of ['decision-definitions', 'decision-instances', 'message-subscriptions']) {
      const found = expectJson(await call(`/${list}/search`, { page: { limit: 5 } }));
      expect(found, list).to.deep.equal({
        items: [],
        page: { totalItems: 0, hasMoreTotalItems: false, startCursor: null, endCursor: null },
      });
    }
    expectProblem8(await get(service.url, '/v2/decision-definitions/12'), 404, 'NOT_FOUND', /decision definition/);
  });

  it('refuses fields by name, and in the shape of Camunda 8, when they would change the result', async () => {
    const start = (more: object) => call('/process-instances', { processDefinitionId: 'pay', ...more });
    expectProblem8(await start({ startInstructions: [{ elementId: 'charge' }] }), 400, 'INVALID_ARGUMENT', /'startInstructions'/);
    expectProblem8(await start({ tenantId: 'other' }), 400, 'INVALID_ARGUMENT', /no tenants/);
    expectProblem8(await start({ processDefinitionId: 'unknown' }), 404, 'NOT_FOUND', /'unknown'/);
    expectProblem8(await start({ variables: [] }), 400, 'INVALID_ARGUMENT', /'variables' must be an object/);
    expectProblem8(await call('/jobs/activation', { type: 'a' }), 400, 'INVALID_ARGUMENT', /No timeout/);
    expectProblem8(await call('/jobs/12/completion'), 404, 'NOT_FOUND', /'12'/);
    expectProblem8(await call('/jobs/search', { filter: { colour: 'red' } }), 400, 'INVALID_ARGUMENT', /'colour'/);
    expectProblem8(await call('/element-instances/search'), 400, 'INVALID_ARGUMENT', /processInstanceKey/);
    expectProblem8(
      await call('/variables/search', { filter: { processInstanceKey: '1', colour: 1 } }),
      400,
      'INVALID_ARGUMENT',
      /'colour'/,
    );
  });

  it('keeps a message for its time to live, and refuses its id until then', async () => {
    const kept = { name: 'later', correlationKey: 'k', timeToLive: 60_000, messageId: 'm' };
    expect(expectJson(await call('/messages/publication', { ...kept, timeToLive: 0 })).messageKey).to.match(/^\d+$/);
    expect(expectJson(await call('/messages/publication', kept)).messageKey).to.match(/^\d+$/);
    expectProblem8(await call('/messages/publication', kept), 409, 'ALREADY_EXISTS', /'later'/);
    expectProblem8(await call('/messages/correlation', { name: 'later' }), 404, 'NOT_FOUND', /'later'/);
  });

  it('answers facts of the service when a client asks at its start', async () => {
    expect(expectJson(await get(service.url, '/v2/topology'))).to.include({ gatewayVersion: '8.9.0', partitionsCount: 1 });
    expect((await get(service.url, '/v2/status')).status).to.equal(204);
    expect(expectJson(await get(service.url, '/v2/license'))).to.include({ validLicense: true });
    expect(expectJson(await get(service.url, '/v2/authentication/me'))).to.include({ username: 'anonymous' });
    expect((await post(service.url, '/v2/topology', {})).status).to.equal(405);
    expectProblem8(await call('/batch-operations/search'), 404, 'NOT_FOUND', /does not serve this operation/);
  });

  it('refuses a search for ended rows where it has only open ones', async () => {
    const refused = [
      ['user-tasks', 'COMPLETED'],
      ['jobs', 'COMPLETED'],
      ['incidents', 'RESOLVED'],
    ] as const;
    for (const [list, state] of refused) {
      for (const filter of [{ state }, { state: { $in: ['CREATED', state] } }])
        expectProblem8(
          await call(`/${list}/search`, { filter }),
          400,
          'INVALID_ARGUMENT',
          new RegExp(`'${state}'.*open rows only`),
        );
      expectJson(await call(`/${list}/search`, { filter: { state: { $neq: state } } }));
    }
  });

  it('answers 400 when numbers, times, names or lists cannot be stored', async () => {
    const key = await begin({ ['long name '.repeat(2000)]: 1 });
    const variables = await call('/variables/search', { filter: { processInstanceKey: key } });
    expect(expectJson(variables).items).to.have.length(1);
    const early = { filter: { startDate: '-271821-04-20T00:00:00.000Z' } };
    expectProblem8(await call('/process-instances/search', early), 400, 'INVALID_ARGUMENT', /startDate/);
    const sort = Array.from({ length: 21 }, () => ({ field: 'state' }));
    expectProblem8(await call('/process-instances/search', { sort }), 400, 'INVALID_ARGUMENT', /'sort' must have at most 20/);
    const cursor = await call('/process-instances/search', { page: { after: 'nowhere' } });
    expectProblem8(cursor, 400, 'INVALID_ARGUMENT', /cursor 'after'/);
    const many = Array.from({ length: 5000 }, (_, index) => String(index));
    const searched = await call('/process-instances/search', { filter: { processInstanceKey: { $in: [...many, key] } } });
    expect(expectJson(searched).items).to.have.length(1);
    const job = await activate();
    expectProblem8(await call(`/jobs/${job.jobKey}/failure`, { retries: 2_147_483_647 }), 400, 'INVALID_ARGUMENT', /'retries'/);
    const decisions = await deployFiles({ 'a.dmn': '<a/>', '../b.dmn': '<a/>' });
    expectProblem8(decisions, 400, 'INVALID_ARGUMENT', /not a valid file name/);
  });
});
