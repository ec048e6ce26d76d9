import { quote } from '../finding.ts';
import { isInstantiating } from '../starts.ts';
import type { StandardRule } from './rule.ts';
import { eachNodeWith } from './rule-iterators.ts';

/** A receive task that starts instances is in a process without start event. */
export const instantiatingReceiveTask: StandardRule = {
  name: 'instantiating-receive-task',
  clause: '10.3.3',
  check: eachNodeWith('startEvent', (node, start) => {
    if (node.tag !== 'receiveTask' || !isInstantiating(node)) return undefined;
    return `receive task with instantiate="true" together with start event '${quote(start.id)}'`;
  }),
};
