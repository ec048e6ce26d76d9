import { defaultFlowOf } from '../elements/element-reader.ts';
import { warningAt } from '../warning.ts';
import { childNamed } from '../xml-element.ts';
import type { WarningRule } from './rule.ts';

/** WARN01: conditions that are never asked, on a default flow or behind a parallel gateway (bpmn.md F2, F4). */
export const conditionsAreAsked: WarningRule = function* (process) {
  for (const node of process.nodes) {
    const defaultFlow = defaultFlowOf(node);
    for (const flow of node.outgoing) {
      if (childNamed(flow.xml, 'conditionExpression') === undefined) continue;
      const why = node.tag === 'parallelGateway' ? 'after a parallel gateway' : flow.id === defaultFlow && 'on the default flow';
      if (!why) continue;
      const text = `condition ${why} is ignored`;
      yield warningAt(flow.xml, process.key, { id: 9002, name: 'conditionExpression', elementId: flow.id, text });
    }
  }
};

/** WARN08: an exclusive gateway with several flows takes the first flow without condition, which hides the ones behind it. */
export const exclusiveFlowsHaveConditions: WarningRule = function* (process) {
  for (const node of process.nodes) {
    if (node.tag !== 'exclusiveGateway' || node.outgoing.length < 2) continue;
    const defaultFlow = defaultFlowOf(node);
    for (const flow of node.outgoing) {
      if (flow.id === defaultFlow || childNamed(flow.xml, 'conditionExpression') !== undefined) continue;
      const text = 'flow out of an exclusive gateway has no condition and is no default flow';
      yield warningAt(flow.xml, process.key, { id: 9002, elementId: flow.id, text });
    }
  }
};
