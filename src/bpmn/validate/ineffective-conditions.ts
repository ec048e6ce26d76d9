import { activationConditionOf } from '../activation-condition.ts';
import { defaultFlowOf, takesAllFlows } from '../elements/element-reader.ts';
import { warningAt } from '../warning.ts';
import { childNamed } from '../xml-element.ts';
import type { WarningRule } from './rule.ts';

/**
 * Warns about conditions that are never evaluated: on a default flow, or after a parallel or event-based gateway
 * (docs/contributing/spec/validation.md#ignored-condition).
 */
export const conditionsAreEvaluated: WarningRule = function* (process) {
  for (const node of process.nodes) {
    const defaultFlow = defaultFlowOf(node);
    const gateway = node.tag === 'parallelGateway' ? 'a parallel' : 'an event-based';
    for (const flow of node.outgoing) {
      if (childNamed(flow.xml, 'conditionExpression') === undefined) continue;
      const why = takesAllFlows(node) ? `after ${gateway} gateway` : flow.id === defaultFlow && 'on the default flow';
      if (!why) continue;
      const text = `condition ${why} is ignored`;
      yield warningAt(flow.xml, process.key, {
        event: 'attribute-ignored',
        name: 'conditionExpression',
        elementId: flow.id,
        text,
      });
    }
  }
};

/**
 * Warns about the activation condition of a gateway with one incoming flow, which is never evaluated
 * (docs/contributing/spec/validation.md#ignored-activation-condition).
 */
export const activationConditionsAreEvaluated: WarningRule = function* (process) {
  for (const node of process.nodes) {
    if (node.tag !== 'complexGateway' || node.incoming.length > 1 || activationConditionOf(node.xml) === undefined) continue;
    const text = 'activation condition of a gateway with one incoming flow is ignored';
    yield warningAt(node.xml, process.key, { event: 'activation-condition-ignored', name: 'activationCondition', text });
  }
};

/**
 * Warns about an exclusive gateway with several flows if a flow other than the default has no condition
 * (docs/contributing/spec/validation.md#flow-without-condition).
 */
export const exclusiveFlowsHaveConditions: WarningRule = function* (process) {
  for (const node of process.nodes) {
    if (node.tag !== 'exclusiveGateway' || node.outgoing.length < 2) continue;
    const defaultFlow = defaultFlowOf(node);
    for (const flow of node.outgoing) {
      if (flow.id === defaultFlow || childNamed(flow.xml, 'conditionExpression') !== undefined) continue;
      const text = 'flow out of an exclusive gateway has no condition and is not the default flow';
      yield warningAt(flow.xml, process.key, { event: 'attribute-ignored', elementId: flow.id, text });
    }
  }
};
