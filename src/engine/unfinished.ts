import type { FailureCause } from './causes.ts';
import type { Repeat } from './incident-events.ts';
import type { EntryOrdinal, VariableScopeOrdinal } from './ordinals.ts';
import type { PausedSignals, PausedStep } from './paused-runs.ts';
import type { PendingItem } from './pending.ts';

/** Something that failed the instance, and what a retry of it repeats. `entry`: null for the process itself. `element`: what failed, or the key of the process. */
export interface FailedPart {
  readonly entry: EntryOrdinal | null;
  readonly element: string;
  readonly code: string;
  readonly message: string;
  readonly cause: FailureCause;
  readonly repeat: Repeat;
  /** the variable scope of the token of a join that has fired; absent: not such a join */
  readonly joined?: VariableScopeOrdinal;
}

/** The part of a run that an instance had still to do when it failed (docs/contributing/spec/forks.md#revive). Stored in journals: members and kinds are only added. */
export interface Unfinished {
  readonly failed: readonly FailedPart[];
  /** tokens on their way; absent: none */
  readonly steps?: readonly PausedStep[];
  readonly signals?: PausedSignals;
  /** what had still to be settled; absent: nothing */
  readonly pending?: readonly PendingItem[];
}

/** `at`: the number of events of its row that happened before the failure. */
export interface FailurePoint extends Unfinished {
  readonly at: number;
}
