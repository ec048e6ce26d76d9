import { findingAt } from '../finding.ts';
import { attributeOf, isTrue } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachProcess } from './rule-iterators.ts';

/** An activity marked for compensation has an association with a compensation boundary event. */
export const compensationHandlerJoined: StandardRule = {
  name: 'compensation-handler-joined',
  clause: '10.7.1',
  check: eachProcess(function* (process) {
    const joined = new Set(process.nodes.flatMap(({ handlers = [] }) => handlers));
    for (const node of process.nodes) {
      if (!isTrue(attributeOf(node.xml, 'isForCompensation')) || joined.has(node)) continue;
      yield findingAt(node.xml, 'isForCompensation="true" without an association from a compensation boundary event');
    }
  }),
};
