import { activityOf, activityWords } from './activity.ts';
import type { ElementReader } from './element-reader.ts';

/** Transaction (bpmn.md 3.20). */
export const transaction: ElementReader = {
  tag: 'transaction',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords(),
  read: (node, context) => ({ type: 'transaction', ...activityOf(node, context) }),
};
