import type { EngineCommandOf, Rejection } from '../commands.ts';
import type { Ordinal, VariableScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../running/run.ts';
import { type InstanceState, isTerminal, openScope } from '../state.ts';
import { isSuspended } from '../state/suspension.ts';
import { sizeOfVariable } from '../values/value-size.ts';
import type { Json } from '../values.ts';
import { sizeOfVariables } from '../values/variable-growth.ts';
import { scopeIn } from '../values/variable-scopes.ts';

/** Sets and removes variables of one scope. Conditional subscriptions are evaluated in `settle`, as after any write (docs/contributing/spec/variables.md#edited-variables). */
export function editVariables(run: Run, command: EngineCommandOf<'EditVariables'>): Rejection | undefined {
  if (isTerminal(run.state)) return { code: 'INSTANCE_ENDED' };
  const variableScope = scopeToEdit(run.state, command.scope);
  if (variableScope === undefined) return { code: 'SCOPE_NOT_ACTIVE' };
  const tooLarge = checkEditSize(run, variableScope, command);
  if (tooLarge !== undefined) return tooLarge;
  const { values: before } = scopeIn(run.state.variables, variableScope);
  const removed = [...new Set(command.removed)].filter((name) => Object.hasOwn(before, name));
  if (removed.length === 0 && Object.keys(command.values).length === 0) return undefined;
  run.emit({ type: 'VariablesEdited', variableScope, values: command.values, removed });
  run.takesNoSteps = isSuspended(run.state);
  return undefined;
}

/** Returns the variable scope of the body if there is one, else that of the activity instance. */
function scopeToEdit(state: InstanceState, named: Ordinal | null): VariableScopeOrdinal | undefined {
  if (named === null) return state.rootVariables;
  if (state.variables.has(named)) return named;
  const entry = state.entries.get(named);
  if (entry === undefined) return undefined;
  const [body] = state.bodies.get(named) ?? [];
  return body === undefined ? entry.variableScope : openScope(state, body).variableScope;
}

function checkEditSize(
  run: Run,
  variableScope: VariableScopeOrdinal,
  { values, removed }: EngineCommandOf<'EditVariables'>,
): Rejection | undefined {
  const { maxWriteSize, maxVariablesSize } = run.context.limits;
  const size = sizeOfVariables(values);
  if (size > maxWriteSize) return { code: 'VARIABLES_TOO_LARGE', limit: maxWriteSize, of: 'write' };
  const before = scopeIn(run.state.variables, variableScope).values;
  const replaced = new Set([...Object.keys(values), ...removed].filter((name) => Object.hasOwn(before, name)));
  let growth = size;
  for (const name of replaced) growth -= sizeOfVariable(name, before[name] as Json);
  // Changes that make an instance smaller are always allowed.
  if (growth <= 0 || run.state.variablesSize + growth <= maxVariablesSize) {
    run.written += size;
    return undefined;
  }
  return { code: 'VARIABLES_TOO_LARGE', limit: maxVariablesSize, of: 'instance' };
}
