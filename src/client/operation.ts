import type { AnswerKind } from './read-answer.ts';

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
