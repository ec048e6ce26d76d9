import type { Failure } from '../failures.ts';
import { isScopeOfEngines } from '../model/model-shape.ts';
import type { ElementModel, ListenerModel } from '../model.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import type { Step } from '../running/agenda.ts';
import type { ActivationExtra, Run } from '../running/run.ts';
import type { ActivityInstance } from '../state.ts';
import type { Variables } from '../values.ts';
import { runScriptsAround } from './listeners.ts';
import { evaluateMappings } from './mapping.ts';
import { checkOpeningSize } from './variable-scope.ts';

/**
 * Maps the inputs into a local variable scope. If an entry script or a mapping fails, or the inputs are too large, the activity instance has to fail
 * (docs/contributing/spec/execution.md#map-inputs).
 * @param overlay loop counters, for the mappings
 */
export function activateWithInputs(
  run: Run,
  element: ElementModel,
  at: Omit<Step, 'element'>,
  extra: ActivationExtra = {},
  overlay?: Variables,
): { entry: ActivityInstance; failure?: Failure } {
  const inputs = openInputs(run, element, at.variableScope, overlay);
  if (typeof inputs === 'object') return { entry: run.activate(element, at, extra), failure: inputs };
  return { entry: run.activate(element, { ...at, variableScope: inputs }, extra) };
}

/**
 * Runs entry scripts first: mappings can read their variables.
 * @returns the local scope, or the enclosing one if nothing is mapped and no listener needs local variables
 */
export function openInputs(
  run: Run,
  element: ElementModel,
  around: VariableScopeOrdinal,
  overlay?: Variables,
): VariableScopeOrdinal | Failure {
  const failed = runScriptsAround(run, element, 'entry', around);
  if (failed !== undefined) return failed;
  const inputs = element.mappings?.inputs ?? [];
  const isLocal = storesLocally(run, element);
  if (inputs.length === 0 && !isLocal) return around;
  const place = { element: element.id, variableScope: around, ...(overlay === undefined ? {} : { overlay }) };
  const mapped = evaluateMappings(run, inputs, place);
  if ('failure' in mapped) return mapped.failure;
  if (!isLocal && Object.keys(mapped.values).length === 0 && inputs.every(({ optional }) => optional === true)) return around;
  const tooLarge = checkOpeningSize(run, mapped.values);
  if (tooLarge !== undefined) return tooLarge;
  const variableScope = run.ordinals.nextVariableScope();
  run.emit({ type: 'VariableScopeOpened', variableScope, kind: 'local', parent: around, locals: mapped.values });
  return variableScope;
}

/**
 * True for start listeners that are jobs of Camunda 8, or texts of another engine on what is a scope there; and end listeners of a body of Camunda 7,
 * which run with its local variables.
 */
function storesLocally({ model }: Run, element: ElementModel): boolean {
  const isScope = model.followsPlatform === true && isScopeOfEngines(model, element);
  const readsBody = isScope && model.platform === 'Camunda 7' && model.containers.has(element.id);
  const uses = ({ on, does }: ListenerModel) => {
    if (on === 'end' && readsBody) return true;
    if (does.kind === 'job') return on === 'start' && does.stores === 'locally';
    return isScope && (on === 'start' || on === 'end') && does.source.includes('VariableLocal');
  };
  return element.listeners?.some(uses) ?? false;
}
