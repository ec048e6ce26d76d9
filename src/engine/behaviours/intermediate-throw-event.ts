import type { Behaviour } from '../behaviour.ts';
import { jumpToCatch } from '../policies/leave.ts';
import { runEndListeners } from '../policies/listeners.ts';
import { throwAll, throwBeforeWork } from '../policies/throwing.ts';
import { HEARD_THROW } from './heard-throw.ts';
import { MESSAGE_WORK } from './message-work.ts';
import { serviceWork } from './service-work.ts';

/** Throw events. A link event jumps to its catch event without a flow (docs/contributing/spec/elements.md#link-events). */
export const intermediateThrowEvent: Behaviour<'intermediateThrowEvent'> = {
  type: 'intermediateThrowEvent',
  ...MESSAGE_WORK,
  ...HEARD_THROW,
  onActivated: (run, element, entry) => {
    if (element.linkTarget !== undefined) {
      const heard = runEndListeners(run, element, entry, entry.variableScope);
      if (heard === undefined) jumpToCatch(run, element, entry);
      return heard ?? 'done';
    }
    if (element.work !== undefined) return throwBeforeWork(run, element, entry) ?? serviceWork(run, element, entry, element.work);
    return element.throws.length === 0 ? 'leave' : throwAll(run, element, entry);
  },
  onEndHeard: (run, element, entry, rest) => {
    if (element.linkTarget === undefined) HEARD_THROW.onEndHeard(run, element, entry, rest);
    else jumpToCatch(run, element, entry);
  },
  jump: ({ id, linkTarget }) => (linkTarget === undefined ? undefined : { from: id, to: linkTarget }),
};
