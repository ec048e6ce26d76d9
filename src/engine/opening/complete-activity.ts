import { behaviourOf } from '../behaviours/registry.ts';
import type { EngineCommandOf, Rejection } from '../commands.ts';
import { type ElementModel, elementOf, type Mapping } from '../model.ts';
import type { Run } from '../run.ts';
import { type EntryState, entryIn, isTerminal } from '../state.ts';
import { completeWith } from './complete-with.ts';

/**
 * The oldest entry of the activity, if it is one a caller may complete; of a loop the oldest waiting iteration
 * (docs/spec/loops-and-compensation.md#completing-an-iteration).
 */
export function completeActivity(
  run: Run,
  { activityId, variables }: EngineCommandOf<'CompleteActivity'>,
): Rejection | undefined {
  const oldest = oldestEntry(run, activityId);
  if (oldest === undefined || isTerminal(run.state)) return { code: 'NO_ACTIVE_ENTRY', activityId };
  if (oldest.elementType === 'userTask') return { code: 'ACTIVITY_IS_USER_TASK', activityId };
  if (!isCompletable(run, oldest)) return { code: 'ACTIVITY_NOT_COMPLETABLE', activityId };
  completeWith(run, oldest, variables, outputsForCaller);
  return undefined;
}

function oldestEntry(run: Run, element: string): EntryState | undefined {
  let wrapper: EntryState | undefined;
  for (const ordinal of run.state.byElement.get(element) ?? []) {
    const entry = entryIn(run.state, ordinal);
    if (entry.loop === null) return entry;
    wrapper = entry;
  }
  return wrapper;
}

/** A receive task with a message waits for nothing else; an event that throws is a task only in the form of a service task. */
function isCompletable(run: Run, entry: EntryState): boolean {
  const element = elementOf(run.model, entry.element);
  if (entry.loop !== null || entry.held !== null) return false;
  if (element.type === 'receiveTask') return element.message === undefined;
  if (element.type === 'endEvent' || element.type === 'intermediateThrowEvent') return element.work !== undefined;
  return behaviourOf(entry.elementType).completableByCaller === true;
}

/** Output mappings that read the plugin's answer do not apply when there is none (docs/spec/elements.md#service-task). */
function outputsForCaller(element: ElementModel): readonly Mapping[] {
  const outputs = element.mappings?.extOutputs ?? [];
  if (!('work' in element)) return outputs;
  return outputs.filter(({ source }) => !('text' in source) || !source.text.replace(/^=\s*/, '').startsWith('__response'));
}
