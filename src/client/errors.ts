export interface ErrorFacts {
  /** 0: no response */
  readonly status?: number;
  /** response header `Service-Error-Code` */
  readonly errorCode?: string | undefined;
  /** body of the response: parsed JSON, else its first characters */
  readonly body?: unknown;
  /** requested by the service */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** Compare `code` or the class, never the text. */
export class SluiceError extends Error {
  /** `not-found`, `no-answer` … */
  readonly code: string;
  readonly status: number;
  /** error of the service, for example `unknown-instance`; undefined: no answer, or one of another server */
  readonly errorCode: string | undefined;
  readonly body: unknown;
  readonly retryAfterMs: number | undefined;
  /** the same call may succeed later */
  readonly isTransient: boolean;
  /** Key of a write. Pass it to a repeat of the call, so that it runs once. Set after the call. */
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

  /** The write may have been committed. */
  get isOutcomeUnknown(): boolean {
    return this.idempotencyKey !== undefined && (this.isTransient || this.status === 500);
  }
}

/** 400, and every other 4xx without its own class. */
export class BadRequest extends SluiceError {
  constructor(message: string, facts: ErrorFacts) {
    super('bad-request', message, facts);
  }
}
/** Status 401. */
export class Unauthorized extends SluiceError {
  constructor(message: string, facts: ErrorFacts) {
    super('unauthorized', message, facts);
  }
}
/** Status 403. */
export class Forbidden extends SluiceError {
  constructor(message: string, facts: ErrorFacts) {
    super('forbidden', message, facts);
  }
}
/** Status 404. */
export class NotFound extends SluiceError {
  constructor(message: string, facts: ErrorFacts) {
    super('not-found', message, facts);
  }
}
/** 409: the current state does not allow it */
export class Conflict extends SluiceError {
  constructor(message: string, facts: ErrorFacts) {
    super('conflict', message, facts);
  }
}
/** 422: the key belongs to another request */
export class KeyReused extends SluiceError {
  constructor(message: string, facts: ErrorFacts) {
    super('key-reused', message, facts);
  }
}
/** Status 429. */
export class TooManyRequests extends SluiceError {
  constructor(message: string, facts: ErrorFacts) {
    super('too-many-requests', message, facts, true);
  }
}
/** Status 500. */
export class ServerFault extends SluiceError {
  constructor(message: string, facts: ErrorFacts) {
    super('server-fault', message, facts);
  }
}
/** 502, 503, 504 */
export class Unavailable extends SluiceError {
  constructor(message: string, facts: ErrorFacts) {
    super('unavailable', message, facts, true);
  }
}
/** No response, or a broken connection. */
export class NoAnswer extends SluiceError {
  constructor(message: string, facts: ErrorFacts) {
    super('no-answer', message, facts, true);
  }
}
export class TimedOut extends SluiceError {
  constructor(message: string, facts: ErrorFacts = {}) {
    super('timed-out', message, facts, true);
  }
}
/** The response is not from Sluice, for example from a proxy. */
export class NotTheApi extends SluiceError {
  constructor(message: string, facts: ErrorFacts) {
    super('not-the-api', message, facts);
  }
}
/** A redirect is not followed, because the token is for this address only. */
export class Redirected extends SluiceError {
  constructor(message: string, facts: ErrorFacts) {
    super('redirected', message, facts);
  }
}
/** Invalid arguments: the call was not sent. */
export class BadCall extends SluiceError {
  constructor(message: string, facts: ErrorFacts = {}) {
    super('bad-call', message, facts);
  }
}
/** The token source failed. It is called again. */
export class NoToken extends SluiceError {
  constructor(cause: unknown) {
    super('no-token', `there is no token: ${cause instanceof Error ? cause.message : String(cause)}`, { cause }, true);
  }
}
