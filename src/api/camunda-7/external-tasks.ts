import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChosenTasks, LockedCustomTask } from '../../messages/custom-tasks.ts';
import type { Answer } from '../../platform/answer.ts';
import { cutText } from '../../platform/cut-text.ts';
import { isGuid } from '../../platform/ids.ts';
import { wantedText } from '../../queries/custom-tasks.ts';
import { listOpenCustomTasks, type OpenCustomTask, readErrorDetails } from '../../queries/open-custom-tasks.ts';
import { repeated } from '../../requests/request-texts.ts';
import { DONE, done, resultOf, shown } from '../camunda-results.ts';
import { refusalOfBundled } from '../endpoints/custom-tasks/fetch-and-lock.ts';
import type { ApiServices } from '../services.ts';
import { mapInShards } from '../shards/each-shard.ts';
import { type Camunda7Call, type Camunda7Endpoint, camundaTime } from './endpoint.ts';
import { fault, invalid } from './errors.ts';
import { Fields } from './fields.ts';
import { INT_MOST, typedVariables } from './values.ts';

const WORK = { method: 'POST', permission: 'work', keepsKeys: true, rateLimit: 'TaskOperation' } as const;
/** `asyncResponseTimeout`, as in Camunda 7. */
const MOST_WAIT_MS = 1_800_000;
/** Lock duration and retry timeout: a year. */
const MOST_MS = 31_536_000_000;
const MOST_TASKS = 1000;
const MOST_TOPICS = 100;
/** Worker id; error codes are cut to it. Unit: UTF-16 code units. */
const MAX_TEXT = 256;
/** Longer messages and details of failures are cut. Unit: UTF-16 code units. */
const MAX_MESSAGE = 2000;
const MAX_DETAILS = 20_000;
/** Camunda 7 workers send none (docs/how-to/remote-workers.md). */
const FAILURE_CODE = '500';

/** Operations of external task workers. */
export const externalTaskWork: readonly Camunda7Endpoint[] = [
  {
    ...WORK,
    pattern: '/external-task/fetchAndLock',
    audit: 'none',
    summary:
      'several topics with their own lock times; long polling; `processVariables` compares the variables of the task; with `usePriority` by priority within each topic, else oldest first',
    handle: fetchAndLock,
  },
  {
    ...WORK,
    pattern: '/external-task/{task}/complete',
    audit: ['worker', 'CompleteCustomTask'],
    summary: 'only output parameters read `localVariables`',
    handle: complete,
  },
  {
    ...WORK,
    pattern: '/external-task/{task}/failure',
    audit: ['worker', 'FailCustomTask'],
    summary: 'sets the retries; with 0 an incident, if the process has incidents. `errorDetails` are cut to 20,000 characters',
    handle: fail,
  },
  {
    ...WORK,
    pattern: '/external-task/{task}/bpmnError',
    audit: ['worker', 'FailCustomTask'],
    summary: 'an error that no event catches fails the instance or is an incident',
    handle: throwError,
  },
  {
    ...WORK,
    pattern: '/external-task/{task}/extendLock',
    audit: 'none',
    summary: '',
    handle: (call, services) => {
      const fields = Fields.ofBody(call);
      const workerId = fields.requiredText('workerId');
      const ms = fields.requiredWhole('newDuration', 1, MOST_MS);
      return withLock(call, services, { fields, workerId, refused: 'The lock of the % cannot be extended' }, (lock) =>
        done(call, services, { kind: 'ExtendCustomTaskLock', ...lock, lockSeconds: ms / 1000 }),
      );
    },
  },
  { ...WORK, pattern: '/external-task/{task}/lock', audit: 'none', summary: '', handle: lockOne },
  {
    ...WORK,
    pattern: '/external-task/{task}/unlock',
    audit: 'none',
    summary: '',
    async handle(call, services) {
      const { refusal } = Fields.ofBody(call);
      const task = refusal === undefined ? await findTask(call, services) : undefined;
      if (task === undefined) return refusal ?? unknownTask(call);
      return task.lockedBy === null ? DONE : done(call, services, { kind: 'UnlockCustomTask', ...lockOf(task) });
    },
  },
];

/** Topic of a fetch. */
interface Topic {
  readonly typeKey: string;
  /** conditions on its tasks */
  readonly chosen: ChosenTasks;
  readonly lockMs: number;
  /** variables to return; undefined: all */
  readonly names: readonly string[] | undefined;
  readonly showsExtensions: boolean;
}

