import { activityOf, activityWords } from './activity.ts';
import type { ElementReader } from './element-reader.ts';

/** Embedded sub-process. Its body is a separate container with regular nodes (docs/contributing/spec/elements.md#sub-process). */
export const subProcess: ElementReader = {
  tag: 'subProcess',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords(),
  read: (node, context) => ({ type: 'subProcess', ...activityOf(node, context) }),
};
