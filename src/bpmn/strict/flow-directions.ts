import { flowsGoTheRightWay } from '../validate/flow-directions.ts';
import type { StandardRule } from './rule.ts';
import { eachProcess } from './rule-iterators.ts';

/** Start and boundary events have no incoming flow, end events no outgoing flow, handlers and event sub-processes no flows. */
export const flowDirections: StandardRule = {
  name: 'flow-directions',
  clause: '7.6.1',
  check: eachProcess(flowsGoTheRightWay),
  isAlwaysEnforced: true,
};
