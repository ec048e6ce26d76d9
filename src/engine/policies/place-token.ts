import type { TokenPlace } from '../behaviour.ts';
import { scopeEnded } from '../cancellations.ts';
import type { Failure } from '../failures.ts';
import type { ElementModel } from '../model.ts';
import type { ScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../run.ts';
import type { EntryState } from '../state.ts';
import { activateWithInputs } from './activation.ts';
import { armAround } from './begin-entry.ts';
import { cancelInside } from './cancellation.ts';
import { chooseFlows } from './choose-flows.ts';
import { takeFlows } from './leave.ts';
import { runStartListeners, runTakeListeners } from './listeners.ts';
import { armEventSubProcesses, openScopeOf } from './open-scope.ts';

/**
 * Tokens that no flow has brought: how an element of a running instance is entered anew, by its number of nothing but a place
 * (docs/contributing/spec/execution.md#modification).
 */

/** A token enters the element with the next step, as the first one of a scope does. */
export function placeBefore(run: Run, element: ElementModel, { scope, variableScope }: TokenPlace): void {
  run.agenda.add({ element: element.id, flow: null, scope, variableScope });
}

/** A token leaves the element as if it had completed: its entry does no work, nothing of it is logged for compensation. */
export function placeAfter(run: Run, element: ElementModel, { scope, variableScope }: TokenPlace): void {
  const entry = run.activate(element, { flow: null, scope, variableScope });
  const choice = chooseFlows(run, element, entry, variableScope);
  if ('failure' in choice) {
    run.fail(entry, variableScope, choice.failure, { kind: 'leave' });
    return;
  }
  const heard = runTakeListeners(run, choice.flows, { entry, variableScope });
  // What a worker would listen to was refused before: nothing waits here.
  if (heard !== undefined && heard !== 'wait') {
    run.fail(entry, variableScope, heard, { kind: 'leave' });
    return;
  }
  run.skipped = entry.ordinal;
  run.complete(entry, run.behaviours[element.type].recordsFlows ? choice.flows : undefined);
  takeFlows(run, element, entry, variableScope, choice.flows);
}

/**
 * Opens the body of a host for a token that begins somewhere inside: everything that happens when the host is entered, but for the tokens it starts with.
 * @returns the scope; undefined when the host has failed, or an event took over at once
 */
export function openPlacedHost(run: Run, element: ElementModel, { scope, variableScope }: TokenPlace): ScopeOrdinal | undefined {
  const { entry, failure: unmapped } = activateWithInputs(run, element, { flow: null, scope, variableScope }, { host: true });
  const armed = unmapped ?? armAround(run, element, entry, false);
  if (armed === 'takenOver') return undefined;
  if (armed !== 'armed') return failHost(run, entry, armed);
  const heard = runStartListeners(run, element, entry);
  if (heard !== undefined) return heard === 'wait' ? undefined : failHost(run, entry, heard);
  const body = openScopeOf(run, entry, 'body');
  const unarmed = armEventSubProcesses(run, body);
  return unarmed === undefined ? body : failHost(run, entry, unarmed);
}

function failHost(run: Run, host: EntryState, failure: Failure): undefined {
  cancelInside(run, host, scopeEnded);
  run.fail(host, host.variableScope, failure);
  return undefined;
}
