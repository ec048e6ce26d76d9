import type { Fact } from './fact.ts';

/**
 * Who holds an instance: an operator, the instance that called it, or its process key, which was suspended as a whole (docs/contributing/spec/suspension.md). Values
 * lie in journals for ever: they are only added.
 */
export type SuspendedBy = 'operator' | 'callingInstance' | 'processKey';

/** Who holds an instance from its beginning on. */
export interface Hold {
  readonly by: SuspendedBy;
  readonly reason?: string;
}

/** Nothing moves until nobody holds the instance any more. */
export type InstanceSuspended = Fact<'InstanceSuspended', { by: SuspendedBy; reason?: string }>;
/** One of those who held it does so no longer. When it was the last one, what has waited is carried out first. */
export type InstanceResumed = Fact<'InstanceResumed', { by: SuspendedBy; reason?: string }>;
/** What had waited when the instance was resumed has been carried out; from now on its timers fire. */
export type InstanceCaughtUp = Fact<'InstanceCaughtUp'>;
export type SuspensionEvent = InstanceSuspended | InstanceResumed | InstanceCaughtUp;
