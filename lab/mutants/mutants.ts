import type { Mutant } from './mutant.ts';
import { MUTANTS_OF_BEHAVIOURS } from './of-behaviours.ts';
import { MUTANTS_OF_CONTROL } from './of-control.ts';
import { MUTANTS_OF_EVENTS } from './of-events.ts';
import { MUTANTS_OF_INCIDENTS } from './of-incidents.ts';
import { MUTANTS_OF_LOOPS } from './of-loops.ts';
import { MUTANTS_OF_OWN_JOBS } from './of-own-jobs.ts';

export const MUTANTS: readonly Mutant[] = [
  ...MUTANTS_OF_CONTROL,
  ...MUTANTS_OF_EVENTS,
  ...MUTANTS_OF_LOOPS,
  ...MUTANTS_OF_BEHAVIOURS,
  ...MUTANTS_OF_OWN_JOBS,
  ...MUTANTS_OF_INCIDENTS,
];
