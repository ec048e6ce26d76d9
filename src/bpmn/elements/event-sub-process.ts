import { commonOf, type ElementReader, UNDERSTANDS_NOTHING } from './element-reader.ts';

/** Event sub-process (bpmn.md 3.19): no flow leads to it or leaves it; its body is a container of its own. */
export const eventSubProcess: ElementReader = {
  tag: 'eventSubProcess',
  category: 'eventSubProcess',
  acceptsIncoming: false,
  acceptsOutgoing: false,
  understands: UNDERSTANDS_NOTHING,
  read: (node) => ({
    type: 'eventSubProcess',
    ...commonOf(node),
    start: node.body?.nodes.find(({ tag }) => tag === 'startEvent')?.id ?? '',
  }),
};
