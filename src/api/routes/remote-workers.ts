import type { CommandResults, LockedCustomTask } from '../../messages/commands.ts';
import { type Answer, errorAnswer, jsonAnswer, problemAnswer } from '../../platform/answer.ts';
import { BUNDLED_TASK_TYPES } from '../../platform/bundled-task-types.ts';
import { formatTimestamp } from '../../platform/clock.ts';
import { nameBasedId } from '../../platform/ids.ts';
import type { KeyLimits } from '../../platform/key-patterns.ts';
import { wantedText } from '../../queries/custom-tasks.ts';
import { repeated } from '../../requests/parsed-text.ts';
import { createMemberReader } from '../body/members.ts';
import type { CommandRunner } from '../commands.ts';
import type { CustomTaskWatch } from '../custom-task-watch.ts';
import { BODY_LIMIT, type Endpoint, type WriteRequest } from '../endpoint.ts';
import { type ReadToken, readLockToken, writeLockToken } from '../lock-token.ts';
import { completeCustomTaskRequest, extendLockRequest, failCustomTaskRequest, fetchAndLockRequest } from '../schemas/requests.ts';
import type { lockedCustomTask, ResponseBody } from '../schemas/responses.ts';
import type { Signer } from '../signatures.ts';

const DEFAULT_LOCK_SECONDS = 60;
const MAX_WORKER_ID = 256;
/** Bounds of failures, for plugin hosts and workers alike: longer texts are cut (docs/how-to/remote-workers.md). Unit: characters. */
const MAX_CODE = 256;
const MAX_MESSAGE = 2000;
/** Namespace of the ids of results that come without a key; part of the stored format, never change it. */
const RESULT_NAMESPACE = 'd2b6c0f4-93a1-4d7e-8a55-6b1f0e3c7d48';
const BUNDLED: ReadonlySet<string> = new Set(BUNDLED_TASK_TYPES);

const readFetch = createMemberReader(fetchAndLockRequest);
const readComplete = createMemberReader(completeCustomTaskRequest);
const readFail = createMemberReader(failCustomTaskRequest);
const readExtend = createMemberReader(extendLockRequest);

/** Dependencies of the routes. `isStopping`: waiting requests are answered now. */
export interface RemoteWorkerTools {
  readonly run: CommandRunner;
  readonly watch: CustomTaskWatch;
  readonly isStopping: () => boolean;
  /** called for every requested type, at the start and the end of each wait */
  readonly noteFetch: (typeKey: string, workerId: string) => void;
  readonly signer: Signer;
  /** types of bundled plugins that may be fetched all the same, in lower case */
  readonly fetchableBundledTypes: readonly string[];
}

/** Custom tasks for workers in other languages (docs/how-to/remote-workers.md, ADR 0021). */
export function remoteWorkerRoutes(tools: RemoteWorkerTools): readonly Endpoint[] {
  return [
    route('/custom-tasks/{taskType}/fetch-and-lock', (request, taskType) => fetchAndLock(tools, request, taskType)),
    route('/custom-tasks/{activityInstanceId}/complete', (request, taskId) => complete(tools, request, taskId)),
    route('/custom-tasks/{activityInstanceId}/fail', (request, taskId) => fail(tools, request, taskId)),
    route('/custom-tasks/{activityInstanceId}/extend-lock', (request, taskId) => extendLock(tools, request, taskId)),
  ];
}

function route(pattern: string, handle: (request: WriteRequest, parameter: string) => Promise<Answer>): Endpoint {
  const onRequest = (request: WriteRequest) => handle(request, request.params[0] ?? '');
  return { method: 'POST', pattern, bodyUse: 'json', bodyLimit: BODY_LIMIT, handle: onRequest };
}

/**
 * Waits for a free task without a lock, then sends the command that locks it. If another worker is faster, it waits again. A
 * request with a key always sends the command, because its tasks may already be recorded.
 */
async function fetchAndLock(tools: RemoteWorkerTools, request: WriteRequest, taskType: string): Promise<Answer> {
  const { run, watch, isStopping, noteFetch, signer } = tools;
  const read = readFetch(request.body, request.path);
  if (!read.ok) return read.answer;
  const { WorkerId: workerId, MaxTasks: maxTasks = 1, LockSeconds: lockSeconds = DEFAULT_LOCK_SECONDS } = read.members;
  if (workerId.length > MAX_WORKER_ID) {
    return problemAnswer('invalid-field', `WorkerId must be at most ${MAX_WORKER_ID} characters.`, request.path);
  }
  const typeKey = taskType.trim().toLowerCase();
  if (BUNDLED.has(typeKey) && !tools.fetchableBundledTypes.includes(typeKey)) return notFetchable(taskType);
  const deadline = Date.now() + (read.members.WaitSeconds ?? 0) * 1000;
  noteFetch(typeKey, workerId);
  for (;;) {
    const isFree = await watch.free(wantedText(typeKey, request.limits), deadline, () => request.hasLeft() || isStopping());
    noteFetch(typeKey, workerId);
    if (!isFree && request.idempotencyKey === undefined) return jsonAnswer({ tasks: [] });
    let count = 0;
    const answer = await run(request, { kind: 'LockCustomTasks', typeKey, workerId, maxTasks, lockSeconds }, ({ tasks }) => {
      count = tasks.length;
      return jsonAnswer({ tasks: tasks.map((task) => taskJson(task, signer)) });
    });
    const isSettled = answer.status !== 200 || count > 0 || request.idempotencyKey !== undefined;
    if (isSettled || Date.now() >= deadline) return answer;
  }
}

