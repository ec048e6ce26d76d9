import type { Outcome } from '../behaviour.ts';
import type { UserTaskCreated } from '../events.ts';
import { type Failure, textFailed, wrongResult } from '../failures.ts';
import { type ExpressionModel, elementOf, type ListenerEvent, type UserTaskModel } from '../model.ts';
import type { Run } from '../run.ts';
import type { EntryState } from '../state.ts';
import { evaluateText } from './evaluate-text.ts';
import { runListeners } from './listeners.ts';
import { evaluatePlan } from './task-plan.ts';

/** Creates a user task. If it has a listener job for creation, the task is visible only after that job (docs/contributing/spec/elements.md#listener-jobs). */
export function createUserTask(run: Run, element: UserTaskModel, entry: EntryState): Outcome {
  const listenerResult = awaitsCreation(element) ? runListeners(run, element, 'create', placeOf(entry)) : undefined;
  return listenerResult ?? registerUserTask(run, element, entry);
}

function awaitsCreation({ listeners }: UserTaskModel): boolean {
  return listeners?.some(({ on, does }) => on === 'create' && does.kind === 'job') ?? false;
}

/** Evaluates assignment and due date and opens the task. */
export function registerUserTask(run: Run, element: UserTaskModel, entry: EntryState): Outcome {
  const task = describeUserTask(run, element, entry);
  if ('message' in task) return task;
  run.emit(task);
  const created = awaitsCreation(element) ? undefined : runListeners(run, element, 'create', placeOf(entry));
  if (created !== undefined || task.assignee === null) return created ?? 'wait';
  return runListeners(run, element, 'assignment', placeOf(entry)) ?? 'wait';
}

/** Evaluates assignment, form and due date of a task. */
export function describeUserTask(run: Run, element: UserTaskModel, entry: EntryState): UserTaskCreated | Failure {
  const { splits } = element;
  const assignee = namesOf(run, element.assignee === undefined ? [] : [element.assignee], entry, splits === 'all');
  if ('code' in assignee) return assignee;
  const users = namesOf(run, element.candidateUsers, entry, splits !== undefined);
  if ('code' in users) return users;
  const candidateGroups = namesOf(run, element.candidateGroups, entry, splits !== undefined);
  if ('code' in candidateGroups) return candidateGroups;
  const isOne = splits !== 'all' || assignee.length < 2;
  const candidateUsers = isOne ? users : [...assignee, ...users];
  const plan = evaluatePlan(run, element, entry);
  if (plan !== undefined && 'code' in plan) return plan;
  return {
    type: 'UserTaskCreated',
    entry: entry.ordinal,
    element: element.id,
    elementType: 'userTask',
    assignee: (isOne ? assignee[0] : undefined) ?? null,
    candidateUsers,
    candidateGroups,
    expectedOutputs: element.expectedOutputs,
    ...(element.form === undefined ? {} : { form: element.form }),
    ...(plan === undefined ? {} : { plan }),
  };
}

/** Runs listeners of an assignment, event by event; a listener job delays the remaining listeners of its event. */
export function runAssignmentListeners(run: Run, entry: EntryState, events: readonly ListenerEvent[]): void {
  for (const on of events) {
    const listenerResult = runListeners(run, elementOf(run.model, entry.element), on, placeOf(entry));
    if (listenerResult === undefined) continue;
    if (listenerResult !== 'wait') run.fail(entry, entry.variableScope, listenerResult, { kind: 'wait' });
    return;
  }
}

function placeOf(entry: EntryState) {
  return { entry, variableScope: entry.variableScope };
}

/** Evaluates names of an assignment: an item per list value, a text is one name; blanks and null are discarded. @param splits texts are comma-separated lists */
function namesOf(run: Run, items: readonly ExpressionModel[], entry: EntryState, splits: boolean): readonly string[] | Failure {
  const names: string[] = [];
  for (const item of items) {
    const result = evaluateText(run, item, entry.element, entry.variableScope);
    if (!result.ok) return textFailed(result);
    const values = Array.isArray(result.value) ? result.value : [result.value];
    for (const value of values) {
      if (value === null) continue;
      if (typeof value === 'object') return wrongResult(item, 'text or a list of texts', value);
      const texts = splits ? String(value).split(',') : [String(value)];
      names.push(...texts.map((text) => text.trim()).filter((name) => name !== ''));
    }
  }
  return names;
}
