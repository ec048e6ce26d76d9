import { flowEndsExist } from '../validate/flow-ends.ts';
import { eachProcess } from './over.ts';
import type { StandardRule } from './rule.ts';

/** Both ends of a sequence flow are flow nodes of the same container. */
export const sequenceFlowEnds: StandardRule = {
  name: 'sequence-flow-ends',
  clause: '8.4.13',
  check: eachProcess(flowEndsExist),
  isAlwaysKept: true,
};
