import type { Behaviour } from '../behaviour.ts';
import { subscribe } from '../policies/subscriptions.ts';
import { completeTriggered } from '../policies/triggered-start.ts';

/** Waits for its message, or without a message for complete-activity (docs/contributing/spec/elements.md#receive-task). */
export const receiveTask: Behaviour<'receiveTask'> = {
  type: 'receiveTask',
  onActivated: (run, element, entry) => {
    if (element.message === undefined) return 'wait';
    const owner = { owner: 'catch', entry: entry.ordinal, scope: entry.scope, element: element.id, definition: 0 } as const;
    return subscribe(run, owner, element.message, entry.variableScope) ?? 'wait';
  },
  onTriggeredStart: completeTriggered,
  completableByClient: ({ message }) => (message === undefined ? 'completable' : 'ACTIVITY_NOT_COMPLETABLE'),
  isCompensable: true,
};
