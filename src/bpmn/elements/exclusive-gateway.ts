import { commonOf, type ElementReader, UNDERSTANDS_NOTHING } from './element-reader.ts';

/** Exclusive gateway (bpmn.md F2): its conditions belong to its flows. */
export const exclusiveGateway: ElementReader = {
  tag: 'exclusiveGateway',
  category: 'gateway',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: UNDERSTANDS_NOTHING,
  read: (node) => ({ type: 'exclusiveGateway', ...commonOf(node) }),
};
