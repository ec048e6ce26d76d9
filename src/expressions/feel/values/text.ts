import { isContext, isNil, kindOf } from './kinds.ts';
import { type FeelNumber, numberText } from './numbers.ts';
import type { FeelRange } from './range.ts';
import { VisitBudget } from './visit-budget.ts';

/** Text of a value, as from the function `string` (DMN 1.3, 10.3.4.1). */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : inner(value, new VisitBudget());
}

/** Text inside lists and contexts: strings have quotes. */
function inner(value: unknown, budget: VisitBudget): string {
  budget.spend();
  if (isNil(value)) return 'null';
  if (typeof value === 'string') return counted(quoted(value), budget);
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.map((item) => inner(item, budget)).join(', ')}]`;
  if (isContext(value)) return contextText(Object.entries(value), budget);
  const kind = kindOf(value);
  if (kind === 'number') return counted(numberText(value as FeelNumber), budget);
  if (kind === 'range') return rangeText(value as FeelRange, budget);
  return counted(kind === 'function' ? 'function' : String(value), budget);
}

/** Counts the text with its separators. */
function counted(part: string, budget: VisitBudget): string {
  budget.text(part.length + 2);
  return part;
}

function contextText(entries: readonly (readonly [string, unknown])[], budget: VisitBudget): string {
  return `{${entries.map(([name, value]) => `${counted(nameText(name), budget)}: ${inner(value, budget)}`).join(', ')}}`;
}

function nameText(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_ ]*$/u.test(name) ? name : quoted(name);
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, (sign) => `\\${sign}`)}"`;
}

function rangeText({ start, end, isStartIncluded, isEndIncluded }: FeelRange, budget: VisitBudget): string {
  const [low, high] = [endText(start, budget), endText(end, budget)];
  return `${isStartIncluded ? '[' : '('}${low} .. ${high}${isEndIncluded ? ']' : ')'}`;
}

function endText(value: unknown, budget: VisitBudget): string {
  const kind = kindOf(value);
  return ['null', 'string', 'number', 'boolean'].includes(kind) ? inner(value, budget) : `@"${String(value)}"`;
}
