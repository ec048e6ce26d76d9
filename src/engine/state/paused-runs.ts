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

/** A long run stopped between two steps. `steps`: remaining steps. `stepsTaken`: count for the step limit (docs/contributing/spec/execution.md#paused-runs). */
export type RunPaused = Fact<
  'RunPaused',
  {
    steps: readonly PausedStep[];
    stepsTaken: number;
    signals?: PausedSignals;
    /** step limit exceeded: only an operator can resume; absent: resumes automatically */
    isStopped?: true;
    /** set if the instance was suspended before its first step */
    begins?: Beginning;
    /** failed parts of an instance that was suspended before its retry; absent: none */
    failed?: readonly FailedPart[];
    /** remaining post-step work; absent: none */
    pending?: readonly PendingItem[];
  }
>;

/** The next command resumes the steps of a paused run. */
export type RunResumed = Fact<'RunResumed'>;

/** Start of an instance. `startElement`: element of the first token; null: none. `isTriggered`: started by an event there. */
export interface Beginning {
  readonly startElement: string | null;
  readonly isTriggered?: true;
}

/** A token that is about to enter an element. */
export interface PausedStep {
  readonly element: string;
  /** incoming flow; null at the start of a scope */
  readonly flow: string | null;
  readonly scope: ScopeOrdinal;
  readonly variableScope: VariableScopeOrdinal;
  /** existing activity instance, whose behaviour starts */
  readonly entry?: ActivityInstanceOrdinal;
  readonly race?: ActivityInstanceOrdinal;
  readonly compensates?: CompensationItemOrdinal;
  /** number of the last signal that its path has handled; absent: 0 */
  readonly caughtUp?: number;
}

/**
 * Signals of a paused run; absent: none. `count`: total. `newest`: number of the newest signal by name. `waiting`: subscriptions
 * that receive one once no other step is left (docs/contributing/spec/waiting.md#signals-of-paths-under-way).
 */
export interface PausedSignals {
  readonly count: number;
  readonly newest: readonly { readonly name: string; readonly number: number }[];
  readonly waiting: readonly SubscriptionOrdinal[];
}

/**
 * A part whose failure ended the instance, and the effect of its retry. `entry`: null for the process itself. `element`: failed element, or
 * the process key.
 */
export interface FailedPart {
  readonly entry: ActivityInstanceOrdinal | null;
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
