import { commonOf, type ElementReader, UNDERSTANDS_NOTHING } from './element-reader.ts';

/** Exclusive gateway. The conditions are part of its flows (docs/contributing/spec/gateways.md#exclusive-choice). */
export const exclusiveGateway: ElementReader = {
  tag: 'exclusiveGateway',
  category: 'gateway',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: UNDERSTANDS_NOTHING,
  read: (node) => ({ type: 'exclusiveGateway', ...commonOf(node) }),
};
