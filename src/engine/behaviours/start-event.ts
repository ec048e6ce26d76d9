import type { Behaviour } from '../behaviour.ts';
import { extOutputsOf, startsEventSubProcess } from '../model-shape.ts';
import { subscribeEventSubProcesses } from '../policies/open-scope.ts';
import { storeResult } from '../policies/result.ts';
import { unsubscribeScope } from '../policies/subscriptions.ts';
import type { Run } from '../run.ts';
import { type EntryState, openScope } from '../state.ts';
import { noVariables } from '../values.ts';

/** Passes through. The payload of its event is already in the scope, and of several start events only this one is entered (docs/contributing/spec/elements.md#start-event). */
export const startEvent: Behaviour<'startEvent'> = {
  type: 'startEvent',
  onActivated: (run, element, entry) => {
    const outputs = element.triggers.length === 0 ? extOutputsOf(element) : [];
    return (outputs.length === 0 ? undefined : storeResult(run, entry, noVariables(), outputs)) ?? 'leave';
  },
  onLeave: (run, element, entry) => (element.armsScope === true ? subscribeScope(run, entry) : 'leave'),
  notEnteredByHand: (element, model) => (startsEventSubProcess(model, element) ? 'beginsByEvent' : undefined),
};

/** Creates the subscriptions of event sub-processes in its scope, unless they exist: a token may enter the start event again (docs/contributing/spec/execution.md#opening-a-scope). */
function subscribeScope(run: Run, entry: EntryState): 'leave' | 'done' {
  const { scope, variableScope } = entry;
  const isSubscribed = (run.state.subscriptionsIn.get(scope)?.size ?? 0) > 0;
  if (isSubscribed || openScope(run.state, scope).isInterrupted) return 'leave';
  const failure = subscribeEventSubProcesses(run, scope);
  if (failure === undefined) return 'leave';
  unsubscribeScope(run, scope);
  run.fail(entry, variableScope, failure, { kind: 'leave', done: 'stored' });
  return 'done';
}