/**
 * Waits until topics seem to have a free task, then sends one command for each until enough tasks are locked. Waits again if other workers are
 * faster. Empty at the deadline.
 */
async function fetchAndLock(call: Camunda7Call, services: ApiServices): Promise<Answer> {
  const fields = Fields.ofBody(call);
  const workerId = fields.requiredText('workerId');
  const most = Math.min(fields.requiredWhole('maxTasks', 0, INT_MOST), MOST_TASKS);
  const waitMs = fields.whole('asyncResponseTimeout', 0, MOST_WAIT_MS) ?? 0;
  if (fields.order(['createTime']).isDescending) fields.fail('sorting: newest tasks first is not supported by Sluice.');
  const byPriority = fields.flag('usePriority') === true;
  const topics = fields.objects('topics').map((topic) => readTopic(topic, byPriority));
  if (topics.length > MOST_TOPICS) fields.fail(`topics must have at most ${MOST_TOPICS} entries.`);
  const refusal = fields.refusal ?? lengthFault(workerId) ?? refusalOfTopics(topics, services);
  if (refusal !== undefined) return refusal;
  if (topics.length === 0 || most === 0) return shown([]);
  const fetch = { topics, workerId, deadline: Date.now() + waitMs };
  return services.waits.hold(call, { waitMs, weight: topics.length }, () => lockFree(call, services, { ...fetch, most }));
}

async function lockFree(
  call: Camunda7Call,
  services: ApiServices,
  { most, ...fetch }: WaitingFetch & { readonly most: number },
): Promise<Answer> {
  const { workerId, deadline } = fetch;
  for (;;) {
    const free = await freeTopics(call, services, fetch);
    const found: object[] = [];
    for (const topic of free) {
      if (found.length >= most) break;
      const locked = await resultOf(call, services, {
        kind: 'LockCustomTasks',
        typeKey: topic.typeKey,
        workerId,
        maxTasks: most - found.length,
        lockSeconds: topic.lockMs / 1000,
        chosen: topic.chosen,
      });
      // locked tasks must reach the worker
      if (!locked.ok && found.length === 0) return locked.answer;
      if (!locked.ok) continue;
      const { tasks } = locked.result;
      found.push(...(await mapInShards(services, tasks, (own, part) => tasksJson(part, own, { topic, workerId }))));
    }
    if (found.length > 0 || free.length === 0 || Date.now() >= deadline) return shown(found);
  }
}

function readTopic(fields: Fields, byPriority: boolean): Topic {
  const taskType = fields.requiredText('topicName');
  const lockMs = fields.requiredWhole('lockDuration', 1, MOST_MS);
  const processKeys = fields.oneOrMany('processDefinitionKey');
  const definitionIds = fields.oneOrMany('processDefinitionId');
  const businessId = fields.text('businessKey');
  const inputs = fields.jsonTexts('processVariables');
  const names = fields.texts('variables');
  const showsExtensions = fields.flag('includeExtensionProperties') === true;
  fields.ignore('localVariables', 'deserializeValues', 'withoutTenantId');
  return {
    typeKey: taskType.trim().toLowerCase(),
    chosen: {
      taskType,
      ...(processKeys && { processKeys }),
      ...(definitionIds && { definitionIds }),
      ...(businessId !== undefined && { businessId }),
      ...(inputs && { inputs }),
      ...(byPriority && { byPriority }),
    },
    lockMs,
    names,
    showsExtensions,
  };
}

function lengthFault(workerId: string): Answer | undefined {
  return workerId.length > MAX_TEXT ? invalid(`workerId must be at most ${MAX_TEXT} characters.`) : undefined;
}

