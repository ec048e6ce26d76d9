import { SluiceError } from './errors.ts';

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
