import { receivedMessageOf } from '../catch-definitions.ts';
import { isInstantiating } from '../starts.ts';
import { activityOf, activityWords } from './activity.ts';
import type { ElementReader } from './element-reader.ts';

/** Receive task: waits for its message; without a message for manual completion (docs/contributing/spec/elements.md#receive-task). */
export const receiveTask: ElementReader = {
  tag: 'receiveTask',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords('correlationkey'),
  read(node, context) {
    const message = receivedMessageOf(node, context);
    return {
      type: 'receiveTask',
      ...activityOf(node, context),
      ...(message === undefined ? {} : { message }),
      ...(isInstantiating(node) ? { instantiate: true } : {}),
    };
  },
};
