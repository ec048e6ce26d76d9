import { BadCall, BadRequest, Conflict, KeyReused, NotFound } from './errors.ts';
import type { ApiMethods } from './generated/operations.ts';
import type { Schemas } from './generated/schemas.ts';
import { pause } from './send-call.ts';
import { BpmnError, LockLost, RetryLater, Stopped, type TaskHandler, type WorkOptions } from './task-handler.ts';

type Task = Schemas['LockedCustomTask'];

/** Settings of one worker. */
export interface AttemptRules {
  readonly api: ApiMethods;
  readonly handler: TaskHandler;
  readonly lockSeconds: number;
  readonly onFault: NonNullable<WorkOptions['onFault']>;
}

export interface RunningAttempt {
  /** the result is sent or no longer needed; never rejects */
  readonly ended: Promise<void>;
  /** Releases the task without waiting for its handler. */
  abandon(): Promise<void>;
}

/** Limit for the release of a task by a stopping worker. */
const GIVE_BACK_MS = 5000;
/** Minimum that the service accepts. */
const SHORTEST_LOCK_SECONDS = 1;

/** Keeps the lock until the result is sent. */
export function beginAttempt(rules: AttemptRules, task: Task): RunningAttempt {
  const unwanted = new AbortController();
  const abandoned = new AbortController();
  const over = new AbortController();
  void keepLock(rules, task, over.signal, () => unwanted.abort(new LockLost()));
  const left = new Promise<void>((resolve) => abandoned.signal.addEventListener('abort', () => resolve(), { once: true }));
  const ended = Promise.race([runAttempt(rules, task, unwanted.signal, abandoned.signal), left])
    .catch((fault: unknown) => {
      if (!abandoned.signal.aborted) reportAttemptFault(rules, fault, task);
    })
    .finally(() => over.abort());
  return {
    ended,
    abandon: async () => {
      const why = new Stopped();
      unwanted.abort(why);
      abandoned.abort(why);
      await ended;
      await giveBack(rules, task);
    },
  };
}

/** Ends the lock, so that the next worker gets the task. Not a failure: uses no attempt. */
export async function giveBack(rules: AttemptRules, task: Task): Promise<void> {
  const request = { LockToken: task.lockToken, LockSeconds: SHORTEST_LOCK_SECONDS };
  await rules.api.extendLock(task.activityInstanceId, request, { timeoutMs: GIVE_BACK_MS }).catch((fault: unknown) => {
    if (!isLost(fault)) reportAttemptFault(rules, fault, task);
  });
}

async function runAttempt(rules: AttemptRules, task: Task, unwanted: AbortSignal, abandoned: AbortSignal): Promise<void> {
  let outcome: () => Promise<unknown>;
  try {
    const variables = (await rules.handler(task, { signal: unwanted })) ?? undefined;
    outcome = () => complete(rules, task, variables, abandoned);
  } catch (thrown) {
    outcome = () => fail(rules, task, thrown, abandoned);
  }
  if (unwanted.aborted) return;
  await outcome().catch((fault: unknown) => {
    if (!isLost(fault)) throw fault;
  });
}

/** Repeats until accepted or refused: an unavailable service must not cause the work to run twice. */
function untilAnswered(signal: AbortSignal) {
  return { attempts: Number.POSITIVE_INFINITY, timeoutMs: Number.POSITIVE_INFINITY, signal };
}

async function complete(
  rules: AttemptRules,
  task: Task,
  variables: Readonly<Record<string, unknown>> | undefined,
  signal: AbortSignal,
): Promise<void> {
  const request = { LockToken: task.lockToken, ...(variables !== undefined && { Variables: variables }) };
  try {
    await rules.api.completeCustomTask(task.activityInstanceId, request, untilAnswered(signal));
  } catch (error) {
    // a result that the service cannot accept is a failure of the handler
    if (!(error instanceof BadRequest || error instanceof BadCall)) throw error;
    await fail(rules, task, new RetryLater(`The result cannot be taken: ${error.message}`), signal);
  }
}

function fail({ api }: AttemptRules, task: Task, thrown: unknown, signal: AbortSignal): Promise<unknown> {
  const isKnown = thrown instanceof BpmnError || thrown instanceof RetryLater;
  const request = {
    LockToken: task.lockToken,
    ErrorMessage: storable(messageOf(thrown)),
    ...(isKnown && { ErrorCode: storable(thrown.code) }),
    IsRetryable: !(thrown instanceof BpmnError),
    ...(thrown instanceof RetryLater && thrown.afterSeconds !== undefined && { RetryAfterSeconds: thrown.afterSeconds }),
  };
  return api.failCustomTask(task.activityInstanceId, request, untilAnswered(signal));
}

function messageOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
  // removes half a character
  return text.trim() === '' ? 'failed' : text.slice(0, 2000).replace(/[\ud800-\udbff]$/, '');
}

/** Removes characters that the service rejects. */
function storable(text: string): string {
  return text.replaceAll('\0', ' ').replace(/\p{Surrogate}/gu, '\ufffd');
}

/**
 * Extends the lock three times as often as needed, by a monotonic clock, until `over`. If the service is unreachable, the work continues: its result
 * counts until another worker has the task.
 */
async function keepLock(rules: AttemptRules, task: Task, over: AbortSignal, onLost: () => void): Promise<void> {
  const everyMs = (rules.lockSeconds * 1000) / 3;
  const request = { LockToken: task.lockToken, LockSeconds: rules.lockSeconds };
  for (;;) {
    await pause(everyMs, over);
    if (over.aborted) return;
    try {
      await rules.api.extendLock(task.activityInstanceId, request, { timeoutMs: everyMs, signal: over });
    } catch (fault) {
      if (over.aborted) return;
      if (isLost(fault)) return onLost();
      reportAttemptFault(rules, fault, task);
    }
  }
}

function isLost(fault: unknown): boolean {
  return fault instanceof Conflict || fault instanceof NotFound || fault instanceof KeyReused;
}

/** Errors of the listener must not stop the worker. */
export function reportAttemptFault({ onFault }: AttemptRules, fault: unknown, task?: Task): void {
  try {
    onFault(fault, task);
  } catch {
    // the result has been sent
  }
}