function refusalOfTopics(topics: readonly Topic[], { fetchableBundledTypes }: ApiServices): Answer | undefined {
  for (const { chosen } of topics) {
    const refusal = refusalOfBundled(chosen.taskType ?? '', fetchableBundledTypes);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

interface WaitingFetch {
  readonly topics: readonly Topic[];
  readonly workerId: string;
  /** ms since epoch */
  readonly deadline: number;
}

/** Topics that seem to have tasks, in request order; empty at the deadline, or if client or service stop. */
async function freeTopics(
  { limits, hasLeft }: Camunda7Call,
  { taskWatch, health, metrics }: ApiServices,
  { topics, workerId, deadline }: WaitingFetch,
): Promise<readonly Topic[]> {
  const free = new Set<Topic>();
  let isOver = false;
  await new Promise<void>((resolve, reject) => {
    const waits = topics.map(async (topic) => {
      metrics.calls.fetched(topic.typeKey, workerId);
      const wanted = wantedText(topic.typeKey, limits, topic.chosen);
      const isFree = await taskWatch.free(wanted, deadline, () => isOver || hasLeft() || health.isShuttingDown);
      if (!isFree) return;
      free.add(topic);
      resolve();
    });
    Promise.all(waits).then(() => resolve(), reject);
  });
  isOver = true;
  // topics of the same poll
  await nextTurn();
  return topics.filter((topic) => free.has(topic));
}

async function tasksJson(
  { db }: ApiServices,
  tasks: readonly LockedCustomTask[],
  { topic, workerId }: { readonly topic: Topic; readonly workerId: string },
): Promise<readonly object[]> {
  if (tasks.length === 0) return [];
  const taskIds = tasks.map(({ taskId }) => taskId);
  const rows = await listOpenCustomTasks(db, { taskIds, limits: undefined }, { skipped: 0, most: taskIds.length });
  const rowOf = new Map(rows.map((row) => [row.taskId, row]));
  const failed = tasks.flatMap(({ taskId, failures }) => (failures === undefined ? [] : [taskId]));
  const detailsOf: ReadonlyMap<string, string> = failed.length === 0 ? new Map() : await readErrorDetails(db, failed);
  return tasks.map((task) => {
    const row = rowOf.get(task.taskId);
    return {
      activityId: task.activityId,
      activityInstanceId: task.taskId,
      errorMessage: task.errorMessage ?? null,
      errorDetails: detailsOf.get(task.taskId) ?? null,
      executionId: task.instanceId,
      id: task.taskId,
      lockExpirationTime: camundaTime(task.lockedUntil),
      createTime: row === undefined ? null : camundaTime(row.createdAt),
      processDefinitionId: task.definitionId,
      processDefinitionKey: task.processKey,
      processDefinitionVersionTag: row?.versionTag ?? null,
      processInstanceId: task.instanceId,
      retries: task.failures === undefined && (row?.attempts ?? null) === null ? null : (task.retries ?? null),
      suspended: false,
      workerId,
      topicName: task.taskType,
      tenantId: null,
      variables: typedVariables(task.input, topic.names),
      priority: task.priority ?? 0,
      businessKey: task.businessId,
      extensionProperties: topic.showsExtensions ? (task.headers ?? {}) : {},
    };
  });
}

/** Returns undefined if not open (a task without retries is an incident), or if the caller may not see its process. */
export async function findTask(
  { params: [taskId = ''], limits }: Camunda7Call,
  { db }: ApiServices,
): Promise<OpenCustomTask | undefined> {
  if (!isGuid(taskId)) return undefined;
  const [task] = await listOpenCustomTasks(db, { taskIds: [taskId.toLowerCase()], limits }, { skipped: 0, most: 1 });
  return task;
}

export function unknownTask({ params: [taskId = ''] }: Camunda7Call): Answer {
  return fault(404, `External task with id ${repeated(taskId)} does not exist`);
}

type Lock = Pick<OpenCustomTask, 'taskId' | 'instanceId' | 'attempt'>;

function lockOf({ taskId, instanceId, attempt }: OpenCustomTask): Lock {
  return { taskId, instanceId, attempt };
}

interface LockClaim {
  readonly fields: Fields;
  readonly workerId: string;
  /** operation for the error; `%`: task text */
  readonly refused: string;
}

function heldByOther(refused: string, workerId: string, lockedBy: string | null): Answer {
  const holder = lockedBy === null ? 'It is not locked.' : `It is locked by worker '${repeated(lockedBy)}'.`;
  return fault(400, `${refused} by worker '${repeated(workerId)}'. ${holder}`, 'RestException');
}

/** The worker id proves the lock, as in Camunda. The command checks the attempt again. Otherwise returns the error answer, first that of `fields`. */
async function withLock(
  call: Camunda7Call,
  services: ApiServices,
  { fields, workerId, refused }: LockClaim,
  use: (lock: Lock) => Promise<Answer>,
): Promise<Answer> {
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const task = await findTask(call, services);
  if (task === undefined) return unknownTask(call);
  const { lockedBy, taskId } = task;
  if (lockedBy === workerId) return use(lockOf(task));
  return heldByOther(refused.replace('%', `External Task ${taskId}`), workerId, lockedBy);
}

function complete(call: Camunda7Call, services: ApiServices): Promise<Answer> {
  const fields = Fields.ofBody(call);
  const workerId = fields.requiredText('workerId');
  const result = fields.variables();
  const localVariables = fields.variables('localVariables');
  const hasLocal = Object.keys(localVariables).length > 0;
  return withLock(call, services, { fields, workerId, refused: '% cannot be completed' }, (lock) =>
    done(call, services, { kind: 'CompleteCustomTask', ...lock, result, ...(hasLocal && { localVariables }) }),
  );
}

function fail(call: Camunda7Call, services: ApiServices): Promise<Answer> {
  const fields = Fields.ofBody(call);
  const workerId = fields.requiredText('workerId');
  const message = cutText(fields.text('errorMessage') ?? '', MAX_MESSAGE);
  const text = fields.text('errorDetails');
  const details = text && cutText(text, MAX_DETAILS);
  const retriesLeft = fields.whole('retries', 0, 1_000_000) ?? 0;
  const retryAfterMs = fields.whole('retryTimeout', 0, MOST_MS) ?? 0;
  const variables = fields.variables();
  return withLock(call, services, { fields, workerId, refused: 'Failure of % cannot be reported' }, async (lock) => {
    const refusal = await setVariables(call, services, lock.instanceId, variables);
    const failure = { code: FAILURE_CODE, message, isRetryable: true, retryAfterMs, retriesLeft } as const;
    return (
      refusal ?? done(call, services, { kind: 'FailCustomTask', ...lock, ...failure, ...(details !== undefined && { details }) })
    );
  });
}

function throwError(call: Camunda7Call, services: ApiServices): Promise<Answer> {
  const fields = Fields.ofBody(call);
  const workerId = fields.requiredText('workerId');
  const code = cutText(fields.requiredText('errorCode'), MAX_TEXT);
  const message = cutText(fields.text('errorMessage') ?? code, MAX_MESSAGE);
  const variables = fields.variables();
  return withLock(call, services, { fields, workerId, refused: 'BPMN error of % cannot be reported' }, async (lock) => {
    const refusal = await setVariables(call, services, lock.instanceId, variables);
    const failure = { code, message, isRetryable: false, retryAfterMs: null } as const;
    return refusal ?? done(call, services, { kind: 'FailCustomTask', ...lock, ...failure });
  });
}

/** Sets variables before a failure is reported. Returns the error answer if they are refused. */
async function setVariables(
  call: Camunda7Call,
  services: ApiServices,
  instanceId: string,
  variables: ReturnType<Fields['variables']>,
): Promise<Answer | undefined> {
  if (Object.keys(variables).length === 0) return undefined;
  const set = await resultOf(call, services, { kind: 'EditVariables', instanceId, scope: null, variables, removed: [] });
  return set.ok ? undefined : set.answer;
}

/** Extends a lock of this worker. */
async function lockOne(call: Camunda7Call, services: ApiServices): Promise<Answer> {
  const fields = Fields.ofBody(call);
  const workerId = fields.requiredText('workerId');
  const ms = fields.requiredWhole('lockDuration', 1, MOST_MS);
  const refusal = fields.refusal ?? lengthFault(workerId);
  if (refusal !== undefined) return refusal;
  const task = await findTask(call, services);
  if (task === undefined) return unknownTask(call);
  const lockSeconds = ms / 1000;
  if (task.lockedBy === workerId) return done(call, services, { kind: 'ExtendCustomTaskLock', ...lockOf(task), lockSeconds });
  const reserved = refusalOfBundled(task.taskType, services.fetchableBundledTypes);
  if (reserved !== undefined) return reserved;
  const { taskId, taskType } = task;
  const typeKey = taskType.trim().toLowerCase();
  const command = { kind: 'LockCustomTasks', typeKey, workerId, maxTasks: 1, lockSeconds, chosen: { taskId } } as const;
  const locked = await resultOf(call, services, command);
  if (!locked.ok) return locked.answer;
  if (locked.result.tasks.length > 0) return DONE;
  const { lockedBy } = (await findTask(call, services)) ?? task;
  if (lockedBy !== null) return heldByOther(`External Task ${taskId} cannot be locked`, workerId, lockedBy);
  return invalid(`External Task ${taskId} cannot be locked: it is suspended or waits.`);
}
