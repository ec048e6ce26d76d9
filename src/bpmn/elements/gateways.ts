import { activationConditionOf } from '../activation-condition.ts';
import { outgoingByPriority } from '../dialects/element-parts.ts';
import { isInstantiating } from '../events/starts.ts';
import { findingAt } from '../finding.ts';
import { attributeOf } from '../xml/xml-element.ts';
import { commonOf, type ElementReader, UNDERSTANDS_NOTHING } from './element-reader.ts';

/** Drops the activation condition with a single incoming flow (docs/contributing/spec/gateways.md#complex-join). */
export const complexGateway: ElementReader = {
  tag: 'complexGateway',
  category: 'gateway',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: UNDERSTANDS_NOTHING,
  read(node, context) {
    const text = activationConditionOf(node.xml);
    if (text === '') context.report(findingAt(node.xml, 'activation condition is empty'));
    const condition = text ? context.expression(node.xml, text, 'expression', 'activation condition') : undefined;
    return {
      type: 'complexGateway',
      ...commonOf(node),
      ...(condition === undefined || node.incoming.length < 2 ? {} : { activationCondition: condition }),
    };
  },
};

/** docs/contributing/spec/gateways.md#event-based-gateway */
export const eventBasedGateway: ElementReader = {
  tag: 'eventBasedGateway',
  category: 'gateway',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: UNDERSTANDS_NOTHING,
  read: (node) => ({
    type: 'eventBasedGateway',
    ...commonOf(node),
    ...(isInstantiating(node)
      ? { instantiate: attributeOf(node.xml, 'eventGatewayType') === 'Parallel' ? 'parallel' : 'exclusive' }
      : {}),
  }),
};

/** Exclusive gateway. The conditions are part of its flows (docs/contributing/spec/gateways.md#exclusive-choice). */
export const exclusiveGateway: ElementReader = {
  tag: 'exclusiveGateway',
  category: 'gateway',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: UNDERSTANDS_NOTHING,
  read: (node, context) => ({ type: 'exclusiveGateway', ...commonOf(node), ...outgoingByPriority(node, context) }),
};

/** docs/contributing/spec/gateways.md#inclusive-choice */
export const inclusiveGateway: ElementReader = {
  tag: 'inclusiveGateway',
  category: 'gateway',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: UNDERSTANDS_NOTHING,
  read: (node) => ({ type: 'inclusiveGateway', ...commonOf(node) }),
};

/** docs/contributing/spec/gateways.md#parallel-choice */
export const parallelGateway: ElementReader = {
  tag: 'parallelGateway',
  category: 'gateway',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: UNDERSTANDS_NOTHING,
  read: (node) => ({ type: 'parallelGateway', ...commonOf(node) }),
};
