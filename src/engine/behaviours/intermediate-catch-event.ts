import type { Behaviour } from '../behaviour.ts';
import { subscribe } from '../policies/subscriptions.ts';
import { completeTriggered } from '../policies/triggered-start.ts';

/** Subscribes to its event. A link event passes through (docs/contributing/spec/elements.md#intermediate-catch-event). */
export const intermediateCatchEvent: Behaviour<'intermediateCatchEvent'> = {
  type: 'intermediateCatchEvent',
  onActivated: (run, element, entry) => {
    if (element.isLink === true) return 'leave';
    for (const [definition, trigger] of element.triggers.entries()) {
      const owner = { owner: 'catch', entry: entry.ordinal, scope: entry.scope, element: element.id, definition } as const;
      const failure = subscribe(run, owner, trigger, entry.variableScope);
      if (failure !== undefined) return failure;
    }
    return 'wait';
  },
  onTriggeredStart: completeTriggered,
};
