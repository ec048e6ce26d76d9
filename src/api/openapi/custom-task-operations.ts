import { completeCustomTaskRequest, extendLockRequest, failCustomTaskRequest, fetchAndLockRequest } from '../schemas/requests.ts';
import {
  customTaskType,
  customTaskTypes,
  extendLockResponse,
  failCustomTaskResponse,
  fetchAndLockResponse,
} from '../schemas/responses.ts';
import type { DocumentedRefusal, ReadOperation, WriteOperation } from './operation.ts';

const TOKEN = '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11.1.cJ8ZpQ0m3n5t7v9xBfHkNqTwZ2C4E6G8JaLdOgRjUmX';
/** What every call about one lock may answer. */
const OF_A_LOCK: readonly DocumentedRefusal[] = [
  { status: 400, shape: 'E', text: 'LockToken is required' },
  { status: 400, shape: 'P', text: 'LockToken is not a token issued by fetch-and-lock.' },
  {
    status: 409,
    shape: 'P',
    text: "The lock on custom task '<id>' has expired or belongs to another worker. Discard this result: the task is offered again.",
  },
];

/** /custom-tasks: the catalog (docs/contributing/spec/http/custom-tasks.md#catalog-reads), and the calls of remote workers (ADR 0021). */
export const customTaskOperations: readonly (ReadOperation | WriteOperation)[] = [
  {
    method: 'GET',
    pattern: '/custom-tasks',
    id: 'listCustomTasks',
    tag: 'Custom tasks',
    summary: 'List task types',
    description: 'Task types that plugin hosts serve now, sorted by type.',
    policy: 'Read',
    answer: customTaskTypes,
  },
  {
    method: 'GET',
    pattern: '/custom-tasks/{taskType}',
    id: 'readCustomTask',
    tag: 'Custom tasks',
    summary: 'Read a task type',
    policy: 'Read',
    answer: customTaskType,
    refusals: [{ status: 404, shape: 'P', text: "No plugin registers the task type '<taskType>'." }],
  },
  {
    ...ofWorkers(
      '{taskType}',
      'fetch-and-lock',
      'fetchAndLock',
      'Fetch and lock tasks',
      'Returns waiting tasks of the type and locks them for a worker.',
    ),
    body: fetchAndLockRequest,
    examples: {
      'up to ten tasks': { WorkerId: 'worker-1', MaxTasks: 10, LockSeconds: 30, WaitSeconds: 0 },
      'required fields only': { WorkerId: 'worker-1' },
    },
    answer: fetchAndLockResponse,
    refusals: [
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
  },
  {
    ...ofWorkers(
      '{activityInstanceId}',
      'complete',
      'completeCustomTask',
      'Complete a locked task',
      'The variables become the result of the task.',
    ),
    body: completeCustomTaskRequest,
    examples: { 'with a result': { LockToken: TOKEN, Variables: { price: 12.5 } } },
    answer: 'empty',
    refusals: OF_A_LOCK,
  },
  {
    ...ofWorkers(
      '{activityInstanceId}',
      'fail',
      'failCustomTask',
      'Report a failed attempt of a locked task',
      'Ends the attempt without a result. Another attempt can follow.',
    ),
    body: failCustomTaskRequest,
    examples: {
      retry: { LockToken: TOKEN, ErrorMessage: 'The printer is busy', RetryAfterSeconds: 30 },
      'no further attempt': { LockToken: TOKEN, ErrorMessage: 'No such printer', ErrorCode: 'PRINTER', IsRetryable: false },
    },
    answer: failCustomTaskResponse,
    refusals: [...OF_A_LOCK, { status: 400, shape: 'E', text: 'ErrorMessage is required' }],
  },
  {
    ...ofWorkers(
      '{activityInstanceId}',
      'extend-lock',
      'extendLock',
      'Extend the lock of a task',
      'The lock ends after the given time, counted from now.',
    ),
    body: extendLockRequest,
    examples: { 'two minutes from now': { LockToken: TOKEN, LockSeconds: 120 } },
    answer: extendLockResponse,
    refusals: OF_A_LOCK,
  },
];

function ofWorkers(
  parameter: '{taskType}' | '{activityInstanceId}',
  call: string,
  id: string,
  summary: string,
  description: string,
) {
  const pattern = `/custom-tasks/${parameter}/${call}`;
  return { method: 'POST', pattern, id, tag: 'Custom tasks', summary, description, policy: 'TaskOperation' } as const;
}
