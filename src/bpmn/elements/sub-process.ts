import { activityOf, activityWords } from './activity.ts';
import type { ElementReader } from './element-reader.ts';

/** Embedded sub-process (bpmn.md 3.18). Its body is a container of its own; the nodes inside are read like any others. */
export const subProcess: ElementReader = {
  tag: 'subProcess',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords(),
  read: (node, context) => ({ type: 'subProcess', ...activityOf(node, context) }),
};