async function complete({ run, signer }: RemoteWorkerTools, request: WriteRequest, taskId: string): Promise<Answer> {
  const read = readComplete(request.body, request.path);
  if (!read.ok) return read.answer;
  const token = readLockToken(taskId, read.members.LockToken, signer);
  if (token === undefined) return badToken(request);
  const command = { kind: 'CompleteCustomTask', ...token.lock, result: read.members.Variables } as const;
  return run(request, command, undefined, ownId('complete', token, request.limits));
}

async function fail({ run, signer }: RemoteWorkerTools, request: WriteRequest, taskId: string): Promise<Answer> {
  const read = readFail(request.body, request.path);
  if (!read.ok) return read.answer;
  const token = readLockToken(taskId, read.members.LockToken, signer);
  if (token === undefined) return badToken(request);
  const { ErrorCode = '500', ErrorMessage, IsRetryable: isRetryable = true, RetryAfterSeconds: seconds } = read.members;
  const code = ErrorCode.slice(0, MAX_CODE);
  const message = ErrorMessage.slice(0, MAX_MESSAGE);
  const retryAfterMs = seconds === undefined ? null : seconds * 1000;
  const command = { kind: 'FailCustomTask', ...token.lock, code, message, isRetryable, retryAfterMs } as const;
  const onDone = ({ retryAt }: CommandResults['FailCustomTask']) =>
    jsonAnswer({ retryAt: retryAt === null ? null : formatTimestamp(Date.parse(retryAt)) });
  return run(request, command, onDone, ownId('fail', token, request.limits));
}

async function extendLock({ run, signer }: RemoteWorkerTools, request: WriteRequest, taskId: string): Promise<Answer> {
  const read = readExtend(request.body, request.path);
  if (!read.ok) return read.answer;
  const token = readLockToken(taskId, read.members.LockToken, signer);
  if (token === undefined) return badToken(request);
  const { LockSeconds: lockSeconds = DEFAULT_LOCK_SECONDS } = read.members;
  return run(request, { kind: 'ExtendCustomTaskLock', ...token.lock, lockSeconds }, ({ lockedUntil }) =>
    jsonAnswer({ lockedUntil: formatTimestamp(Date.parse(lockedUntil)) }),
  );
}

/** The inputs of bundled types hold what other processes sign in with, and their tasks are done here. */
function notFetchable(taskType: string): Answer {
  const type = repeated(taskType);
  const setting = 'RemoteWorkers:BundledTypes';
  return errorAnswer(
    'reserved-task-type',
    `The service runs tasks of type '${type}' itself. To let external workers fetch them, add the type to ${setting}`,
  );
}

function badToken({ path }: WriteRequest): Answer {
  return problemAnswer('invalid-field', 'LockToken is not a token issued by fetch-and-lock.', path);
}

/**
 * Id of the completing command. One attempt has one result: a repeat gets the recorded reply. A token that was not issued gets
 * no such id, so that a stranger cannot record a reply for the holder. The same applies to callers that are limited to process
 * keys.
 */
function ownId(purpose: 'complete' | 'fail', { lock, isIssued }: ReadToken, limits: KeyLimits): string | undefined {
  const { taskId, instanceId, attempt } = lock;
  const within = limits === undefined ? '' : ` ${JSON.stringify(limits)}`;
  return isIssued ? nameBasedId(RESULT_NAMESPACE, `${purpose} ${taskId} ${instanceId} ${attempt}${within}`) : undefined;
}

function taskJson(task: LockedCustomTask, signer: Signer): ResponseBody<typeof lockedCustomTask> {
  return {
    activityInstanceId: task.taskId,
    workflowInstanceId: task.instanceId,
    workflowId: task.processKey,
    processDefinitionId: task.definitionId,
    activityId: task.activityId,
    taskType: task.taskType,
    businessId: task.businessId,
    input: task.input,
    headers: task.headers ?? {},
    attempt: task.attempt,
    ...(task.retries === undefined ? {} : { retries: task.retries }),
    idempotencyKey: task.taskId,
    lockToken: writeLockToken(task, signer),
    lockedUntil: formatTimestamp(Date.parse(task.lockedUntil)),
  };
}
