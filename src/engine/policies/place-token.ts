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
  const heard = runTakeListeners(run, choice.flows, { entry, variableScope });
  // listener jobs were rejected before, so nothing waits here
  if (heard !== undefined && heard !== 'wait') {
    run.fail(entry, variableScope, heard, { kind: 'leave' });
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
