import type { Failure } from '../behaviour.ts';
import type { Ordinal } from '../events.ts';
import type { Run } from '../run.ts';
import type { Json, Variables } from '../values.ts';
import { scopeIn } from '../variable-scopes.ts';

/**
 * Failure when a write, or all variables with it, would be larger than an instance may hold (bpmn.md 2.4, limits).
 * The sum is kept in the run and counted anew only when it seems to pass the limit: merges make it smaller, never larger.
 */
export function checkWriteSize(run: Run, variableScope: Ordinal, values: Variables): Failure | undefined {
  const { maxWriteSize, maxVariablesSize } = run.context.limits;
  const size = sizeOf(values);
  if (size > maxWriteSize)
    return { code: '500', message: `the variables written are larger than ${maxWriteSize} characters of JSON` };
  const replaced = scopeIn(run.state.variables, variableScope).values;
  let growth = 0;
  for (const [name, value] of Object.entries(values))
    growth += sizeOf(value) - (name in replaced ? sizeOf(replaced[name] as Json) : -name.length - 4);
  run.variablesSize ??= totalSize(run);
  if (run.variablesSize + growth > maxVariablesSize) run.variablesSize = totalSize(run);
  run.variablesSize += growth;
  if (run.variablesSize <= maxVariablesSize) return undefined;
  run.variablesSize -= growth;
  return { code: '500', message: `the variables of the instance are larger than ${maxVariablesSize} characters of JSON` };
}

function totalSize(run: Run): number {
  let total = 0;
  for (const scope of run.state.variables.values()) total += sizeOf(scope.values);
  return total;
}

/** Characters of the JSON text of a value, give or take escapes; iterative, no text is made. */
export function sizeOf(value: Json): number {
  let size = 0;
  const pending: Json[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') size += next.length + 2;
    else if (typeof next === 'number') size += 8;
    else if (typeof next !== 'object' || next === null) size += 5;
    else if (Array.isArray(next)) {
      size += 2 + next.length;
      for (const item of next as readonly Json[]) pending.push(item);
    } else {
      size += 2;
      for (const [name, member] of Object.entries(next)) {
        size += name.length + 4;
        pending.push(member);
      }
    }
  }
  return size;
}
