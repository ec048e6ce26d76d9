import { boundMember } from '../bound-decision.ts';
import { readWork, WORK_EXTENSIONS, workOfTask } from '../service-work.ts';
import { activityOf, activityWords } from './activity.ts';
import type { ElementReader } from './element-reader.ts';

/** Service task (docs/contributing/spec/elements.md#service-task). */
export const serviceTask: ElementReader = {
  tag: 'serviceTask',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords(...WORK_EXTENSIONS),
  read: (node, context) => ({
    type: 'serviceTask',
    ...activityOf(node, context),
    work: readWork(node, workOfTask(node.xml), context),
    ...boundMember(node, context),
  }),
};
