import type { Behaviour } from '../behaviour.ts';
import { arm } from '../policies/subscriptions.ts';

/** Waits for its message like a catch event, or without one for complete-activity (docs/spec/elements.md#receive-task). */
export const receiveTask: Behaviour<'receiveTask'> = {
  type: 'receiveTask',
  completableByCaller: true,
  onActivated: (run, element, entry) => {
    if (element.message === undefined) return 'wait';
    const owner = { owner: 'catch', entry: entry.ordinal, scope: entry.scope, element: element.id, definition: 0 } as const;
    return arm(run, owner, element.message, entry.variableScope) ?? 'wait';
  },
};
