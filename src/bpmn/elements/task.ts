import { activityOf, activityWords } from './activity.ts';
import type { ElementReader } from './element-reader.ts';

/** Task: waits, or lets the token pass in files made for Camunda or Operaton (docs/spec/elements.md#plain-task). */
export const task: ElementReader = {
  tag: 'task',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords(),
  read: (node, context) => ({ type: 'task', ...activityOf(node, context), passesThrough: context.passesPlainTasks }),
};
