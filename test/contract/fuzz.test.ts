import { connect } from 'node:net';
import { expect } from 'chai';
import fc from 'fast-check';
import { ORDER_XML, STORE_XML } from '../../src/api/openapi/examples.ts';
import { expectEmpty } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer, type HttpRequest, http, isReadSideBehind, post } from '../support/http/http-client.ts';
import { type OpenApi, type Operation, readOpenApi, undocumented } from '../support/http/openapi-document.ts';
import { deploy, start, stateOf } from '../support/http/steps.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { recordingLog } from '../support/recording-log.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';
import { type Generated, generatedRequests, type Pools } from './generated-requests.ts';

/** Requests of the commit tier; FUZZ_REQUESTS asks for more, as the nightly run does with 20,000. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 400);
/** Answers of each common status that show that the requests reach everything. */
const LEAST_ANSWERS = REQUESTS / 1000;
/** Kept connections that send one request after another. */
const CONNECTIONS = 24;
const BATCH = 250;
const MAX_POOL = 200;
const MAX_REPORTED = 10;
/** The same requests at every run; FUZZ_SEED chooses others. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_131);
/** Lines that no request may be the cause of: parked commands, faults, broken invariants, gaps in a journal. */
const ALARMS = [3004, 4061, 5004, 7017, 7030, 7044] as const;

describe('generated requests', function () {
  this.timeout(600_000);
  const log = recordingLog();
  let service: TestService;
  let document: OpenApi;
  before(async () => {
    service = await startService({ log, env: { Engine__CommandTimeoutSeconds: '120' } });
    document = await readOpenApi(service.url);
    await deploy(service.url, ORDER_XML);
    await deploy(service.url, STORE_XML);
    await deploy(service.url, oneTask('printing', 'print', { retries: '3' }));
  });
  after(() => service.stop());

  itFull(`never get a 5xx, and only documented answers, when ${REQUESTS} of them are sent (seed ${SEED})`, async () => {
    const pools = await firstPools(service.url);
    const statuses = new Map<number, number>();
    const wrong: string[] = [];
    const requests = requestsOf(generatedRequests(document, pools));
    const connection = async (): Promise<void> => {
      for (const { request } of requests) {
        const answer = await answerTo(service.url, request);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        learn(pools, answer);
        const faults = faultsOf(document, request.method ?? 'GET', request.path, answer);
        if (faults.length > 0)
          wrong.push(`${JSON.stringify(request).slice(0, 1500)}\n  ${faults.join('; ')}\n  ${answer.text.slice(0, 300)}`);
        if (wrong.length >= MAX_REPORTED) return;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
    expect(wrong.join('\n'), `FUZZ_SEED=${SEED}`).to.equal('');
    for (const status of [200, 400, 404, 405, 409, 415, 422])
      expect(statuses.get(status), `answers ${status}`).to.be.greaterThan(LEAST_ANSWERS);
    for (const id of ALARMS) expect(log.of(id), `log ${id}`).to.deep.equal([]);
  });

  it('leave connections answered or closed when they are no HTTP at all', async () => {
    for (const bytes of fc.sample(fc.uint8Array({ minLength: 1, maxLength: 300 }), { numRuns: 100, seed: SEED })) {
      await ended(service.url, Buffer.concat([Buffer.from(bytes), Buffer.from('\r\n\r\n')]));
    }
    for (const head of [
      'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: x\r\n\r\n',
      'POST /Execution/start HTTP/1.1\r\n\r\n',
      'GET * HTTP/9.9\r\n\r\n',
    ]) {
      await ended(service.url, Buffer.from(head));
    }
  });

  it('leave a service behind that works and remembers', async () => {
    expect((await get(service.url, '/ready')).text).to.equal('Ready');
    await post(service.url, '/Definitions/enable', { ProcessDefinitionKey: 'order' });
    await post(service.url, '/Definitions/order/resume', {});
    await deploy(service.url, ORDER_XML);
    const id = await start(service.url, 'order', { Variables: { orderNumber: 'after' } });
    expectEmpty(await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: id, ActivityId: 'pack' }));
    expect((await stateOf(service.url, id)).completedActivityIds).to.include('pack');
  });
});

/** Repeats a read while the read side is behind, or a check of Postgres took too long: a slow machine is not a fault. */
async function answerTo(url: string, request: HttpRequest): Promise<HttpAnswer> {
  const answer = await http(url, request);
  const isSlow = isReadSideBehind(answer) || (answer.status === 503 && answer.text === 'Not ready: postgres');
  return isSlow ? answerTo(url, request) : answer;
}

