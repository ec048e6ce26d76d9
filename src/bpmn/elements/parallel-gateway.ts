import { commonOf, type ElementReader, UNDERSTANDS_NOTHING } from './element-reader.ts';

/** Parallel gateway (docs/contributing/spec/gateways.md#parallel-choice). */
export const parallelGateway: ElementReader = {
  tag: 'parallelGateway',
  category: 'gateway',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: UNDERSTANDS_NOTHING,
  read: (node) => ({ type: 'parallelGateway', ...commonOf(node) }),
};
