import { readMessageWork } from '../message-work.ts';
import { readWork, WORK_EXTENSIONS, workOfTask } from '../service-work.ts';
import { activityOf, activityWords } from './activity.ts';
import type { ElementReader } from './element-reader.ts';

/** Send task: publishes its message, or has work like a service task (docs/contributing/spec/elements.md#send-task). */
export const sendTask: ElementReader = {
  tag: 'sendTask',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords(...WORK_EXTENSIONS, 'correlationkey'),
  read(node, context) {
    const written = workOfTask(node.xml);
    return {
      type: 'sendTask',
      ...activityOf(node, context),
      work: readMessageWork(node, node.xml, written, context) ?? readWork(node, written, context),
    };
  },
};
