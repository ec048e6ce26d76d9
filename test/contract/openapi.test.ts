import { expect } from 'chai';
import { createBatch } from '../support/batches.ts';
import { parkedStart, parkLetter } from '../support/dead-letters.ts';
import { expectEmpty, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { type HttpAnswer, http, post } from '../support/http/http-client.ts';
import { faultsOf } from '../support/http/json-schema.ts';
import { type OpenApi, type Operation, readOpenApi, undocumented } from '../support/http/openapi-document.ts';
import { activeEntry, deploy, start, stateOf, UNKNOWN_ID } from '../support/http/steps.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { raisedIncident, STUCK } from '../support/models/incident-models.ts';
import { refuseInstance } from '../support/refused-instance.ts';
import { startService, type TestService } from '../support/service.ts';

/** docs/contributing/spec/http.md#endpoints, the calls of remote workers (ADR 0021) included. */
const ENDPOINTS = `
  POST /Definitions/deploy
  POST /Definitions/validate
  POST /Definitions/simulate
  POST /Definitions/disable
  POST /Definitions/enable
  POST /Definitions/{key}/suspend
  POST /Definitions/{key}/resume
  GET /Definitions
  GET /Definitions/{key}/instances
  GET /Definitions/{key}/{version}/instances
  GET /Definitions/start-forms
  GET /Definitions/{key}/{version}/xml
  DELETE /Definitions/{key}/{version}
  POST /Execution/start
  POST /Execution/message
  POST /Execution/signal
  POST /Execution/complete-activity
  POST /Execution/evaluate-conditions
  GET /Instances
  GET /Instances/{instanceId}/state
  POST /Instances/{instanceId}/cancel
  DELETE /Instances/{instanceId}
  POST /Instances/erase
  POST /Instances/{instanceId}/fork
  POST /Instances/{instanceId}/revive
  POST /Instances/{instanceId}/variables
  POST /Instances/{instanceId}/modify
  POST /Instances/{instanceId}/migrate
  POST /Instances/{instanceId}/suspend
  POST /Instances/{instanceId}/resume
  GET /Instances/{instanceId}/history
  GET /Instances/{instanceId}/decisions
  GET /Instances/{instanceId}/waiting
  GET /UserTasks
  GET /UserTasks/{activityInstanceId}
  POST /UserTasks/{activityInstanceId}/claim
  POST /UserTasks/{activityInstanceId}/unclaim
  POST /UserTasks/{activityInstanceId}/complete
  POST /UserTasks/{activityInstanceId}/fail
  POST /UserTasks/{activityInstanceId}/cancel
  POST /UserTasks/{activityInstanceId}/edit
  GET /UserTasks/{activityInstanceId}/comments
  POST /UserTasks/{activityInstanceId}/comments
  GET /custom-tasks
  GET /custom-tasks/{taskType}
  GET /OpenCustomTasks
  POST /custom-tasks/{taskType}/fetch-and-lock
  POST /custom-tasks/{activityInstanceId}/complete
  POST /custom-tasks/{activityInstanceId}/fail
  POST /custom-tasks/{activityInstanceId}/extend-lock
  POST /custom-tasks/{activityInstanceId}/unlock
  GET /Incidents
  GET /Incidents/{incidentId}
  POST /Incidents/{incidentId}/retry
  POST /Incidents/{incidentId}/resolve
  GET /Incidents/ignored
  POST /Incidents/ignore
  POST /Incidents/show
  GET /DeadLetters
  GET /DeadLetters/{deadLetterId}
  POST /DeadLetters/{deadLetterId}/retry
  POST /DeadLetters/{deadLetterId}/drop
  POST /DeadLetters/retry
  POST /DeadLetters/drop
  GET /Audit
  GET /Audit/csv
  POST /Batches
  GET /Batches
  GET /Batches/{batchId}
  GET /Batches/{batchId}/items
  POST /Batches/{batchId}/pause
  POST /Batches/{batchId}/resume
  POST /Batches/{batchId}/stop
  GET /Events
  GET /Events/stream
  GET /Webhooks
  GET /Webhooks/{webhook}
  GET /Webhooks/{webhook}/instances
  POST /Webhooks/{webhook}/retry
  POST /Webhooks/{webhook}/skip
  POST /Webhooks/{webhook}/pause
  POST /Webhooks/{webhook}/resume
  POST /Decisions/deploy
  POST /Decisions/validate
  POST /Decisions/{key}/evaluate
  GET /Decisions
  GET /Decisions/{key}
  GET /Decisions/{key}/evaluations
  GET /Decisions/{key}/{version}/xml
  DELETE /Decisions/{key}/{version}
  GET /health
  GET /alive
  GET /ready
  GET /metrics
  GET /openapi.json
  GET /docs`
  .trim()
  .split(/\s*\n\s*/);
/** A type that the service offers itself, and one that only remote workers do. */
const TASK_TYPE = 'rest-call';
const WORKER_TYPE = 'print';
const EXAMPLE_ID = '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11';

interface Example {
  readonly operation: Operation;
  readonly name: string;
  readonly body?: object;
  readonly query?: Readonly<Record<string, string>>;
}

describe('GET /openapi.json (docs/contributing/spec/http.md#api-description)', () => {
  let service: TestService;
  let document: OpenApi;
  /** Shared by the examples of all reads. */
  let orderToRead: Promise<{ instanceId: string; taskId: string }> | undefined;
  before(async () => {
    service = await startService({ env: { Feed__Enabled: 'true' } });
    document = await readOpenApi(service.url);
    await deploy(service.url, oneTask('printing', WORKER_TYPE, { retries: '2' }));
    await deploy(service.url, STUCK);
  });
  after(() => service.stop());

  it('describes every endpoint and no other when it is read', () => {
    expect(document.text.openapi).to.equal('3.1.0');
    expect(document.operations.map(({ method, path }) => `${method} ${path}`)).to.deep.equal(ENDPOINTS);
    const ids = document.operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it('has every status, both error shapes and the headers of 1.9 for every endpoint', () => {
    for (const { method, path, responses, parameters = [] } of document.operations) {
      if (
        path.split('/').length === 2 &&
        method === 'GET' &&
        ![
          '/Definitions',
          '/Instances',
          '/UserTasks',
          '/Incidents',
          '/DeadLetters',
          '/Audit',
          '/Batches',
          '/Events',
          '/Webhooks',
          '/Decisions',
        ].includes(path)
      )
        continue;
      const statuses = Object.keys(responses);
      const expected =
        method !== 'GET' ? ['200', '400', '401', '413', '422', '429', '500', '503'] : ['200', '400', '401', '429', '500', '503'];
      expect(statuses, `${method} ${path}`).to.include.members(expected);
      const header = method !== 'GET' ? 'Idempotency-Key' : 'Service-Min-Position';
      // the catalog, the incidents, the dead letters, the audit, the batches, the event feed, decisions and comments are not what the projector writes
      if (
        method !== 'GET' ||
        !/^\/(?:custom-tasks|OpenCustomTasks|Incidents|DeadLetters|Audit|Batches|Events|Webhooks|Decisions)|\/comments$/.test(
          path,
        )
      ) {
        expect(
          parameters.map(({ name }) => name),
          `${method} ${path}`,
        ).to.include(header);
      }
      if (method !== 'GET') expect(responses['200']?.headers).to.include.keys('Service-Position', 'Idempotency-Replayed');
    }
    expect(document.schemas).to.include.keys('Error', 'Problem');
  });

  it('names schemas that exist and uses only what the check of answers knows', () => {
    for (const schema of Object.values(document.schemas)) expect(faultsOf(undefined, schema, document.schemas)).to.be.an('array');
    const text = JSON.stringify(document.text);
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)) {
      expect(document.text.components[kind], name).to.have.property(name);
    }
  });

  it('has examples that fit their schemas, and an example for every body', () => {
    for (const { path, requestBody } of document.operations) {
      if (requestBody === undefined) continue;
      const { schema, examples = {} } = requestBody.content['application/json'];
      expect(Object.keys(examples), path).not.to.deep.equal([]);
      for (const { value } of Object.values(examples)) expect(faultsOf(value, schema, document.schemas)).to.deep.equal([]);
    }
  });

  // slow: sends every example of every operation
  it('is answered as documented with 200 when each of its examples is sent', async () => {
    const wrong: string[] = [];
    for (const example of examplesOf(document)) {
      const answer = await sendExample(service.url, example);
      const faults = [...(answer.status === 200 ? [] : [answer.text]), ...undocumented(document, example.operation, answer)];
      wrong.push(...faults.map((fault) => `${example.operation.operationId} '${example.name}': ${fault}`));
    }
    expect(wrong).to.deep.equal([]);
  });

  // slow: sends several wrong requests to every operation
  it('is answered as documented when requests are refused', async () => {
    const bodies = [
      undefined,
      '{',
      '[]',
      '{}',
      '{"Variables":1,"reason":1}',
      `{"UserId":"a","WorkflowId":"x","MessageName":"x","SignalName":"x"}`,
    ];
    for (const operation of document.operations) {
      const path = operation.path
        .replace('{key}', 'x')
        .replace('{version}', '1')
        .replace(/\{\w+\}/, UNKNOWN_ID);
      const headers = { 'Content-Type': 'application/json' };
      const requests =
        operation.method === 'GET'
          ? [{ path: `${path}?page=x&filters=y` }, { path, headers: { 'Service-Min-Position': 'x' } }]
          : bodies.map((body) => ({ method: operation.method, path, body, headers }));
      for (const request of requests) {
        const answer = await http(service.url, request);
        expect(undocumented(document, operation, answer), `${operation.operationId}: ${answer.text}`).to.deep.equal([]);
      }
    }
  });

  it('is read like any GET when HEAD is asked, and nothing else is allowed', async () => {
    const head = await http(service.url, { method: 'HEAD', path: '/openapi.json' });
    expect([head.status, head.text]).to.deep.equal([200, '']);
    expectProblem(await post(service.url, '/openapi.json'), 405, 'The method POST is not allowed on this path.', '/openapi.json');
  });

  /** Every example of the document, in an order in which one prepares for the next. */
  function examplesOf({ operations }: OpenApi): readonly Example[] {
    return operations.flatMap((operation): readonly Example[] => {
      const bodies = Object.entries(operation.requestBody?.content['application/json'].examples ?? {});
      if (operation.method === 'POST' && bodies.length > 0)
        return bodies.map(([name, { value }]) => ({ operation, name, body: value }));
      const queries = queryExamples(operation);
      return [{ operation, name: '-' }, ...queries.map(([name, query]) => ({ operation, name, query }))];
    });
  }

  /** Queries are next to their parameters: OpenAPI has no place for an example of a whole query. */
  function queryExamples({ parameters = [] }: Operation): readonly [string, Record<string, string>][] {
    const examples = new Map<string, Record<string, string>>();
    for (const parameter of parameters) {
      for (const [name, { value }] of Object.entries(parameter.examples ?? {}))
        examples.set(name, { ...examples.get(name), [parameter.name]: value });
    }
    return [...examples];
  }

  /** An instance and a task that an operation can be tried on; with the token of its lock where that is needed. */
  async function preparedFor(
    url: string,
    { method, path }: Operation,
  ): Promise<{ instanceId: string; taskId: string; lockToken?: string }> {
    if (method === 'POST' && path.startsWith('/Definitions/')) return { instanceId: '', taskId: '' };
    if (method === 'POST' && path.startsWith('/custom-tasks/')) {
      const instanceId = await start(url, 'printing');
      const taskId = await activeEntry(url, instanceId, 'work');
      if (path.includes('{taskType}')) return { instanceId, taskId };
      const request = { WorkerId: 'w', MaxTasks: 100, WaitSeconds: 60 };
      const { tasks } = expectJson(await post(url, `/custom-tasks/${WORKER_TYPE}/fetch-and-lock`, request));
      const task = tasks.find(({ activityInstanceId }: { activityInstanceId: string }) => activityInstanceId === taskId);
      return { instanceId, taskId, lockToken: task.lockToken };
    }
    if (method !== 'GET' || path.includes('{webhook}')) return startedOrder(url);
    orderToRead ??= startedOrder(url);
    return orderToRead;
  }

  async function startedOrder(url: string): Promise<{ instanceId: string; taskId: string }> {
    const instanceId = await start(url, 'order', { Variables: { orderNumber: 'PO-1001' } });
    return { instanceId, taskId: await activeEntry(url, instanceId, 'review') };
  }

  /** Sends an example to something it can be done to: ids in it are replaced by those of an instance and a task made for it. */
  async function sendExample(url: string, { operation, body, query }: Example): Promise<HttpAnswer> {
    const { instanceId, taskId, lockToken } = await preparedFor(url, operation);
    if (operation.operationId === 'completeUserTask') {
      expectEmpty(await post(url, `/UserTasks/${taskId}/claim`, { UserId: 'john', UserGroups: ['managers'] }));
    }
    if (['reviveInstance', 'deleteInstance'].includes(operation.operationId))
      expectEmpty(await post(url, `/Instances/${instanceId}/cancel`, {}));
    const path = operation.path
      .replace('{key}', operation.path.startsWith('/Decisions/') ? 'fee' : 'order')
      .replace('{version}', '1')
      .replace('{instanceId}', instanceId)
      .replace('{activityInstanceId}', taskId)
      .replace(
        '{deadLetterId}',
        operation.path.includes('{deadLetterId}') ? await parkLetter(service.databaseUrl, parkedStart('order')) : '',
      )
      .replace(
        '{batchId}',
        operation.path.includes('{batchId}')
          ? await createBatch(url, { Operation: 'suspend', Ids: [UNKNOWN_ID, instanceId], ItemsPerSecond: 1 })
          : '',
      )
      .replace('{webhook}', operation.path.includes('{webhook}') ? await refuseInstance(service.databaseUrl, instanceId) : '')
      .replace('{incidentId}', operation.path.includes('{incidentId}') ? await raisedIncident(url) : '')
      .replace('{taskType}', operation.method === 'GET' ? TASK_TYPE : WORKER_TYPE);
    const more = {
      ...(lockToken !== undefined && { LockToken: lockToken }),
      ...(operation.operationId === 'migrateInstance' && { DefinitionId: (await stateOf(url, instanceId)).processDefinitionId }),
    };
    const filled = Object.keys(more).length === 0 ? body : { ...(body as object), ...more };
    const sent = filled === undefined ? undefined : JSON.stringify(filled).replaceAll(EXAMPLE_ID, instanceId);
    const target = query === undefined ? path : `${path}?${new URLSearchParams(query)}`;
    return http(url, {
      method: operation.method,
      path: target,
      ...(sent !== undefined && { body: sent, headers: { 'Content-Type': 'application/json' } }),
    });
  }
});
