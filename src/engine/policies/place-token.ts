import type { TokenPlace } from '../running/behaviour.ts';
import { scopeEnded } from '../running/cancellations.ts';
import type { Failure } from '../failures.ts';
import type { ElementModel } from '../model.ts';
import type { ScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../running/run.ts';
import type { EntryState } from '../state.ts';
import { activateWithInputs } from './activation.ts';
import { subscribeAround } from './begin-entry.ts';
import { cancelInside } from './cancellation.ts';
import { chooseFlows } from './choose-flows.ts';
import { takeFlows } from './leave.ts';
import { runStartListeners, runTakeListeners } from './listeners.ts';
import { openScopeOf, subscribeEventSubProcesses } from './open-scope.ts';

/** Queues a token before an element, for a modification (docs/contributing/spec/execution.md#modification). */
export function placeBefore(run: Run, element: ElementModel, { scope, variableScope }: TokenPlace): void {
  run.agenda.add({ element: element.id, flow: null, scope, variableScope });
}

/** Takes the flows of an element as if it had completed, without its work and without a compensation log. */
export function placeAfter(run: Run, element: ElementModel, { scope, variableScope }: TokenPlace): void {
  const entry = run.activate(element, { flow: null, scope, variableScope });
  const choice = chooseFlows(run, element, entry, variableScope);
  if ('failure' in choice) {
    run.fail(entry, variableScope, choice.failure, { kind: 'leave' });
    return;
  }
  const listenerResult = runTakeListeners(run, choice.flows, { entry, variableScope });
  // listener jobs were rejected before, so nothing waits here
  if (listenerResult !== undefined && listenerResult !== 'wait') {
    run.fail(entry, variableScope, listenerResult, { kind: 'leave' });
    return;
  }
  run.skipped = entry.ordinal;
  run.complete(entry, run.behaviours[element.type].recordsFlows ? choice.flows : undefined);
  takeFlows(run, element, entry, variableScope, choice.flows);
}

/**
 * Opens the body of a sub-process for a token placed inside: like entering the sub-process, but without its start tokens.
 * @returns undefined if the sub-process has failed, or was interrupted at once
 */
export function openPlacedHost(run: Run, element: ElementModel, { scope, variableScope }: TokenPlace): ScopeOrdinal | undefined {
  const { entry, failure: unmapped } = activateWithInputs(run, element, { flow: null, scope, variableScope }, { host: true });
  const subscribed = unmapped ?? subscribeAround(run, element, entry, false);
  if (subscribed === 'takenOver') return undefined;
  if (subscribed !== 'armed') return failHost(run, entry, subscribed);
  const listenerResult = runStartListeners(run, element, entry);
  if (listenerResult !== undefined) return listenerResult === 'wait' ? undefined : failHost(run, entry, listenerResult);
  const body = openScopeOf(run, entry, 'body');
  const subscribeFailure = subscribeEventSubProcesses(run, body);
  return subscribeFailure === undefined ? body : failHost(run, entry, subscribeFailure);
}

function failHost(run: Run, host: EntryState, failure: Failure): undefined {
  cancelInside(run, host, scopeEnded);
  run.fail(host, host.variableScope, failure);
  return undefined;
}
