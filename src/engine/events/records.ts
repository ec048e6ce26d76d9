import type { HazardError } from '../causes.ts';
import type { TimerSchedule } from '../evaluator.ts';
import type { ActivityInstanceOrdinal, CompensationItemOrdinal, CompensationRunOrdinal, ScopeOrdinal } from '../ordinals.ts';
import type { Variables } from '../values.ts';

/**
 * Calling instance, and the error codes that it and its callers catch there; `all`: every code
 * (docs/contributing/spec/events-and-errors.md#error-across-a-call).
 */
export interface Caller {
  readonly instanceId: string;
  readonly entry: ActivityInstanceOrdinal;
  readonly catches: { readonly codes: readonly string[]; readonly all: boolean };
  /** number of instances above the called one, including this caller: at least 1 */
  readonly depth: number;
  /** top calling instance; absent in event histories before 0.2 */
  readonly root?: string;
}

/** Awaited event of a subscription. `schedule`: due time and repetitions. `isTrue`: last value of the condition. */
export type SubscriptionSubject =
  | { readonly kind: 'message'; readonly name: string; readonly key: string }
  | { readonly kind: 'signal'; readonly name: string }
  | { readonly kind: 'timer'; readonly schedule: TimerSchedule }
  | { readonly kind: 'conditional'; readonly isTrue: boolean };

/**
 * Subscriber: a catching activity instance, an activity instance with a boundary event, or a scope with an event sub-process.
 * `element`: catching element, boundary event, or start event of the event sub-process. `definition`: index in its triggers.
 */
export interface SubscriptionOwner {
  readonly owner: 'catch' | 'boundary' | 'eventSubProcess';
  /** catching activity instance, or the one with the boundary event; null for an event sub-process */
  readonly entry: ActivityInstanceOrdinal | null;
  readonly scope: ScopeOrdinal;
  readonly element: string;
  readonly definition: number;
}

/** `attempts`: total runs. `delaysMs`: delay after each failure, the last one repeats; empty: the configuration applies. */
export interface JobRetry {
  readonly attempts: number;
  readonly delaysMs: readonly number[];
}

/** A completed activity in the compensation log of its scope. */
export interface CompensationItemRecord {
  readonly ordinal: CompensationItemOrdinal;
  readonly element: string;
  /** handler activity; null: compensate the activities inside */
  readonly handler: string | null;
  /** local variables of the activity and of its iteration, which the handler reads */
  readonly seeds: Variables;
  /** set on an iteration of a loop */
  readonly index?: number;
  readonly inner: readonly CompensationItemRecord[];
}

/** Continuation of a compensation run: the throwing event, the parent run, or the end of a transaction. */
export type AfterCompensation =
  /** `next`: index of the next definition of the throwing event */
  | { readonly kind: 'throw'; readonly next: number }
  | { readonly kind: 'item'; readonly walk: CompensationRunOrdinal; readonly item: CompensationItemOrdinal }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'hazard'; readonly error: HazardError };
