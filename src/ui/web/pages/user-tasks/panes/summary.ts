import { itemText } from '../../../../../engine/state/item-text.ts';
import type { Json } from '../../../../../engine/values.ts';

/** Variables that matter to a task, by its model. */
export interface VariablesOfModel {
  /** selected by the author; undefined: no selection */
  readonly shown: readonly string[] | undefined;
  /** in the conditions of flows after the task */
  readonly compared: readonly string[];
  /** whether conditions or inputs of decisions of the process, a form, or the name or documentation of the task contain the variable */
  readonly isUsed: (variable: string) => boolean;
}

export type TaskVariables = readonly (readonly [name: string, value: unknown])[];

/** Names for programs: addresses, keys, texts in a format. */
const TECHNICAL_NAME = /^_|(?:url|uri|token|secret|password|uuid|guid|hash|json|xml|headers?|payload)$/i;
const TECHNICAL_VALUE = /^(?:[a-z][a-z0-9+.-]*:\/\/\S*|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\s*<\?xml[\s\S]*)$/i;
/** Names of a due or follow-up date. */
const PLAN_NAME = /^due|due(?:date|at|on|by)?$|deadline|follow_?up|frist|f(?:ä|ae)llig|wiedervorlage/i;

/**
 * Variables chosen by the author, in order; else those that neither look technical nor are in the form: first those that the conditions after the task
 * compare, then others that the model uses, then objects with a name, then short values. `fields`: names of the form.
 */
export function summaryOf(
  variables: TaskVariables,
  { shown, compared, isUsed }: VariablesOfModel,
  fields: ReadonlySet<string>,
): TaskVariables {
  if (shown !== undefined) {
    const known = new Map(variables);
    return shown.filter((name) => known.has(name)).map((name) => [name, known.get(name)] as const);
  }
  const rankOf = ([name, value]: TaskVariables[number]): number => {
    if (compared.includes(name)) return 0;
    if (isUsed(name)) return 1;
    if (isNamed(value)) return 2;
    return placesOf(lineOf(value) ?? value) <= 2 ? 3 : 4;
  };
  return variables
    .filter(([name, value]) => !fields.has(name) && !isTechnical(name, value))
    .map((one) => ({ one, rank: rankOf(one) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}

/** Without variables that repeat a date of the task, by their name and the same time. */
export function withoutPlan(
  summary: TaskVariables,
  { dueDate, followUpDate }: { readonly dueDate?: string | undefined; readonly followUpDate?: string | undefined },
): TaskVariables {
  const shown = [dueDate, followUpDate].flatMap((date) => (date === undefined ? [] : [Date.parse(date)]));
  return summary.filter(
    ([name, value]) => !(typeof value === 'string' && PLAN_NAME.test(name) && shown.includes(Date.parse(value))),
  );
}

/** Places on the first screen of a phone: four rows of two columns. */
const PLACES = 8;
/** Characters in one place, and in both of a row. */
const IN_ONE_PLACE = 22;
const IN_A_ROW = 40;

/**
 * Values in one line for a phone, in order, as many as there are places; and the others, with the whole of objects and lists, which have one line only.
 */
export function partedForPhone(summary: TaskVariables): { readonly near: TaskVariables; readonly folded: TaskVariables } {
  const [near, folded]: [TaskVariables[number][], TaskVariables[number][]] = [[], []];
  let used = 0;
  for (const one of summary) {
    const line = lineOf(one[1]);
    const places = placesOf(line ?? one[1]);
    const isNear = used + places <= PLACES;
    if (isNear) used += places;
    if (isNear) near.push(one);
    if (!isNear || line !== undefined) folded.push(one);
  }
  return { near, folded };
}

/** Name of an object; names and values of a list, cut to one row. Undefined: neither, or without names. */
export function lineOf(value: unknown): string | undefined {
  if (!Array.isArray(value)) return isNamed(value) ? itemText(value as Json) : undefined;
  const names = value.map((item) => (typeof item !== 'object' || isNamed(item) ? itemText(item as Json) : undefined));
  if (names.length === 0 || names.includes(undefined)) return undefined;
  const whole = names.join(', ');
  if (whole.length <= IN_A_ROW) return whole;
  const end = `, … (${names.length})`;
  const fits = names.filter((_, at) => names.slice(0, at + 1).join(', ').length + end.length <= IN_A_ROW);
  return fits.length === 0 ? undefined : `${fits.join(', ')}${end}`;
}

/** Whether the value needs both columns. */
export function isWide(value: unknown): boolean {
  return placesOf(value) > 1;
}

function placesOf(value: unknown): number {
  if (typeof value === 'object' && value !== null) return Number.POSITIVE_INFINITY;
  const { length } = String(value ?? '');
  if (length > IN_A_ROW) return Number.POSITIVE_INFINITY;
  return length > IN_ONE_PLACE ? 2 : 1;
}

/** An object with a text that names it, such as a customer. */
function isNamed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const own = new Map<string, unknown>(Object.entries(value));
  return ['name', 'title', 'label'].some((member) => String(own.get(member) ?? '').trim() !== '');
}

function isTechnical(name: string, value: unknown): boolean {
  return TECHNICAL_NAME.test(name) || (typeof value === 'string' && TECHNICAL_VALUE.test(value));
}
