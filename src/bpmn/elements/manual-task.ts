import { commonOf, type ElementReader, UNDERSTANDS_NOTHING } from './element-reader.ts';

/** Manual task (bpmn.md 3.13): waits, or lets the token pass in files made for Camunda or Operaton. */
export const manualTask: ElementReader = {
  tag: 'manualTask',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: UNDERSTANDS_NOTHING,
  read: (node, context) => ({ type: 'manualTask', ...commonOf(node), passesThrough: context.passesPlainTasks }),
};
