import { type Failure, textFailed, wrongResult } from '../failures.ts';
import type { ExpressionModel, TaskPlan, TaskPlanModel } from '../model.ts';
import type { Run } from '../run.ts';
import type { EntryState } from '../state.ts';
import type { Json } from '../values.ts';
import { evaluateText } from './evaluate-text.ts';

/** Limits of the years 1 to 9999, which all databases and clients support. */
const FIRST_MOMENT = -62_135_596_800_000;
const LAST_MOMENT = 253_402_300_799_999;
/** Limit of 32-bit integers, which all engines use for priorities. */
const MAX_PRIORITY = 2 ** 31 - 1;

/** Evaluates due date, follow-up date, priority and category of a new user task (docs/contributing/spec/elements.md#task-plan). */
export function evaluatePlan(run: Run, { plan }: { plan?: TaskPlanModel }, entry: EntryState): TaskPlan | Failure | undefined {
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

function isBlank(value: Json): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && 'code' in value;
}

/** Parses a date, or a duration from now. A past date is valid: the task is overdue. */
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

function priorityOf(text: ExpressionModel, value: Json): number | Failure {
  const priority = typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : value;
  if (typeof priority === 'number' && Number.isInteger(priority) && Math.abs(priority) <= MAX_PRIORITY) return priority + 0;
  return wrongResult(text, 'a whole number of 32 bits', value);
}

function categoryOf(text: ExpressionModel, value: Json): string | Failure {
  return typeof value === 'object' ? wrongResult(text, 'a text', value) : String(value).trim();
}
