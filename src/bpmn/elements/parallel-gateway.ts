import { commonOf, type ElementReader, UNDERSTANDS_NOTHING } from './element-reader.ts';

/** Parallel gateway (bpmn.md F4). */
export const parallelGateway: ElementReader = {
  tag: 'parallelGateway',
  category: 'gateway',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: UNDERSTANDS_NOTHING,
  read: (node) => ({ type: 'parallelGateway', ...commonOf(node) }),
};
