import { callsTooDeep, type Failure } from '../failures.ts';
import type { CallActivityModel, ExpressionModel, MappingSource } from '../model.ts';
import { callerOf, continuedBy } from '../policies/caller.ts';
import { evaluateMappings } from '../policies/mapping.ts';
import { nameOf } from '../policies/subscriptions.ts';
import type { Behaviour } from '../running/behaviour.ts';
import type { Run } from '../running/run.ts';
import type { ActivityInstance } from '../state.ts';
import { readAllVariables, readOwnVariables } from '../values/variable-scopes.ts';
import { copyVariables, type Variables } from '../values.ts';

/** Waits for the end of the called instance (docs/contributing/spec/calls.md#call-activity). */
export const callActivity: Behaviour<'callActivity'> = {
  type: 'callActivity',
  onActivated: (run, element, entry) => {
    const key = nameOf(run, element.calledElement, element.id, entry.variableScope);
    if (typeof key !== 'string') return key;
    const depth = (run.state.caller?.depth ?? 0) + 1;
    const { maxCallDepth } = run.context.limits;
    if (depth > maxCallDepth) return callsTooDeep(maxCallDepth);
    const binding = bindingOf(run, element, entry);
    if ('code' in binding) return binding;
    const variables = variablesIn(run, element, entry);
    if ('failure' in variables) return variables.failure;
    run.emit({
      type: 'ChildStartRequested',
      entry: entry.ordinal,
      element: element.id,
      key,
      ...binding,
      variables: variables.values,
      caller: callerOf(run, entry, depth),
      ...continuedBy(run, entry),
    });
    return 'wait';
  },
  isCompensable: true,
};

function bindingOf(run: Run, { binding, id }: CallActivityModel, entry: ActivityInstance) {
  if (!('value' in binding)) return { binding: binding.kind, bindingValue: null };
  const value = nameOf(run, binding.value, id, entry.variableScope);
  return typeof value === 'string' ? { binding: binding.kind, bindingValue: value } : (value satisfies Failure);
}

/** A mapping of a plain name is skipped if the variable does not exist. */
function isPlainName(source: MappingSource): source is ExpressionModel {
  return source.kind === 'expression' && source.dialect === 'lenient' && /^[A-Za-z_$][\w$]*$/.test(source.source);
}

/**
 * Targets of the first `inputsBeforeAll` mappings, then all readable or local variables if passed, then the other targets; later values win
 * (docs/contributing/spec/calls.md#variables-into-a-call).
 */
function variablesIn(
  run: Run,
  { call, id }: CallActivityModel,
  entry: ActivityInstance,
): { values: Variables } | { failure: Failure } {
  const own = readOwnVariables(run.state.variables, entry.variableScope);
  const locals = call.passesLocalsIn === true ? own : {};
  const all = call.passesAllIn ? readAllVariables(run.state.variables, entry.variableScope) : locals;
  const { get } = run.texts.readerOf(entry.variableScope);
  const inputs = call.inputs.filter(
    ({ source, earlier }) => earlier !== undefined || !isPlainName(source) || get(source.source) !== undefined,
  );
  const place = { element: id, variableScope: entry.variableScope, skipsMissing: true, own } as const;
  const { inputsBeforeAll: first = 0 } = call;
  const before = evaluateMappings(run, inputs.slice(0, first), place);
  if ('failure' in before) return before;
  const mapped = evaluateMappings(run, inputs.slice(first), place);
  return 'failure' in mapped ? mapped : { values: copyVariables({ ...before.values, ...all, ...mapped.values }) };
}
