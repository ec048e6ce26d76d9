import { activityOf, activityWords } from './activity.ts';
import type { ElementReader } from './element-reader.ts';

/** Manual task (bpmn.md 3.13): waits, or lets the token pass in files made for Camunda or Operaton. */
export const manualTask: ElementReader = {
  tag: 'manualTask',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords(),
  read: (node, context) => ({ type: 'manualTask', ...activityOf(node, context), passesThrough: context.passesPlainTasks }),
};
