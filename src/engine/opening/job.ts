import type { EngineCommandOf } from '../commands.ts';
import { givenFailure } from '../failures.ts';
import { elementOf } from '../model.ts';
import { extOutputsOf } from '../model-shape.ts';
import { leave } from '../policies/leave.ts';
import { storeResult } from '../policies/result.ts';
import type { Run } from '../run.ts';

/**
 * A plugin's result: only mapped targets become variables. The ext outputs and Camunda's output parameters read it, and nothing
 * else of it is kept. A late one is ignored (docs/spec/mappings.md#what-a-mapping-does).
 */
export function completeJob(run: Run, command: EngineCommandOf<'CompleteJob'>): undefined {
  const entry = run.state.entries.get(command.entry);
  if (entry === undefined) return undefined;
  const element = elementOf(run.model, entry.element);
  const outputs = extOutputsOf(element);
  const failure = outputs.length > 0 ? storeResult(run, entry, command.result, outputs) : undefined;
  if (failure === undefined) leave(run, element, entry, { result: command.result });
  else run.fail(entry, entry.variableScope, failure);
  return undefined;
}

export function failJob(run: Run, command: EngineCommandOf<'FailJob'>): undefined {
  const entry = run.state.entries.get(command.entry);
  if (entry !== undefined) run.fail(entry, entry.variableScope, givenFailure('givenByPlugin', command));
  return undefined;
}
