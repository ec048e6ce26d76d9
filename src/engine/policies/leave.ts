import type { Ordinal } from '../events.ts';
import type { ElementModel, FlowModel } from '../model.ts';
import type { Run } from '../run.ts';
import type { EntryState } from '../state.ts';
import { chooseFlows } from './choose-flows.ts';
import { openBranch, releaseVariableScope } from './variable-scope.ts';

/**
 * Completes an entry and sends its token on (bpmn.md 2.2, lines 8–10). A failing choice fails the entry instead.
 * @param variableScope the scope the token goes on in; a join that merged its tokens gives another one than the entry's
 */
export function leave(run: Run, element: ElementModel, entry: EntryState, variableScope: Ordinal = entry.variableScope): void {
  const choice = chooseFlows(run, element, entry, variableScope);
  if ('failure' in choice) {
    run.fail(entry, variableScope, choice.failure.code, choice.failure.message);
    return;
  }
  run.complete(entry);
  takeFlows(run, entry, variableScope, choice.flows);
}

/** Queues one step per flow; several make a fork (V6). Without flows the token ends here (L3, V8). */
export function takeFlows(run: Run, entry: EntryState, variableScope: Ordinal, flows: readonly FlowModel[]): void {
  if (flows.length === 0) {
    endToken(run, entry.scope, variableScope);
    return;
  }
  for (const flow of flows) {
    run.emit({ type: 'FlowTaken', flow: flow.id, entry: entry.ordinal });
    const path = flows.length === 1 ? variableScope : openBranch(run, variableScope);
    run.queue({ element: flow.target, flow: flow.id, scope: entry.scope, variableScope: path });
  }
}

/** A token leaves its scope normally: its branch scope ends with it. */
export function endToken(run: Run, scope: Ordinal, variableScope: Ordinal): void {
  releaseVariableScope(run, variableScope);
  run.tokenLeft(scope);
}
