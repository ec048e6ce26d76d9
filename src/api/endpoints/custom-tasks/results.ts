import { z } from 'zod';
import type { CommandResults } from '../../../messages/commands.ts';
import type { KeyLimits } from '../../../platform/access-roles.ts';
import { type Answer, jsonAnswer, problemAnswer } from '../../../platform/answer.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import { cutText } from '../../../platform/cut-text.ts';
import { nameBasedId } from '../../../platform/ids.ts';
import { type DocumentedRefusal, type Endpoint, writeEndpoint } from '../../endpoint.ts';
import type { ApiRequest } from '../../exchange.ts';
import { type ReadToken, readLockToken } from '../../lock-token.ts';
import { optionalFlag, optionalText, optionalVariables, optionalWhole, requiredText } from '../../schemas/members.ts';
import { orNull, timestamp } from '../../schemas/values.ts';
import type { Signer } from '../../signatures.ts';
import { DEFAULT_LOCK_SECONDS, lockSeconds } from './fetch-and-lock.ts';

/** Error code and message of a failure, also for plugin hosts; longer texts are cut (docs/how-to/remote-workers.md). */
const MAX_CODE = 256;
const MAX_MESSAGE = 2000;
/** Namespace of command ids of results without idempotency key. Stored format: must not change. */
const RESULT_NAMESPACE = 'd2b6c0f4-93a1-4d7e-8a55-6b1f0e3c7d48';

const TOKEN = '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11.1.cJ8ZpQ0m3n5t7v9xBfHkNqTwZ2C4E6G8JaLdOgRjUmX';

const lockToken = () => requiredText('LockToken is required', 'Lock token that fetch-and-lock returned.');

const completeCustomTaskRequest = z
  .object({ LockToken: lockToken(), Variables: optionalVariables() })
  .meta({ id: 'CompleteCustomTaskRequest' });

const failCustomTaskRequest = z
  .object({
    LockToken: lockToken(),
    ErrorMessage: requiredText('ErrorMessage is required', 'Error message. Sluice cuts it after 2000 characters.'),
    ErrorCode: optionalText('Error code, at most 256 characters. Default: `500`.'),
    IsRetryable: optionalFlag('If false, Sluice makes no further attempt. Default: `true`.'),
    RetriesLeft: optionalWhole(
      0,
      1_000_000,
      'Number of attempts that are left, instead of the value in the model. If 0, Sluice makes no further attempt.',
    ),
    RetryAfterSeconds: optionalWhole(0, 2_592_000, 'Time to wait before the next attempt. Default: the value in the model.'),
    Variables: optionalVariables(),
  })
  .meta({ id: 'FailCustomTaskRequest' });

const extendLockRequest = z.object({ LockToken: lockToken(), LockSeconds: lockSeconds() }).meta({ id: 'ExtendLockRequest' });

const unlockRequest = z.object({ LockToken: lockToken() }).meta({ id: 'UnlockRequest' });

const failCustomTaskResponse = z
  .object({
    retryAt: orNull(timestamp).meta({ description: 'Start of the next attempt. Null if the activity has failed.' }),
  })
  .meta({ id: 'FailCustomTaskResponse' });

const extendLockResponse = z.object({ lockedUntil: timestamp }).meta({ id: 'ExtendLockResponse' });

/** Errors of all endpoints with a lock token. */
const OF_A_LOCK: readonly DocumentedRefusal[] = [
  { status: 400, shape: 'E', text: 'LockToken is required' },
  { status: 400, shape: 'P', text: 'LockToken is not a token issued by fetch-and-lock.' },
  {
    status: 409,
    shape: 'P',
    text: "The lock on custom task '<id>' has expired or belongs to another worker. Discard this result: the task is offered again.",
  },
];
const OF_LOCK_HOLDERS = {
  method: 'POST',
  permission: 'work',
  keepsKeys: true,
  rateLimit: 'TaskOperation',
  tag: 'Custom tasks',
} as const;

