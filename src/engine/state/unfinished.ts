import type { FailureCause } from '../causes.ts';
import type { Repeat } from '../events/incident-events.ts';
import type { EntryOrdinal, VariableScopeOrdinal } from '../ordinals.ts';
import type { PausedSignals, PausedStep } from './paused-runs.ts';
import type { PendingItem } from './pending.ts';

/** A part whose failure ended the instance, and the effect of its retry. `entry`: null for the process itself. `element`: failed element, or the process key. */
export interface FailedPart {
  readonly entry: EntryOrdinal | null;
  readonly element: string;
  readonly code: string;
  readonly message: string;
  readonly cause: FailureCause;
  readonly repeat: Repeat;
  /** variable scope of the token of a fired join; absent: no such join */
  readonly joined?: VariableScopeOrdinal;
}

/** The remaining part of the run of a failed instance (docs/contributing/spec/forks.md#revive). Stored in event histories: fields and kinds are only added. */
export interface Unfinished {
  readonly failed: readonly FailedPart[];
  /** queued tokens; absent: none */
  readonly steps?: readonly PausedStep[];
  readonly signals?: PausedSignals;
  /** remaining post-step work; absent: none */
  readonly pending?: readonly PendingItem[];
}

/** `at`: number of events of its row before the failure. */
export interface FailurePoint extends Unfinished {
  readonly at: number;
}
