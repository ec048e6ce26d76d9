import { type Failure, instanceTooLarge, writeTooLarge } from '../failures.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../run.ts';
import { sizeOfVariable } from '../value-size.ts';
import type { Json, Variables } from '../values.ts';
import { sizeOfVariables } from '../variable-growth.ts';
import { holderOf, scopeIn } from '../variable-scopes.ts';
import { scopeOfWrite } from './variable-scope.ts';

/** Fails if a new scope with these values exceeds the limit of a write or an instance (docs/contributing/spec/variables.md#variable-limits). */
export function checkOpeningSize(run: Run, values: Variables): Failure | undefined {
  const { maxWriteSize, maxVariablesSize } = run.context.limits;
  const size = sizeOfVariables(values);
  if (size > maxWriteSize) return writeTooLarge(maxWriteSize);
  return run.state.variablesSize + size > maxVariablesSize ? instanceTooLarge(maxVariablesSize) : undefined;
}

/** Fails if these values exceed the limit of a write, or of an instance. */
export function checkWriteSize(run: Run, variableScope: VariableScopeOrdinal, values: Variables): Failure | undefined {
  return checkSize(run, values, (name) => scopeOfWrite(run, variableScope, name));
}

/** The same for `execution.setVariable`. */
export function checkSetSize(run: Run, from: VariableScopeOrdinal, values: Variables): Failure | undefined {
  return checkSize(run, values, (name) => holderOf(run.state.variables, from, name));
}

/** @param scopeOf target scope of a name */
function checkSize(run: Run, values: Variables, scopeOf: (name: string) => VariableScopeOrdinal): Failure | undefined {
  const { maxWriteSize, maxVariablesSize } = run.context.limits;
  const size = sizeOfVariables(values);
  run.written += size;
  if (size > maxWriteSize) return writeTooLarge(maxWriteSize);
  if (run.state.variablesSize + size <= maxVariablesSize) return undefined;
  let growth = size;
  for (const name of Object.keys(values)) {
    const replaced = scopeIn(run.state.variables, scopeOf(name)).values;
    if (name in replaced) growth -= sizeOfVariable(name, replaced[name] as Json);
  }
  if (run.state.variablesSize + growth <= maxVariablesSize) return undefined;
  return instanceTooLarge(maxVariablesSize);
}
