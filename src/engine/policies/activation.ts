import type { Failure } from '../behaviour.ts';
import type { ElementModel } from '../model.ts';
import type { ActivationExtra, Run, Step } from '../run.ts';
import type { EntryState } from '../state.ts';
import { evaluateMappings } from './mapping.ts';

/**
 * Creates the entry of an element with its mapped inputs in a local variable scope (bpmn.md 2.2, lines 3 and 4).
 * Where a mapping fails the entry exists without them and has to fail.
 */
export function activateWithInputs(
  run: Run,
  element: ElementModel,
  at: Omit<Step, 'element'>,
  extra: ActivationExtra = {},
): { entry: EntryState; failure?: Failure } {
  const inputs = element.mappings?.inputs ?? [];
  if (inputs.length === 0) return { entry: run.activate(element, at, extra) };
  const mapped = evaluateMappings(run, inputs, { element: element.id, variableScope: at.variableScope });
  if ('failure' in mapped) return { entry: run.activate(element, at, extra), failure: mapped.failure };
  const variableScope = run.nextOrdinal();
  run.emit({ type: 'VariableScopeOpened', variableScope, kind: 'local', parent: at.variableScope, locals: mapped.values });
  return { entry: run.activate(element, { ...at, variableScope }, extra) };
}
