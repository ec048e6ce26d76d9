import type { EngineCommandOf } from '../commands.ts';
import { elementOf } from '../model.ts';
import { leave } from '../policies/leave.ts';
import type { Run } from '../run.ts';
import { completeWith } from './complete-with.ts';

/** A plugin's result: only mapped targets become variables (bpmn.md 11.2). A late one is ignored. */
export function completeJob(run: Run, command: EngineCommandOf<'CompleteJob'>): undefined {
  const entry = run.state.entries.get(command.entry);
  if (entry === undefined) return undefined;
  const element = elementOf(run.model, entry.element);
  if ((element.mappings?.extOutputs.length ?? 0) > 0) completeWith(run, entry, command.result);
  else leave(run, element, entry);
  return undefined;
}

export function failJob(run: Run, command: EngineCommandOf<'FailJob'>): undefined {
  const entry = run.state.entries.get(command.entry);
  if (entry !== undefined) run.fail(entry, entry.variableScope, command.code, command.message);
  return undefined;
}
