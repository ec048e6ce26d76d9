import type { Fact } from './fact.ts';

/** Who holds an instance: an operator, or the instance that called it (docs/spec/suspension.md). Values lie in journals for ever: they are only added. */
export type SuspendedBy = 'operator' | 'callingInstance';

/** Nothing moves until nobody holds the instance any more. */
export type InstanceSuspended = Fact<'InstanceSuspended', { by: SuspendedBy; reason?: string }>;
/** One of those who held it does so no longer. When it was the last one, what has waited is carried out first. */
export type InstanceResumed = Fact<'InstanceResumed', { by: SuspendedBy; reason?: string }>;
/** What had waited when the instance was resumed has been carried out; from now on its timers fire. */
export type InstanceCaughtUp = Fact<'InstanceCaughtUp'>;
export type SuspensionEvent = InstanceSuspended | InstanceResumed | InstanceCaughtUp;
