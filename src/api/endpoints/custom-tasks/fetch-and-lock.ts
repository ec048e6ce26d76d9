import { z } from 'zod';
import type { LockedCustomTask } from '../../../messages/custom-tasks.ts';
import { type Answer, errorAnswer, jsonAnswer, problemAnswer } from '../../../platform/answer.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import { BUNDLED_TASK_TYPES } from '../../../platform/config/config-engine.ts';
import { wantedText } from '../../../queries/custom-tasks.ts';
import { repeated } from '../../../requests/request-texts.ts';
import type { CommandBodyOf } from '../../commands.ts';
import { type WriteRequest, writeEndpoint } from '../../endpoint.ts';
import { writeLockToken } from '../../lock-token.ts';
import { optionalWhole, requiredText } from '../../schemas/members.ts';
import { guid, type ResponseBody, timestamp, variables } from '../../schemas/values.ts';
import type { ApiServices } from '../../services.ts';
import type { Signer } from '../../signatures.ts';
import { TOO_MANY_WAITS } from '../refusals.ts';

export const DEFAULT_LOCK_SECONDS = 60;
const MAX_LOCK_SECONDS = 3600;
const MAX_WORKER_ID = 256;
/** Schema of member `LockSeconds`. */
export const lockSeconds = () => optionalWhole(1, MAX_LOCK_SECONDS, 'Duration of the lock from now. Default: 60.');
const BUNDLED: ReadonlySet<string> = new Set(BUNDLED_TASK_TYPES);

const fetchAndLockRequest = z
  .object({
    WorkerId: requiredText('WorkerId is required', 'Name of the worker, at most 256 characters.'),
    MaxTasks: optionalWhole(1, 100, 'Most tasks in one response. Default: 1.'),
    LockSeconds: lockSeconds(),
    WaitSeconds: optionalWhole(0, 60, 'Time to wait if no task is available. Default: 0.'),
  })
  .meta({ id: 'FetchAndLockRequest' });

const lockedCustomTask = z
  .object({
    activityInstanceId: guid,
    workflowInstanceId: guid,
    workflowId: z.string(),
    processDefinitionId: z.string(),
    activityId: z.string(),
    taskType: z.string(),
    businessId: z.string().nullable(),
    input: variables,
    headers: z.record(z.string(), z.string()).meta({ description: 'Constant texts for the worker from the model.' }),
    attempt: z.int().min(1),
    retries: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'Remaining attempts, including this one. Absent in replies stored before version 0.3.' }),
    errorMessage: z
      .string()
      .optional()
      .meta({ description: 'Message of the latest failed attempt. Absent at the first attempt.' }),
    idempotencyKey: guid.meta({ description: 'Same value for each attempt of one activity.' }),
    lockToken: z.string().meta({ description: 'Secret that proves you hold the lock. Do not share it.' }),
    lockedUntil: timestamp,
  })
  .meta({ id: 'LockedCustomTask' });

const fetchAndLockResponse = z.object({ tasks: z.array(lockedCustomTask) }).meta({ id: 'FetchAndLockResponse' });

/** Request of workers in other languages (docs/how-to/remote-workers.md, ADR 0021). */
export const fetchAndLock = writeEndpoint({
  method: 'POST',
  pattern: '/custom-tasks/{taskType}/fetch-and-lock',
  permission: 'work',
  keepsKeys: true,
  rateLimit: 'TaskOperation',
  audit: 'none',
  id: 'fetchAndLock',
  tag: 'Custom tasks',
  summary: 'Fetch and lock tasks',
  description: 'Returns waiting tasks of the type and locks them for a worker.',
  body: fetchAndLockRequest,
  examples: {
    'up to ten tasks': { WorkerId: 'worker-1', MaxTasks: 10, LockSeconds: 30, WaitSeconds: 0 },
    'required fields only': { WorkerId: 'worker-1' },
  },
  answer: fetchAndLockResponse,
  refusals: [
    ...TOO_MANY_WAITS,
    { status: 400, shape: 'E', text: 'WorkerId is required' },
    { status: 400, shape: 'P', text: 'WorkerId must be at most 256 characters.' },
    {
      status: 403,
      shape: 'E',
      text:
        "The service runs tasks of type '<taskType>' itself. " +
        'To let external workers fetch them, add the type to RemoteWorkers:BundledTypes',
    },
  ],
  async handle(request, services) {
    const [taskType = ''] = request.params;
    const { WorkerId: workerId, MaxTasks: maxTasks = 1, LockSeconds = DEFAULT_LOCK_SECONDS, WaitSeconds = 0 } = request.members;
    if (workerId.length > MAX_WORKER_ID) {
      return problemAnswer('invalid-field', `WorkerId must be at most ${MAX_WORKER_ID} characters.`, request.path);
    }
    const reserved = refusalOfBundled(taskType, services.fetchableBundledTypes);
    if (reserved !== undefined) return reserved;
    const typeKey = taskType.trim().toLowerCase();
    const waitMs = WaitSeconds * 1000;
    const command = { kind: 'LockCustomTasks', typeKey, workerId, maxTasks, lockSeconds: LockSeconds } as const;
    return services.waits.hold(request, { waitMs }, () => lockFree(request, services, { command, waitMs }));
  },
});

/**
 * Waits for a free task, then sends the command. Waits again if another worker was faster. With an idempotency key, always sends the command, because
 * its reply may be recorded.
 */
async function lockFree(
  request: WriteRequest,
  { run, taskWatch, health, metrics, signer }: ApiServices,
  { command, waitMs }: { readonly command: CommandBodyOf<'LockCustomTasks'>; readonly waitMs: number },
): Promise<Answer> {
  const { typeKey, workerId } = command;
  const deadline = Date.now() + waitMs;
  const isUseless = () => request.hasLeft() || health.isShuttingDown;
  metrics.calls.fetched(typeKey, workerId);
  for (;;) {
    const isFree = await taskWatch.free(wantedText(typeKey, request.limits), deadline, isUseless);
    metrics.calls.fetched(typeKey, workerId);
    if (!isFree && request.idempotencyKey === undefined) return jsonAnswer({ tasks: [] });
    let count = 0;
    const answer = await run(request, command, ({ tasks }) => {
      count = tasks.length;
      return jsonAnswer({ tasks: tasks.map((task) => taskJson(task, signer)) });
    });
    const isSettled = answer.status !== 200 || count > 0 || request.idempotencyKey !== undefined;
    if (isSettled || Date.now() >= deadline) return answer;
  }
}

/** Plugin hosts run the tasks of bundled types, whose inputs may contain credentials. Undefined for other types and `fetchableBundledTypes`. */
export function refusalOfBundled(taskType: string, fetchableBundledTypes: readonly string[]): Answer | undefined {
  const typeKey = taskType.trim().toLowerCase();
  if (!BUNDLED.has(typeKey) || fetchableBundledTypes.includes(typeKey)) return undefined;
  const type = repeated(taskType);
  const setting = 'RemoteWorkers:BundledTypes';
  return errorAnswer(
    'reserved-task-type',
    `The service runs tasks of type '${type}' itself. To let external workers fetch them, add the type to ${setting}`,
  );
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
    ...(task.errorMessage === undefined ? {} : { errorMessage: task.errorMessage }),
    idempotencyKey: task.taskId,
    lockToken: writeLockToken(task, signer),
    lockedUntil: formatTimestamp(Date.parse(task.lockedUntil)),
  };
}
