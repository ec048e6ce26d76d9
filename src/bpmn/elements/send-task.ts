import { readWork, WORK_EXTENSIONS, workOfTask } from '../service-work.ts';
import { activityOf, activityWords } from './activity.ts';
import type { ElementReader } from './element-reader.ts';

/** Send task (docs/spec/elements.md#service-task). */
export const sendTask: ElementReader = {
  tag: 'sendTask',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords(...WORK_EXTENSIONS),
  read: (node, context) => ({
    type: 'sendTask',
    ...activityOf(node, context),
    work: readWork(node, workOfTask(node.xml), context),
  }),
};
