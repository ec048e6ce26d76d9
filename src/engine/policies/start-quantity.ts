import type { ActivityElement } from '../model.ts';
import type { Run, Step } from '../run.ts';
import { type EntryState, entryIn, openScope } from '../state.ts';
import { joinVariableScopes } from './variable-scope.ts';

/**
 * An activity that needs several tokens to begin (bpmn.md 2.2, line 1): the first opens the entry, the others join it.
 * @returns the entry once all have come, in the scope they share (V7); undefined while it waits
 */
export function gather(run: Run, element: ActivityElement, step: Step, needed: number): EntryState | undefined {
  const waiting = openScope(run.state, step.scope).joins.get(element.id);
  if (waiting === undefined) {
    run.activate(element, { ...step, flow: step.flow ?? '' }, { isJoin: true });
    return undefined;
  }
  run.emit({
    type: 'TokenArrived',
    entry: waiting,
    element: element.id,
    flow: step.flow ?? '',
    variableScope: step.variableScope,
  });
  const entry = entryIn(run.state, waiting);
  const tokens = [...(entry.held?.values() ?? [])].flat();
  if (tokens.length < needed) return undefined;
  run.emit({ type: 'TokensGathered', entry: entry.ordinal, variableScope: joinVariableScopes(run, tokens) });
  return entry;
}
