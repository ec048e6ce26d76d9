import { activityOf, activityWords } from './activity.ts';
import type { ElementReader } from './element-reader.ts';

/** Manual task: waits for completion, or passes the token on in files for Camunda or Operaton (docs/contributing/spec/elements.md#plain-task). */
export const manualTask: ElementReader = {
  tag: 'manualTask',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords(),
  read: (node, context) => ({ type: 'manualTask', ...activityOf(node, context), passesThrough: context.passesPlainTasks }),
};
