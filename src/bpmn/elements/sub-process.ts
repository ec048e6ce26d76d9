import { commonOf, type ElementReader, UNDERSTANDS_NOTHING } from './element-reader.ts';

/** Embedded sub-process (bpmn.md 3.18). Its body is a container of its own; the nodes inside are read like any others. */
export const subProcess: ElementReader = {
  tag: 'subProcess',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: UNDERSTANDS_NOTHING,
  read: (node) => ({ type: 'subProcess', ...commonOf(node) }),
};
