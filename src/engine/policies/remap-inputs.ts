import type { Failure } from '../failures.ts';
import { loopCounters } from '../loop-counters.ts';
import { elementOf } from '../model.ts';
import type { EntryOrdinal } from '../ordinals.ts';
import type { Run } from '../run.ts';
import { type EntryState, entryIn, openScope } from '../state.ts';
import { evaluateMappings } from './mapping.ts';
import { writeLocally } from './variable-scope.ts';
import { checkWriteSize } from './variable-size.ts';

/** Maps the inputs of an active activity instance again from current variables. */
export function remapInputs(run: Run, entry: EntryState): Failure | undefined {
  const { element: id, variableScope } = entry;
  const scope = run.state.variables.get(variableScope);
  if (scope?.kind !== 'local' || scope.parent === null) return undefined;
  const inputs = elementOf(run.model, id).mappings?.inputs ?? [];
  const overlay = countersOf(run, entry);
  const place = { element: id, variableScope: scope.parent, ...(overlay === undefined ? {} : { overlay }) };
  const mapped = evaluateMappings(run, inputs, place);
  if ('failure' in mapped) return mapped.failure;
  const tooLarge = checkWriteSize(run, variableScope, mapped.values);
  if (tooLarge === undefined) writeLocally(run, variableScope, mapped.values);
  return tooLarge;
}

export function countersOf(run: Run, { index, scope }: EntryState) {
  if (index === null) return undefined;
  return loopCounters(entryIn(run.state, openScope(run.state, scope).host as EntryOrdinal).loop);
}
