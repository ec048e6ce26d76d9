import type { AnswerKind } from './read-answer.ts';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** overrides that of the client */
  readonly timeoutMs?: number | undefined;
  readonly attempts?: number | undefined;
  /** key of a write; default: new. Calls with the same key run once. Empty: no key, no repeated attempts. */
  readonly idempotencyKey?: string | undefined;
  /** positions to include in a read, with the writes of this client */
  readonly minPositions?: readonly string[] | undefined;
}

/** A row of the generated table. */
export interface ApiOperation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** argument after the path parts */
  readonly takes: 'body' | 'query' | 'nothing';
  readonly gives: AnswerKind;
  /** accepts an idempotency key */
  readonly isKeyed: boolean;
  /** accepts positions */
  readonly readsProjection: boolean;
  /** returns pages of rows */
  readonly isList: boolean;
  /** returns the status of the service, even an error, which is not repeated */
  readonly isService: boolean;
}
