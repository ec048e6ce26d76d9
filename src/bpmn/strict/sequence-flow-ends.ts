import { flowEndsExist } from '../validate/flow-ends.ts';
import type { StandardRule } from './rule.ts';
import { eachProcess } from './rule-iterators.ts';

/** Both ends of a sequence flow are flow nodes of the same container. */
export const sequenceFlowEnds: StandardRule = {
  name: 'sequence-flow-ends',
  clause: '8.4.13',
  check: eachProcess(flowEndsExist),
  isAlwaysEnforced: true,
};
