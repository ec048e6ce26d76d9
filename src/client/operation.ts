import type { AnswerKind } from './read-answer.ts';

/** Options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** overrides the timeout of the client */
  readonly timeoutMs?: number | undefined;
  readonly attempts?: number | undefined;
  /** key of a write; default: a new one. Calls with the same key run once. Empty: no key and no repeated attempts. */
  readonly idempotencyKey?: string | undefined;
  /** for reads: positions to include, in addition to the writes of this client */
  readonly minPositions?: readonly string[] | undefined;
}

/** A method of the API, as the generated table has it. */
export interface ApiOperation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** kind of the argument after the path parts */
  readonly takes: 'body' | 'query' | 'nothing';
  readonly gives: AnswerKind;
  /** writes: takes an idempotency key */
  readonly isKeyed: boolean;
  /** takes positions */
  readonly readsProjection: boolean;
  /** answers with pages of rows */
  readonly isList: boolean;
  /** returns the status of the service, also an error status, which is not repeated */
  readonly isService: boolean;
}
