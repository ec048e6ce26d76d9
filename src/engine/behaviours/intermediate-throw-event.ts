import type { Behaviour } from '../behaviour.ts';
import { jumpToCatch } from '../policies/leave.ts';
import { runEndListeners } from '../policies/listeners.ts';
import { throwAll, throwBeforeWork } from '../policies/throwing.ts';
import { MESSAGE_WORK } from './message-work.ts';
import { serviceWork } from './service-work.ts';
import { THROW_AFTER_LISTENERS } from './throw-after-listeners.ts';

/** Throw events. A link event jumps to its catch event without a flow (docs/contributing/spec/elements.md#link-events). */
export const intermediateThrowEvent: Behaviour<'intermediateThrowEvent'> = {
  type: 'intermediateThrowEvent',
  ...MESSAGE_WORK,
  ...THROW_AFTER_LISTENERS,
  onActivated: (run, element, entry) => {
    if (element.linkTarget !== undefined) {
      const listenerResult = runEndListeners(run, element, entry, entry.variableScope);
      if (listenerResult === undefined) jumpToCatch(run, element, entry);
      return listenerResult ?? 'done';
    }
    if (element.work !== undefined) return throwBeforeWork(run, element, entry) ?? serviceWork(run, element, entry, element.work);
    return element.throws.length === 0 ? 'leave' : throwAll(run, element, entry);
  },
  afterEndListeners: (run, element, entry, rest) => {
    if (element.linkTarget === undefined) THROW_AFTER_LISTENERS.afterEndListeners(run, element, entry, rest);
    else jumpToCatch(run, element, entry);
  },
  jump: ({ id, linkTarget }) => (linkTarget === undefined ? undefined : { from: id, to: linkTarget }),
};
