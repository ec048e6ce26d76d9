import { SluiceError } from './errors.ts';
import type { Schemas } from './generated/schemas.ts';

/** Thrown by a handler: ends the task with this error, which a boundary event of the code can catch. */
export class BpmnError extends Error {
  override readonly name = 'BpmnError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface RetryLaterOptions {
  /** instead of the delay of the model */
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

/** Abort reason: another worker has the task, or its result is no longer needed. */
export class LockLost extends SluiceError {
  constructor() {
    super('lock-lost', 'the task is no longer locked by this worker');
  }
}

/** Abort reason: the worker has stopped and released the task. */
export class Stopped extends SluiceError {
  constructor() {
    super('stopped', 'the worker has stopped');
  }
}

export interface TaskContext {
  /** aborted when the lock is lost, or the worker stops and cannot wait longer */
  readonly signal: AbortSignal;
}

/**
 * Returns variables for the output mappings. May run twice: send `task.idempotencyKey` to other systems. An error fails the task: BpmnError without
 * retry, others after the retries of the model.
 */
export type TaskHandler = (task: Schemas['LockedCustomTask'], context: TaskContext) => TaskResult | Promise<TaskResult>;

/** JSON values by name, or nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler may have no return at all
export type TaskResult = Readonly<Record<string, unknown>> | undefined | void;

export interface WorkOptions {
  /** name in the locks; default: a new name */
  readonly workerId?: string | undefined;
  /** tasks at the same time; default 8 */
  readonly concurrency?: number | undefined;
  /** duration of a lock, extended while the handler runs; default 60, at least 3 */
  readonly lockSeconds?: number | undefined;
  /** wait of one request for a task; default 20 */
  readonly waitSeconds?: number | undefined;
  /** wait of `stop` for handlers; default 30 */
  readonly graceSeconds?: number | undefined;
  /** Called with faults of requests, not of handlers; the work continues. Default: writes to the console. */
  readonly onFault?: ((fault: unknown, task?: Schemas['LockedCustomTask']) => void) | undefined;
}
