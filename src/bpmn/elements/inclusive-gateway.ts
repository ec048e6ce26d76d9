import { commonOf, type ElementReader, UNDERSTANDS_NOTHING } from './element-reader.ts';

/** Inclusive gateway (bpmn.md F3). */
export const inclusiveGateway: ElementReader = {
  tag: 'inclusiveGateway',
  category: 'gateway',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: UNDERSTANDS_NOTHING,
  read: (node) => ({ type: 'inclusiveGateway', ...commonOf(node) }),
};
