import type { Fact } from './fact.ts';
import type {
  CompensationItemOrdinal,
  EntryOrdinal,
  ScopeOrdinal,
  SubscriptionOrdinal,
  VariableScopeOrdinal,
} from './ordinals.ts';
import type { PendingItem } from './pending.ts';
import type { FailedPart } from './unfinished.ts';

/** A run that takes long stops between two steps: `steps` are still to be taken. `stepsTaken`: so far, for the step limit (docs/contributing/spec/execution.md#paused-runs). */
export type RunPaused = Fact<
  'RunPaused',
  {
    steps: readonly PausedStep[];
    stepsTaken: number;
    signals?: PausedSignals;
    /** it took too many steps, and goes on when it is told to; absent: it goes on by itself */
    isStopped?: true;
    /** the instance was suspended before it began: this is how it begins; absent: it has begun */
    begins?: Beginning;
    /** the instance was suspended before it was retried: this had failed; absent: nothing */
    failed?: readonly FailedPart[];
    /** what had still to be settled; absent: nothing */
    pending?: readonly PendingItem[];
  }
>;
/** The next command goes on with the steps of a paused run. */
export type RunResumed = Fact<'RunResumed'>;
/** How an instance begins. `startElement`: where its first token goes; null: nowhere. `isTriggered`: an event has begun it there. */
export interface Beginning {
  readonly startElement: string | null;
  readonly isTriggered?: true;
}
/** A token on its way into an element. */
export interface PausedStep {
  readonly element: string;
  /** the flow it came on; null at the start of a scope */
  readonly flow: string | null;
  readonly scope: ScopeOrdinal;
  readonly variableScope: VariableScopeOrdinal;
  /** the entry exists already: begin its behaviour */
  readonly entry?: EntryOrdinal;
  /** the gateway entry whose race the target takes part in */
  readonly race?: EntryOrdinal;
  /** the compensation item that the target handles */
  readonly compensates?: CompensationItemOrdinal;
  /** the number of the signal that its path has caught up with; absent: none */
  readonly caughtUp?: number;
}
/**
 * The signals that a paused run has thrown; absent: none. `count`: of all. `newest`: the number of the newest one of each name. `waiting`: catches that
 * hear one when nothing else is left to do (docs/contributing/spec/waiting.md#signals-of-paths-under-way).
 */
export interface PausedSignals {
  readonly count: number;
  readonly newest: readonly { readonly name: string; readonly number: number }[];
  readonly waiting: readonly SubscriptionOrdinal[];
}
