import type { ElementType, ModelOf } from './model.ts';
import type { Run, Step } from './run.ts';
import type { EntryState } from './state.ts';

/** A failure of the element itself: a boundary event catches it or the instance fails (docs/spec/events-and-errors.md#failure-codes). */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

/**
 * What an element does once it is entered:
 * `wait` = stay active until a command comes · `leave` = complete and take flows · `done` = the behaviour did everything itself ·
 * a failure = the entry fails.
 */
export type Outcome = 'wait' | 'leave' | 'done' | Failure;

/** What is special about one kind of element, and nothing else. One per file in behaviours/. */
export interface Behaviour<T extends ElementType> {
  readonly type: T;
  /** A token reached the element. Absent: activate it. `held` = a join took the token and goes on waiting or has fired. */
  readonly onArrive?: (run: Run, element: ModelOf<T>, step: Step) => 'activate' | 'held';
  /** The entry exists: what now? */
  readonly onActivated: (run: Run, element: ModelOf<T>, entry: EntryState) => Outcome;
  /** A caller may end a waiting entry through complete-activity (docs/spec/http/execution.md#completable-activities). */
  readonly completableByCaller?: true;
  /** The element owns a scope while it is active. */
  readonly isHost?: true;
}
