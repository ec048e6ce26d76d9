import type { Fact } from './fact.ts';

/**
 * Source of a suspension: an operator, the calling instance, or the suspended process key (docs/contributing/spec/suspension.md).
 * Event histories keep values forever: they are only added.
 */
export type SuspendedBy = 'operator' | 'callingInstance' | 'processKey';

export interface Hold {
  readonly by: SuspendedBy;
  readonly reason?: string;
}

/** No progress until every suspension is resumed. */
export type InstanceSuspended = Fact<'InstanceSuspended', { by: SuspendedBy; reason?: string }>;
/** One suspension was resumed. After the last one, queued commands run first. */
export type InstanceResumed = Fact<'InstanceResumed', { by: SuspendedBy; reason?: string }>;
/** Commands queued during the suspension have run; timers fire from now on. */
export type InstanceCaughtUp = Fact<'InstanceCaughtUp'>;
export type SuspensionEvent = InstanceSuspended | InstanceResumed | InstanceCaughtUp;
