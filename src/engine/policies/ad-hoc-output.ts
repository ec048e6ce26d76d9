import { type Failure, textFailed } from '../failures.ts';
import { type AdHocSubProcessModel, elementOf } from '../model.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../running/run.ts';
import { type ActivityInstance, openScope } from '../state.ts';
import { scopeIn } from '../values/variable-scopes.ts';
import type { Json } from '../values.ts';
import { evaluateText } from './evaluate-text.ts';
import { checkWriteSize, writeOwn } from './variable-scope.ts';

/** Appends the value of an ended path to the list (docs/contributing/spec/elements.md#ad-hoc-output). */
export function collectAdHocOutput(run: Run, entry: ActivityInstance, variableScope: VariableScopeOrdinal): Failure | undefined {
  const scope = openScope(run.state, entry.scope);
  const host = scope.host === null ? undefined : run.state.entries.get(scope.host);
  if (host === undefined || host.adHoc === null) return undefined;
  const { output } = elementOf(run.model, host.element) as AdHocSubProcessModel;
  if (output === undefined) return undefined;
  const result = output.element === undefined ? undefined : evaluateText(run, output.element, entry.element, variableScope);
  if (result?.ok === false) return textFailed(result);
  const list = scopeIn(run.state.variables, scope.variableScope).values[output.collection];
  const values = { [output.collection]: [...(Array.isArray(list) ? (list as readonly Json[]) : []), result?.value ?? null] };
  const tooLarge = checkWriteSize(run, scope.variableScope, values);
  if (tooLarge === undefined) writeOwn(run, scope.variableScope, values);
  return tooLarge;
}
