import type { UserTaskCreated } from '../events.ts';
import { type Failure, textFailed, wrongResult } from '../failures.ts';
import {
  type ExpressionModel,
  elementOf,
  type ListenerEvent,
  type TaskPlan,
  type TaskPlanModel,
  type UserTaskModel,
} from '../model.ts';
import type { Outcome } from '../running/behaviour.ts';
import type { Run } from '../running/run.ts';
import { iterationItemOf } from '../state/iteration-item.ts';
import type { ActivityInstance, UserTaskState } from '../state.ts';
import type { Json } from '../values.ts';
import { evaluateText, storeResults } from './evaluate-text.ts';
import { runListeners } from './listeners.ts';

/** Limits: years 1 to 9999, which all databases and clients support. */
const FIRST_MOMENT = -62_135_596_800_000;
const LAST_MOMENT = 253_402_300_799_999;

/** Limit of 32-bit integers, as in all engines. */
const MAX_PRIORITY = 2 ** 31 - 1;

/** Rules: docs/contributing/spec/elements.md#task-plan */
function evaluatePlan(run: Run, { plan }: { plan?: TaskPlanModel }, entry: ActivityInstance): TaskPlan | Failure | undefined {
  if (plan === undefined) return undefined;
  const found: { -readonly [Member in keyof TaskPlan]: TaskPlan[Member] } = {};
  const read = <Value>(
    text: ExpressionModel | undefined,
    as: (text: ExpressionModel, value: Json) => Value | Failure | undefined,
    keep: (value: Value) => void,
  ): Failure | undefined => {
    if (text === undefined) return undefined;
    const result = evaluateText(run, text, entry.element, entry.variableScope);
    if (!result.ok) return textFailed(result);
    if (isBlank(result.value)) return undefined;
    const value = as(text, result.value);
    if (isFailure(value)) return value;
    if (value !== undefined) keep(value);
    return undefined;
  };
  const time = (text: ExpressionModel, value: Json) => momentOf(run, text, value);
  const failure =
    read(plan.due, time, (at) => (found.dueAt = at)) ??
    read(plan.followUp, time, (at) => (found.followUpAt = at)) ??
    read(plan.priority, priorityOf, (priority) => (found.priority = priority)) ??
    read(plan.category, categoryOf, (category) => (found.category = category));
  if (failure !== undefined) return failure;
  return Object.keys(found).length === 0 ? undefined : found;
}

/** True for null and a text without visible characters. */
export function isBlank(value: Json): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && 'code' in value;
}

/** Reads a date, or a duration from now. The past is valid: overdue. */
function momentOf(
  { context: { timers, now }, model: { timerRules } }: Run,
  text: ExpressionModel,
  value: Json,
): number | Failure {
  const isDuration = typeof value === 'string' && /^\s*[+-]?P/.test(value);
  const reading = isDuration
    ? timers.read('timeDuration', value, now, timerRules)
    : timers.read('timeDate', value, FIRST_MOMENT, timerRules);
  if (!reading.ok) return wrongResult(text, 'an ISO 8601 date or duration', value);
  const { dueAt } = reading.schedule;
  return dueAt > LAST_MOMENT ? wrongResult(text, 'a date before the year 10000', value) : dueAt;
}

/** Reads also the priority of a job. */
export function priorityOf(text: ExpressionModel, value: Json): number | Failure {
  const priority = typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : value;
  if (typeof priority === 'number' && Number.isInteger(priority) && Math.abs(priority) <= MAX_PRIORITY) return priority + 0;
  return wrongResult(text, 'a whole number of 32 bits', value);
}

function categoryOf(text: ExpressionModel, value: Json): string | Failure {
  return typeof value === 'object' ? wrongResult(text, 'a text', value) : String(value).trim();
}

/**
 * Returns `wait` or a failure of an expression or listener. A listener job for creation runs before the task is visible
 * (docs/contributing/spec/elements.md#listener-jobs).
 */
export function createUserTask(run: Run, element: UserTaskModel, entry: ActivityInstance): Outcome {
  const listenerResult = awaitsCreation(element) ? runListeners(run, element, 'create', placeOf(entry)) : undefined;
  return listenerResult ?? registerUserTask(run, element, entry);
}

function awaitsCreation({ listeners }: UserTaskModel): boolean {
  return listeners?.some(({ on, does }) => on === 'create' && does.kind === 'job') ?? false;
}

/** Opens the task, then runs the listeners of creation, unless they include a job and so ran before, and of assignment. */
export function registerUserTask(run: Run, element: UserTaskModel, entry: ActivityInstance): Outcome {
  const task = describeUserTask(run, element, entry);
  if ('message' in task) return task;
  run.emit(withItem(run, task, entry));
  const tooLarge = storeTaskId(run, element, entry);
  if (tooLarge !== undefined) return tooLarge;
  const created = awaitsCreation(element) ? undefined : runListeners(run, element, 'create', placeOf(entry));
  if (created !== undefined || task.assignee === null) return created ?? 'wait';
  return runListeners(run, element, 'assignment', placeOf(entry)) ?? 'wait';
}

/** Adds the iteration of a loop. A migration does not evaluate it again. */
export function withItem({ state, model }: Run, task: UserTaskCreated, entry: ActivityInstance): UserTaskCreated {
  const item = iterationItemOf(state, entry, model);
  return item === undefined ? task : { ...task, item };
}

/** Stores the id as in the API, if the file names a variable (docs/contributing/spec/elements.md#user-task). */
function storeTaskId(run: Run, { idVariable }: UserTaskModel, entry: ActivityInstance): Failure | undefined {
  if (idVariable === undefined) return undefined;
  const id = run.context.guid(run.state.instanceId, String(entry.ordinal));
  return storeResults(run, entry.variableScope, { sets: { [idVariable]: id } });
}

export function describeUserTask(run: Run, element: UserTaskModel, entry: ActivityInstance): UserTaskCreated | Failure {
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

/** Runs the listeners in order; stops at a job and at a failure, which fails the activity instance. */
export function runAssignmentListeners(run: Run, entry: ActivityInstance, events: readonly ListenerEvent[]): void {
  for (const on of events) {
    const listenerResult = runListeners(run, elementOf(run.model, entry.element), on, placeOf(entry));
    if (listenerResult === undefined) continue;
    if (listenerResult !== 'wait') run.fail(entry, entry.variableScope, listenerResult, { kind: 'wait' });
    return;
  }
}

function placeOf(entry: ActivityInstance) {
  return { entry, variableScope: entry.variableScope };
}

/**
 * A list gives one name per item, a text one; blanks and null are dropped. Other values fail.
 * @param splits texts are comma-separated lists
 */
function namesOf(
  run: Run,
  items: readonly ExpressionModel[],
  entry: ActivityInstance,
  splits: boolean,
): readonly string[] | Failure {
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

/** True for any user without assignee and candidates, else these only. Exact; ignores an earlier claim (docs/contributing/spec/http/user-tasks.md#claim). */
export function canClaim(task: UserTaskState, userId: string, userGroups: readonly string[]): boolean {
  const isOpenToAll = task.assignee === null && task.candidateUsers.length === 0 && task.candidateGroups.length === 0;
  return (
    isOpenToAll ||
    task.assignee === userId ||
    task.candidateUsers.includes(userId) ||
    userGroups.some((group) => task.candidateGroups.includes(group))
  );
}