/** Endpoints of external workers (docs/how-to/remote-workers.md, ADR 0021). */
export const lockedTaskEndpoints: readonly Endpoint[] = [
  writeEndpoint({
    ...OF_LOCK_HOLDERS,
    pattern: '/custom-tasks/{activityInstanceId}/complete',
    audit: ['worker', 'CompleteCustomTask'],
    id: 'completeCustomTask',
    summary: 'Complete a locked task',
    description: 'The variables become the result of the task.',
    body: completeCustomTaskRequest,
    examples: { 'with a result': { LockToken: TOKEN, Variables: { price: 12.5 } } },
    answer: 'empty',
    refusals: OF_A_LOCK,
    handle(request, { run, signer }) {
      const token = tokenOf(request, signer);
      if (token === undefined) return badToken(request);
      const command = { kind: 'CompleteCustomTask', ...token.lock, result: request.members.Variables } as const;
      return run(request, command, undefined, ownId('complete', token, request.limits));
    },
  }),
  writeEndpoint({
    ...OF_LOCK_HOLDERS,
    pattern: '/custom-tasks/{activityInstanceId}/fail',
    audit: ['worker', 'FailCustomTask'],
    id: 'failCustomTask',
    summary: 'Report a failed attempt of a locked task',
    description: 'Ends the attempt without a result. Another attempt can follow.',
    body: failCustomTaskRequest,
    examples: {
      retry: { LockToken: TOKEN, ErrorMessage: 'The printer is busy', RetryAfterSeconds: 30 },
      'two further attempts': { LockToken: TOKEN, ErrorMessage: 'The printer is busy', RetriesLeft: 2, RetryAfterSeconds: 30 },
      'no further attempt': { LockToken: TOKEN, ErrorMessage: 'No such printer', ErrorCode: 'PRINTER', IsRetryable: false },
    },
    answer: failCustomTaskResponse,
    refusals: [...OF_A_LOCK, { status: 400, shape: 'E', text: 'ErrorMessage is required' }],
    handle(request, { run, signer }) {
      const token = tokenOf(request, signer);
      if (token === undefined) return badToken(request);
      const { ErrorCode = '500', ErrorMessage, IsRetryable: isRetryable = true } = request.members;
      const { RetryAfterSeconds: seconds, RetriesLeft: retriesLeft } = request.members;
      const code = cutText(ErrorCode, MAX_CODE);
      const message = cutText(ErrorMessage, MAX_MESSAGE);
      const retryAfterMs = seconds === undefined ? null : seconds * 1000;
      const { Variables: variables } = request.members;
      const further = {
        ...(retriesLeft !== undefined && { retriesLeft }),
        ...(Object.keys(variables).length > 0 && { variables }),
      };
      const failure = { code, message, isRetryable, retryAfterMs, ...further };
      const command = { kind: 'FailCustomTask', ...token.lock, ...failure } as const;
      const onDone = ({ retryAt }: CommandResults['FailCustomTask']) =>
        jsonAnswer({ retryAt: retryAt === null ? null : formatTimestamp(Date.parse(retryAt)) });
      return run(request, command, onDone, ownId('fail', token, request.limits));
    },
  }),
  writeEndpoint({
    ...OF_LOCK_HOLDERS,
    pattern: '/custom-tasks/{activityInstanceId}/extend-lock',
    audit: 'none',
    id: 'extendLock',
    summary: 'Extend the lock of a task',
    description: 'The lock ends after the given time, counted from now.',
    body: extendLockRequest,
    examples: { 'two minutes from now': { LockToken: TOKEN, LockSeconds: 120 } },
    answer: extendLockResponse,
    refusals: OF_A_LOCK,
    handle(request, { run, signer }) {
      const token = tokenOf(request, signer);
      if (token === undefined) return badToken(request);
      const { LockSeconds: seconds = DEFAULT_LOCK_SECONDS } = request.members;
      return run(request, { kind: 'ExtendCustomTaskLock', ...token.lock, lockSeconds: seconds }, ({ lockedUntil }) =>
        jsonAnswer({ lockedUntil: formatTimestamp(Date.parse(lockedUntil)) }),
      );
    },
  }),
  writeEndpoint({
    ...OF_LOCK_HOLDERS,
    pattern: '/custom-tasks/{activityInstanceId}/unlock',
    audit: 'none',
    id: 'unlockCustomTask',
    summary: 'Release the lock of a task',
    description: 'Offers the task to other workers immediately. The attempt does not count as failed.',
    body: unlockRequest,
    examples: { 'before the worker stops': { LockToken: TOKEN } },
    answer: 'empty',
    refusals: OF_A_LOCK,
    handle(request, { run, signer }) {
      const token = tokenOf(request, signer);
      if (token === undefined) return badToken(request);
      return run(request, { kind: 'UnlockCustomTask', ...token.lock }, undefined, ownId('unlock', token, request.limits));
    },
  }),
];

function tokenOf(
  { params: [taskId = ''], members }: ApiRequest & { readonly members: { readonly LockToken: string } },
  signer: Signer,
): ReadToken | undefined {
  return readLockToken(taskId, members.LockToken, signer);
}

function badToken({ path }: ApiRequest): Answer {
  return problemAnswer('invalid-field', 'LockToken is not a token issued by fetch-and-lock.', path);
}

/**
 * Command id: each repeat of a result gets the recorded reply. Undefined for a token that was not issued, so that another caller cannot record a
 * reply for the worker with the lock; for the same reason, other key limits give other ids.
 */
function ownId(purpose: 'complete' | 'fail' | 'unlock', { lock, isIssued }: ReadToken, limits: KeyLimits): string | undefined {
  const { taskId, instanceId, attempt } = lock;
  const within = limits === undefined ? '' : ` ${JSON.stringify(limits)}`;
  return isIssued ? nameBasedId(RESULT_NAMESPACE, `${purpose} ${taskId} ${instanceId} ${attempt}${within}`) : undefined;
}
