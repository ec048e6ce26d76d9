import { commonOf, type ElementReader, UNDERSTANDS_NOTHING } from './element-reader.ts';

/** Task (bpmn.md 3.13): waits, or lets the token pass in files made for Camunda or Operaton. */
export const task: ElementReader = {
  tag: 'task',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: UNDERSTANDS_NOTHING,
  read: (node, context) => ({ type: 'task', ...commonOf(node), passesThrough: context.passesPlainTasks }),
};
