import { activationConditionOf } from '../activation-condition.ts';
import { findingAt } from '../finding.ts';
import { commonOf, type ElementReader, UNDERSTANDS_NOTHING } from './element-reader.ts';

/** Complex gateway. The activation condition is dropped if the gateway has a single incoming flow (docs/contributing/spec/gateways.md#complex-join). */
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
