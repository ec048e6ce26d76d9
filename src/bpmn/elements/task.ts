import { workItemOf } from '../jbpm.ts';
import { readWork, workOfTask } from '../service-work.ts';
import { activityOf, activityWords } from './activity.ts';
import type { ElementReader } from './element-reader.ts';

/** Task: waits for completion, or passes the token on in files for Camunda or Operaton (docs/contributing/spec/elements.md#plain-task). */
export const task: ElementReader = {
  tag: 'task',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords(),
  read(node, context) {
    const common = activityOf(node, context);
    // custom tasks of jBPM are plain tasks with the name of a work item
    if (workItemOf(node.xml) === undefined) return { type: 'task', ...common, passesThrough: context.passesPlainTasks };
    return { type: 'serviceTask', ...common, work: readWork(node, workOfTask(node.xml), context) };
  },
};
