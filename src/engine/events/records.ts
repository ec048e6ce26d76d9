import type { HazardError } from '../causes.ts';
import type { TimerSchedule } from '../evaluator.ts';
import type { ActivityInstanceOrdinal, CompensationItemOrdinal, CompensationRunOrdinal, ScopeOrdinal } from '../ordinals.ts';
import type { Variables } from '../values.ts';

/** Calling instance, and error codes caught there on all levels; `all`: every code (docs/contributing/spec/events-and-errors.md#error-across-a-call). */
export interface Caller {
  readonly instanceId: string;
  readonly entry: ActivityInstanceOrdinal;
  readonly catches: { readonly codes: readonly string[]; readonly all: boolean };
  /** instances above the called one, with this caller: at least 1 */
  readonly depth: number;
  /** top calling instance; absent before 0.2 */
  readonly root?: string;
}

/** `schedule`: due time and repetitions. `isTrue`: last value of the condition. */
export type SubscriptionSubject =
  | { readonly kind: 'message'; readonly name: string; readonly key: string }
  | { readonly kind: 'signal'; readonly name: string }
  | { readonly kind: 'timer'; readonly schedule: TimerSchedule }
  | { readonly kind: 'conditional'; readonly isTrue: boolean };

/**
 * Catching or attached activity instance, or scope with an event sub-process. `element`: catching element, boundary event, or start event. `definition`:
 * index in its triggers.
 */
export interface SubscriptionOwner {
  readonly owner: 'catch' | 'boundary' | 'eventSubProcess';
  /** null for an event sub-process */
  readonly entry: ActivityInstanceOrdinal | null;
  readonly scope: ScopeOrdinal;
  readonly element: string;
  readonly definition: number;
}

/** `attempts`: total runs. `delaysMs`: after each failure, the last one repeats; empty: as configured. */
export interface JobRetry {
  readonly attempts: number;
  readonly delaysMs: readonly number[];
}

/** Completed activity in the log of its scope. */
export interface CompensationItemRecord {
  readonly ordinal: CompensationItemOrdinal;
  readonly element: string;
  /** null: compensate the activities inside */
  readonly handler: string | null;
  /** local variables of activity and iteration, for the handler */
  readonly seeds: Variables;
  readonly index?: number;
  readonly inner: readonly CompensationItemRecord[];
}

/** Continuation of a compensation run: the throwing event, the parent run, or the end of a transaction. */
export type AfterCompensation =
  /** `next`: next definition of the event */
  | { readonly kind: 'throw'; readonly next: number }
  | { readonly kind: 'item'; readonly walk: CompensationRunOrdinal; readonly item: CompensationItemOrdinal }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'hazard'; readonly error: HazardError };
