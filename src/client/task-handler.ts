import { SluiceError } from './errors.ts';
import type { Schemas } from './generated/schemas.ts';

/** Thrown by a handler: the task ends with this error immediately, and an error boundary event of the code can catch it. */
export class BpmnError extends Error {
  override readonly name = 'BpmnError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Options for the next attempt. */
export interface RetryLaterOptions {
  /** delay, instead of that of the model */
  readonly afterSeconds?: number | undefined;
  /** error code for boundary events after the last attempt; default `500` */
  readonly code?: string | undefined;
}

/** Thrown by a handler: another attempt may succeed. Without attempts left, the task ends with this error. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  readonly code: string;
  readonly afterSeconds: number | undefined;

  constructor(message: string, { afterSeconds, code = '500' }: RetryLaterOptions = {}) {
    super(message);
    this.code = code;
    this.afterSeconds = afterSeconds;
  }
}

/** Reason of the abort signal: another worker has the task, or its result is no longer needed. */
export class LockLost extends SluiceError {
  constructor() {
    super('lock-lost', 'the task is no longer locked by this worker');
  }
}

/** Why the signal of a handler is aborted: the worker has stopped and given the task back. */
export class Stopped extends SluiceError {
  constructor() {
    super('stopped', 'the worker has stopped');
  }
}

/** Context of a handler, in addition to its task. */
export interface TaskContext {
  /** aborted when the result is no longer needed: the lock is lost, or the worker stops and cannot wait longer */
  readonly signal: AbortSignal;
}

/**
 * Does one task. It returns the variables for the output mappings. It may run twice: send `task.idempotencyKey` to other systems.
 * An error fails the task: BpmnError without a retry, RetryLater and all others after the retries of the model.
 */
export type TaskHandler = (task: Schemas['LockedCustomTask'], context: TaskContext) => TaskResult | Promise<TaskResult>;

/** Names and JSON values, or nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler may have no return at all
export type TaskResult = Readonly<Record<string, unknown>> | undefined | void;

/** Options of a worker. */
export interface WorkOptions {
  /** name of the worker in the locks; default: a new name */
  readonly workerId?: string | undefined;
  /** most tasks at the same time; default 8 */
  readonly concurrency?: number | undefined;
  /** duration of a lock, which the worker extends while the handler runs; default 60, at least 3 */
  readonly lockSeconds?: number | undefined;
  /** how long one request waits for a task; default 20 */
  readonly waitSeconds?: number | undefined;
  /** how long stop waits for handlers; default 30 */
  readonly graceSeconds?: number | undefined;
  /** Called with faults of requests, not of handlers; the work continues. Default: writes to the console. */
  readonly onFault?: ((fault: unknown, task?: Schemas['LockedCustomTask']) => void) | undefined;
}
