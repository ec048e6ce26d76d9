import type { Behaviour } from '../behaviour.ts';
import { completeEntry } from '../policies/leave.ts';
import { runEndListeners } from '../policies/listeners.ts';
import { throwAll, throwBeforeWork } from '../policies/throwing.ts';
import { MESSAGE_WORK } from './message-work.ts';
import { serviceWork } from './service-work.ts';

/** Throw events; a link jumps to its catch with no flow between them (docs/spec/elements.md#link-events). */
export const intermediateThrowEvent: Behaviour<'intermediateThrowEvent'> = {
  type: 'intermediateThrowEvent',
  ...MESSAGE_WORK,
  onActivated: (run, element, entry) => {
    if (element.linkTarget !== undefined) {
      const failure = runEndListeners(run, element, entry, entry.variableScope);
      if (failure !== undefined) return failure;
      completeEntry(run, element, entry);
      const { scope, variableScope } = entry;
      run.agenda.add({ element: element.linkTarget, flow: null, scope, variableScope });
      return 'done';
    }
    if (element.work !== undefined) return throwBeforeWork(run, element, entry) ?? serviceWork(run, element, entry, element.work);
    return element.throws.length === 0 ? 'leave' : throwAll(run, element, entry);
  },
  jump: ({ id, linkTarget }) => (linkTarget === undefined ? undefined : { from: id, to: linkTarget }),
};
