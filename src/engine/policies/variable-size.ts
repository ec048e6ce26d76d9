import type { Failure } from '../behaviour.ts';
import type { Ordinal } from '../events.ts';
import type { Run } from '../run.ts';
import { sizeOfVariable } from '../value-size.ts';
import type { Json, Variables } from '../values.ts';
import { sizeOfVariables } from '../variable-growth.ts';
import { scopeIn } from '../variable-scopes.ts';

/** Failure when a write, or all variables with it, would be larger than an instance may hold (bpmn.md 2.4, limits). */
export function checkWriteSize(run: Run, variableScope: Ordinal, values: Variables): Failure | undefined {
  const { maxWriteSize, maxVariablesSize } = run.context.limits;
  const size = sizeOfVariables(values);
  if (size > maxWriteSize)
    return { code: '500', message: `the variables written are larger than ${maxWriteSize} characters of JSON` };
  if (run.state.variablesSize + size <= maxVariablesSize) return undefined;
  const replaced = scopeIn(run.state.variables, variableScope).values;
  let growth = size;
  for (const name of Object.keys(values)) if (name in replaced) growth -= sizeOfVariable(name, replaced[name] as Json);
  if (run.state.variablesSize + growth <= maxVariablesSize) return undefined;
  return { code: '500', message: `the variables of the instance are larger than ${maxVariablesSize} characters of JSON` };
}
