import type { Variables } from '../engine/values.ts';

/**
 * A new instance continues from a step of another one. `step`: a row of the journal, 0 for the beginning. `definitionId`: another version of the same process; null:
 * that of the instance. `isDryRun`: only report what would run again.
 */
export interface ForkOrder {
  readonly instanceId: string;
  readonly forkId: string;
  readonly step: number;
  readonly variables: Variables;
  readonly definitionId: string | null;
  readonly isDryRun?: boolean;
}

/**
 * A failed instance continues at the failed elements, a cancelled one from the step before its end. `isDryRun`: only report the effects. `isInBatch`: a
 * called instance whose caller has ended too is left to the retry of that one.
 */
export interface ReviveOrder {
  readonly instanceId: string;
  readonly variables: Variables;
  readonly isDryRun?: boolean;
  readonly isInBatch?: true;
}
