import type { Step } from '../agenda.ts';
import type { ElementModel } from '../model.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../run.ts';
import { type EntryState, entryIn, openScope } from '../state.ts';
import { leave } from './leave.ts';
import { joinVariableScopes } from './variable-scope.ts';

/** Whether a token that came on this step meets a join at all: a gateway with one incoming flow never waits (docs/spec/gateways.md#single-incoming-flow). */
export function isJoin(element: ElementModel, step: Step): boolean {
  return element.incoming.length > 1 && step.flow !== null;
}

/** Gives a token to the waiting join of its scope, or opens one (docs/spec/gateways.md#join-state). */
export function arriveAtJoin(run: Run, element: ElementModel, step: Step): EntryState {
  run.ownSignals.pathsMeet();
  const waiting = openScope(run.state, step.scope).joins.get(element.id);
  if (waiting === undefined) return run.activate(element, step, { isJoin: true });
  const { flow, variableScope } = step;
  run.emit({ type: 'TokenArrived', entry: waiting, element: element.id, flow: flow as string, variableScope });
  return entryIn(run.state, waiting);
}

/**
 * Fires a join: consumes the oldest token of every flow that has one, merges their variables, goes on, and gives what is left over to the next pass.
 */
export function fireJoin(run: Run, element: ElementModel, join: EntryState): void {
  const { scope } = join;
  const consumed: VariableScopeOrdinal[] = [];
  const leftOver: Step[] = [];
  for (const [flow, tokens] of join.held ?? []) {
    tokens.forEach((variableScope, position) => {
      if (position === 0) consumed.push(variableScope);
      else leftOver.push({ element: element.id, flow, scope, variableScope });
    });
  }
  const joined = joinVariableScopes(run, consumed);
  // As queued steps they keep their variable scopes alive while the join leaves, and are dropped with the scope when it fails.
  for (const step of leftOver) run.agenda.add(step);
  leave(run, element, join, { variableScope: joined });
  if (run.pending.has('findCatcher')) return;
  for (const step of leftOver) {
    run.agenda.remove(step);
    arriveAtJoin(run, element, step);
  }
}
