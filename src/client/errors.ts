/** Details of every client error. Unit of `retryAfterMs`: ms. */
export interface ErrorFacts {
  /** of the answer; 0: no answer */
  readonly status?: number;
  /** of the answer: the header `Service-Error-Code` */
  readonly errorCode?: string | undefined;
  /** of the answer: parsed where it is JSON, else its first characters */
  readonly body?: unknown;
  /** what the service has asked to wait */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** Something has gone wrong with a call. Compare `code` or the class, never the text. */
export class SluiceError extends Error {
  /** what it is, in one word: `not-found`, `no-answer` … */
  readonly code: string;
  readonly status: number;
  /** exact error of the service, for example `unknown-instance`; undefined: no answer, or an answer of another server */
  readonly errorCode: string | undefined;
  readonly body: unknown;
  readonly retryAfterMs: number | undefined;
  /** whether the same call may succeed later */
  readonly isTransient: boolean;
  /** of a write. Pass it to a repeat of the same call, and the work is done once. Set after the call. */
  idempotencyKey: string | undefined;

  constructor(code: string, message: string, facts: ErrorFacts = {}, isTransient = false) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = new.target.name;
    this.code = code;
    this.status = facts.status ?? 0;
    this.errorCode = facts.errorCode;
    this.body = facts.body;
    this.retryAfterMs = facts.retryAfterMs;
    this.isTransient = isTransient;
  }

  /** Whether a write may have been done although the call has failed. */
  get isOutcomeUnknown(): boolean {
    return this.idempotencyKey !== undefined && (this.isTransient || this.status === 500);
  }
}

/** 400, and every other 4xx without its own class: the request is invalid. */
export class BadRequest extends SluiceError {
  constructor(message: string, facts: ErrorFacts) {
    super('bad-request', message, facts);
  }
}
/** 401 */
export class Unauthorized extends SluiceError {
  constructor(message: string, facts: ErrorFacts) {
    super('unauthorized', message, facts);
  }
}
/** 403 */
export class Forbidden extends SluiceError {
  constructor(message: string, facts: ErrorFacts) {
    super('forbidden', message, facts);
  }
}
/** 404 */
export class NotFound extends SluiceError {
  constructor(message: string, facts: ErrorFacts) {
    super('not-found', message, facts);
  }
}
/** 409: what it is about does not allow it now */
export class Conflict extends SluiceError {
  constructor(message: string, facts: ErrorFacts) {
    super('conflict', message, facts);
  }
}
/** 422: the key was used for another request */
export class KeyReused extends SluiceError {
  constructor(message: string, facts: ErrorFacts) {
    super('key-reused', message, facts);
  }
}
/** 429 */
export class TooManyRequests extends SluiceError {
  constructor(message: string, facts: ErrorFacts) {
    super('too-many-requests', message, facts, true);
  }
}
/** 500 */
export class ServerFault extends SluiceError {
  constructor(message: string, facts: ErrorFacts) {
    super('server-fault', message, facts);
  }
}
/** 502, 503, 504: the service or its proxy cannot answer now */
export class Unavailable extends SluiceError {
  constructor(message: string, facts: ErrorFacts) {
    super('unavailable', message, facts, true);
  }
}
/** Nothing came, or the connection broke while it came. */
export class NoAnswer extends SluiceError {
  constructor(message: string, facts: ErrorFacts) {
    super('no-answer', message, facts, true);
  }
}
/** Nothing came in the time there was. */
export class TimedOut extends SluiceError {
  constructor(message: string, facts: ErrorFacts = {}) {
    super('timed-out', message, facts, true);
  }
}
/** What answers is something else than Sluice: a page of a proxy, another program. */
export class NotTheApi extends SluiceError {
  constructor(message: string, facts: ErrorFacts) {
    super('not-the-api', message, facts);
  }
}
/** The address leads elsewhere. It is not followed: the token is for this address alone. */
export class Redirected extends SluiceError {
  constructor(message: string, facts: ErrorFacts) {
    super('redirected', message, facts);
  }
}
/** The call cannot be sent as it was written. */
export class BadCall extends SluiceError {
  constructor(message: string, facts: ErrorFacts = {}) {
    super('bad-call', message, facts);
  }
}
/** What gives tokens has failed. It is asked again. */
export class NoToken extends SluiceError {
  constructor(cause: unknown) {
    super('no-token', `there is no token: ${cause instanceof Error ? cause.message : String(cause)}`, { cause }, true);
  }
}
