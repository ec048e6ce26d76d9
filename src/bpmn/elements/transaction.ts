import { activityOf, activityWords } from './activity.ts';
import type { ElementReader } from './element-reader.ts';

/** Transaction (docs/contributing/spec/elements.md#transaction). */
export const transaction: ElementReader = {
  tag: 'transaction',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords(),
  read: (node, context) => ({ type: 'transaction', ...activityOf(node, context) }),
};
