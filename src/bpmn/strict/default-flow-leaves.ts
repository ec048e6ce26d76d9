import { defaultsLeaveTheirNode } from '../validate/default-flows.ts';
import type { StandardRule } from './rule.ts';
import { eachProcess } from './rule-iterators.ts';

/** A default flow is an outgoing flow of its element. */
export const defaultFlowLeaves: StandardRule = {
  name: 'default-flow-leaves',
  clause: '8.4.13',
  check: eachProcess(defaultsLeaveTheirNode),
  isAlwaysEnforced: true,
};
