import type { SuspendedBy } from '../engine/events/scope-events.ts';

/** Origin of a suspension or resumption (docs/contributing/spec/suspension.md). */
export interface SuspensionOfInstance {
  readonly instanceId: string;
  readonly by: SuspendedBy;
  readonly reason?: string;
}

/** Suspensions of an instance; empty: not suspended. */
export interface SuspendedInstance {
  readonly suspendedBy: readonly SuspendedBy[];
}

/** A process key after a suspend or resume. `instances`: of this key, which have not ended. */
export interface SuspendedProcess {
  readonly key: string;
  readonly isSuspended: boolean;
  readonly instances: number;
}
