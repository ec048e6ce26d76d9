import { commonOf, type ElementReader, UNDERSTANDS_NOTHING } from './element-reader.ts';

/** Inclusive gateway (docs/contributing/spec/gateways.md#inclusive-choice). */
export const inclusiveGateway: ElementReader = {
  tag: 'inclusiveGateway',
  category: 'gateway',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: UNDERSTANDS_NOTHING,
  read: (node) => ({ type: 'inclusiveGateway', ...commonOf(node) }),
};
