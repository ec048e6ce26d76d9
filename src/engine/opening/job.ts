import type { EngineCommandOf } from '../commands.ts';
import { givenFailure } from '../failures.ts';
import { type ElementModel, elementOf } from '../model.ts';
import { extOutputsOf, workOf } from '../model-shape.ts';
import { leave } from '../policies/leave.ts';
import { storeResult } from '../policies/result.ts';
import type { Run } from '../run.ts';

/**
 * A plugin's result: only mapped targets become variables, unless the job shares the variables around it. The ext outputs and Camunda's output parameters
 * read it, and nothing else of it is kept. A late one is ignored (docs/spec/mappings.md#what-a-mapping-does).
 */
export function completeJob(run: Run, command: EngineCommandOf<'CompleteJob'>): undefined {
  const entry = run.state.entries.get(command.entry);
  if (entry === undefined) return undefined;
  const element = elementOf(run.model, entry.element);
  const outputs = extOutputsOf(element);
  const failure = outputs.length > 0 || storesResult(element) ? storeResult(run, entry, command.result, outputs) : undefined;
  if (failure === undefined) leave(run, element, entry, { result: command.result });
  else run.fail(entry, entry.variableScope, failure);
  return undefined;
}

/** Of a job that shares variables the whole result is stored, unless a mapping of any dialect says what is. */
function storesResult(element: ElementModel): boolean {
  const work = workOf(element);
  const isMapped = (element.mappings?.camundaOutputs ?? []).length > 0;
  return work?.kind === 'typed' && work.sharesVariables === true && !isMapped;
}

export function failJob(run: Run, command: EngineCommandOf<'FailJob'>): undefined {
  const entry = run.state.entries.get(command.entry);
  if (entry !== undefined) run.fail(entry, entry.variableScope, givenFailure('givenByPlugin', command));
  return undefined;
}
