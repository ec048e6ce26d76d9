import { flowsGoTheRightWay } from '../validate/flow-directions.ts';
import { eachProcess } from './over.ts';
import type { StandardRule } from './rule.ts';

/** Nothing leads into a start or boundary event, nothing out of an end event, and handlers and event sub-processes have no flows. */
export const flowDirections: StandardRule = {
  name: 'flow-directions',
  clause: '7.6.1',
  check: eachProcess(flowsGoTheRightWay),
  isAlwaysKept: true,
};
