import type { FailureCause } from '../causes.ts';
import type { Repeat } from '../events/incident-events.ts';
import type { Fact } from '../fact.ts';
import type {
  ActivityInstanceOrdinal,
  CompensationItemOrdinal,
  ScopeOrdinal,
  SubscriptionOrdinal,
  VariableScopeOrdinal,
} from '../ordinals.ts';
import type { PendingItem } from './pending.ts';

/** Stopped between two steps. `steps`: remaining ones. `stepsTaken`: counts for the step limit (docs/contributing/spec/execution.md#paused-runs). */
export type RunPaused = Fact<
  'RunPaused',
  {
    steps: readonly PausedStep[];
    stepsTaken: number;
    signals?: PausedSignals;
    /** step limit exceeded: only an operator can resume */
    isStopped?: true;
    /** set if suspended before its first step */
    begins?: Beginning;
    /** set if suspended before its retry */
    failed?: readonly FailedPart[];
    /** remaining post-step work */
    pending?: readonly PendingItem[];
  }
>;

/** The next command resumes the run. */
export type RunResumed = Fact<'RunResumed'>;

/** `startElement`: of the first token; null: none. `isTriggered`: by an event there. */
export interface Beginning {
  readonly startElement: string | null;
  readonly isTriggered?: true;
}

/** Token that is about to enter an element. */
export interface PausedStep {
  readonly element: string;
  /** null at the start of a scope */
  readonly flow: string | null;
  readonly scope: ScopeOrdinal;
  readonly variableScope: VariableScopeOrdinal;
  /** existing one, whose behaviour starts */
  readonly entry?: ActivityInstanceOrdinal;
  readonly race?: ActivityInstanceOrdinal;
  readonly compensates?: CompensationItemOrdinal;
  /** last signal that its path has handled; absent: 0 */
  readonly caughtUp?: number;
}

/**
 * `count`: total. `newest`: by name. `waiting`: subscriptions that receive one when no other step is left
 * (docs/contributing/spec/waiting.md#signals-of-paths-under-way).
 */
export interface PausedSignals {
  readonly count: number;
  readonly newest: readonly { readonly name: string; readonly number: number }[];
  readonly waiting: readonly SubscriptionOrdinal[];
}

/** Its failure ended the instance. `entry`: null for the process itself. `element`: or process key. */
export interface FailedPart {
  readonly entry: ActivityInstanceOrdinal | null;
  readonly element: string;
  readonly code: string;
  readonly message: string;
  readonly cause: FailureCause;
  readonly repeat: Repeat;
  /** variable scope of the token of a fired join */
  readonly joined?: VariableScopeOrdinal;
  /** set if the event history of this instance has the failure */
  readonly isRecorded?: true;
}

/** Rest of the run of a failed instance (docs/contributing/spec/forks.md#revive). Stored in event histories: only add fields and kinds. */
export interface Unfinished {
  readonly failed: readonly FailedPart[];
  /** queued tokens */
  readonly steps?: readonly PausedStep[];
  readonly signals?: PausedSignals;
  /** remaining post-step work */
  readonly pending?: readonly PendingItem[];
}

/** `at`: events of its row before the failure. */
export interface FailurePoint extends Unfinished {
  readonly at: number;
}
