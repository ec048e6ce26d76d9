import { readWork, WORK_EXTENSIONS, workOfTask } from '../service-work.ts';
import { activityOf, activityWords } from './activity.ts';
import type { ElementReader } from './element-reader.ts';

/** Business rule task (docs/spec/elements.md#service-task). */
export const businessRuleTask: ElementReader = {
  tag: 'businessRuleTask',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords(...WORK_EXTENSIONS, 'mapdecisionresult', 'decisionrefbinding'),
  read: (node, context) => ({
    type: 'businessRuleTask',
    ...activityOf(node, context),
    work: readWork(node, workOfTask(node.xml), context),
  }),
};