/** All requests, made in batches as they are needed; every connection takes the next one. */
function* requestsOf(arbitrary: fc.Arbitrary<Generated>): Generator<Generated> {
  for (let made = 0; made < REQUESTS; made += BATCH) yield* fc.sample(arbitrary, { numRuns: BATCH, seed: SEED + made });
}

async function firstPools(url: string): Promise<Pools> {
  const instances = await Promise.all([1, 2, 3].map((n) => start(url, 'order', { Variables: { orderNumber: `PO-${n}` } })));
  const state = await stateOf(url, instances[0] ?? '');
  const tasks = state.activeActivities.map(({ activityInstanceId }) => activityInstanceId);
  const keys = ['order', 'restock', 'cooling', 'printing', 'none', 'a/b'];
  return {
    key: keys,
    version: ['1', '2', '0', '2147483648', '01'],
    instanceId: instances,
    activityInstanceId: tasks,
    taskType: ['rest-call', 'print', 'PRINT'],
    WorkerId: ['worker-1', 'worker-2'],
    LockToken: [],
    ErrorMessage: ['broken'],
    ErrorCode: ['PRINTER', ''],
    position: [],
    WorkflowId: keys,
    ProcessDefinitionKey: keys,
    WorkflowInstanceId: instances,
    ActivityId: ['pack', 'review', 'payment', 'start', 'none'],
    MessageName: ['orderPaid', 'none'],
    CorrelationKey: ['PO-1', 'PO-1001', ''],
    SignalName: ['stockArrived', 'none'],
    BusinessId: ['PO-1001', ' x', ''],
    UserId: ['john', 'mary', ' '],
    reason: ['no need', ''],
    errorMessage: ['broken'],
    errorCode: ['PRINTER', ''],
  };
}

/** What later requests can name: new instances, tasks and positions. */
function learn(pools: Pools, { headers, json }: HttpAnswer): void {
  const position = headers['service-position'];
  if (typeof position === 'string') keep(pools['position'], position);
  const instanceId = json?.WorkflowInstanceId ?? json?.WorkflowInstanceIds?.[0];
  if (typeof instanceId === 'string') keep(pools['instanceId'], instanceId);
  for (const task of Array.isArray(json?.data) ? json.data : []) keep(pools['activityInstanceId'], task.activityInstanceId);
  for (const task of Array.isArray(json?.tasks) ? json.tasks : []) {
    keep(pools['activityInstanceId'], task.activityInstanceId);
    keep(pools['LockToken'], task.lockToken);
  }
}

function keep(pool: string[] | undefined, value: string): void {
  if (pool === undefined || pool.includes(value)) return;
  pool.push(value);
  if (pool.length > MAX_POOL) pool.shift();
}

function faultsOf(document: OpenApi, method: string, path: string, answer: HttpAnswer): readonly string[] {
  if (answer.status >= 500) return [`status ${answer.status}`];
  const operation = operationAt(document, method, path);
  const isOfPath = [400, 404, 405].includes(answer.status) && isPathProblem(answer);
  if (method === 'HEAD') return answer.text === '' ? [] : ['a body for HEAD'];
  if (isOfPath) return operation !== undefined && answer.status === 405 ? ['405 where the verb exists'] : [];
  return operation === undefined ? [`status ${answer.status} where there is nothing`] : undocumented(document, operation, answer);
}

/** Path, endpoint and verb: there is no operation that could document these refusals. */
function isPathProblem({ json }: HttpAnswer): boolean {
  return /^(?:The request path is malformed\.|No endpoint matches this path\.|The method \w+ is not allowed on this path\.)$/.test(
    json?.detail ?? '',
  );
}

/** The operation a request leads to, found by docs/contributing/spec/http.md#path-matching. */
function operationAt({ operations }: OpenApi, method: string, target: string): Operation | undefined {
  const path = (target.split('?')[0] ?? '').replace(/(.)\/$/, '$1');
  let parts: string[];
  try {
    parts = path.split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
  const isAt = ({ path: pattern }: Operation) => {
    const wanted = pattern.split('/');
    const same = (part: string, n: number) =>
      (part === '{version}' ? /^\d+$/.test(parts[n] ?? '') : part.startsWith('{')) ||
      part.toLowerCase() === parts[n]?.toLowerCase();
    return wanted.length === parts.length && wanted.every(same);
  };
  const there = operations.filter(isAt);
  const concrete = there.filter((operation) => !operation.path.includes('{'));
  return (concrete.length > 0 ? concrete : there).find((operation) => operation.method === method);
}

/** Sends bytes on their own connection; resolves when the service has answered or closed it. */
function ended(url: string, bytes: Buffer): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
    socket.once('data', () => socket.end());
  });
}
