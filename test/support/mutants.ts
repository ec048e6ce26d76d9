import { MUTANTS_OF_BEHAVIOURS } from './mutants-of-behaviours.ts';
import { MUTANTS_OF_CONTROL } from './mutants-of-control.ts';
import { MUTANTS_OF_EVENTS } from './mutants-of-events.ts';
import { MUTANTS_OF_LOOPS } from './mutants-of-loops.ts';

/**
 * Seeded bugs of the engine that the golden traces, the probes and the random processes have to notice. A mutant that lives means that these tests
 * would also miss the same bug made by accident.
 */
export interface Mutant {
  /** the bug in words */
  readonly bug: string;
  /** file below src/engine */
  readonly file: string;
  /** text that stands exactly once in the file, and what the mutant has in its place */
  readonly from: string;
  readonly to: string;
}

export const MUTANTS: readonly Mutant[] = [
  ...MUTANTS_OF_CONTROL,
  ...MUTANTS_OF_EVENTS,
  ...MUTANTS_OF_LOOPS,
  ...MUTANTS_OF_BEHAVIOURS,
];
