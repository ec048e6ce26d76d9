import { loopsAreComplete } from '../validate/loops.ts';
import type { StandardRule } from './rule.ts';
import { eachProcess } from './rule-iterators.ts';

/** A multi-instance activity has a cardinality or a collection, a standard loop a condition or a maximum. */
export const loopComplete: StandardRule = {
  name: 'loop-complete',
  clause: '10.3.8',
  check: eachProcess(loopsAreComplete),
  isAlwaysEnforced: true,
};
