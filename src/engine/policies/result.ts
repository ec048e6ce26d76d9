import type { Failure } from '../failures.ts';
import { type ElementModel, elementOf, type Mapping } from '../model.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../running/run.ts';
import type { ActivityInstance } from '../state.ts';
import { scopeIn } from '../values/variable-scopes.ts';
import type { Json, Variables } from '../values.ts';
import { evaluateMappings } from './mapping.ts';
import { checkWriteSize, writeLocally, writeVariables } from './variable-scope.ts';

/**
 * Maps it by ext output mappings, if any. Fails if a mapping fails or the values are too large (docs/contributing/spec/execution.md#store-results).
 * @param outputs ext output mappings that apply
 */
export function storeResult(
  run: Run,
  entry: ActivityInstance,
  result: Variables,
  outputs: readonly Mapping[],
): Failure | undefined {
  const { element, variableScope } = entry;
  const given = withReceived(elementOf(run.model, element), result);
  if (outputs.length === 0) return write(run, variableScope, given);
  const into = writtenBy(run, entry);
  const mapped = evaluateMappings(run, outputs, { element, variableScope, overlay: given, into });
  if ('failure' in mapped) return mapped.failure;
  return writeResult(
    run,
    entry,
    mapped.values,
    outputs.some(({ earlier }) => earlier === 'merged'),
  );
}

/** Adds the variables that receive the data of an event (docs/contributing/spec/mappings.md#data-of-an-event). */
export function withReceived({ mappings }: ElementModel, payload: Variables): Variables {
  const received = mappings?.received ?? [];
  if (received.length === 0 || Object.keys(payload).length === 0) return payload;
  const targets = received.map(({ output, target }) => [target, dataIn(payload, output)] as const);
  return { ...payload, ...Object.fromEntries(targets) };
}

/** Variable `name`, else the only variable, else a map of all. */
export function dataIn(payload: Variables, name?: string): Json {
  if (name !== undefined && Object.hasOwn(payload, name)) return payload[name] as Json;
  const values = Object.values(payload);
  return values.length === 1 ? (values[0] as Json) : { ...payload };
}

/** Writes to the enclosing scope. In Camunda 8 an iteration has only one scope, so outputs also write names of its mapped inputs. Fails if too large. */
function writeResult(run: Run, entry: ActivityInstance, values: Variables, isOneScope: boolean): Failure | undefined {
  const scope = scopeIn(run.state.variables, entry.variableScope);
  const hidden = Object.entries(values).filter(([name]) => scope.kind === 'local' && Object.hasOwn(scope.values, name));
  if (entry.index === null || !isOneScope || hidden.length === 0) return write(run, enclosingScope(run, entry), values);
  const tooLarge = checkWriteSize(run, entry.variableScope, values);
  if (tooLarge !== undefined) return tooLarge;
  writeLocally(run, entry.variableScope, Object.fromEntries(hidden));
  const rest = Object.entries(values).filter(([name]) => !Object.hasOwn(scope.values, name));
  return write(run, enclosingScope(run, entry), Object.fromEntries(rest));
}

/**
 * Evaluates output parameters of Camunda after the result, into the enclosing scope (docs/contributing/spec/mappings.md#what-a-mapping-does). `result`:
 * of a plugin or external worker, not stored; hides variables.
 */
export function applyCamundaOutputs(
  run: Run,
  element: ElementModel,
  entry: ActivityInstance,
  { variableScope, result }: { readonly variableScope: VariableScopeOrdinal; readonly result: Variables | undefined },
): Failure | undefined {
  // those of a loop apply to its iterations
  const outputs = entry.loop === null ? (element.mappings?.parameterOutputs ?? []) : [];
  if (outputs.length === 0) return undefined;
  const overlay = result === undefined ? {} : { overlay: result };
  const mapped = evaluateMappings(run, outputs, { element: element.id, variableScope, ...overlay });
  return 'failure' in mapped ? mapped.failure : write(run, enclosingScope(run, entry), mapped.values);
}

/** Scope around the mapped inputs. Writes of an iteration stay in it (docs/contributing/spec/loops-and-compensation.md#iteration-variables). */
export function enclosingScope(run: Run, entry: ActivityInstance): VariableScopeOrdinal {
  return aroundInputs(run, entry.variableScope);
}

/** Scope whose variables dotted outputs change. In Camunda 8 an iteration and its mapped inputs share one. */
export function writtenBy(run: Run, entry: ActivityInstance): VariableScopeOrdinal {
  return entry.index === null ? enclosingScope(run, entry) : entry.variableScope;
}

/** The scope, or its parent if it has mapped inputs. */
export function aroundInputs(run: Run, variableScope: VariableScopeOrdinal): VariableScopeOrdinal {
  const { kind, parent } = scopeIn(run.state.variables, variableScope);
  return kind === 'local' && parent !== null ? parent : variableScope;
}

function write(run: Run, variableScope: VariableScopeOrdinal, values: Variables): Failure | undefined {
  const tooLarge = checkWriteSize(run, variableScope, values);
  if (tooLarge === undefined) writeVariables(run, variableScope, values);
  return tooLarge;
}
