import { isForbiddenName, MAX_ELEMENTS } from '../limits.ts';
import { isContext, isNil, kindOf } from './kinds.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { NotAValue } from './not-a-value.ts';
import { type FeelNumber, isWhole, numberText, toDouble } from './numbers.ts';
import { FeelDateTime } from './temporal.ts';
import { VisitBudget } from './visit-budget.ts';
import { inexactReason } from './whole-numbers.ts';
import { offsetText } from './zones.ts';

export type FeelJson = null | boolean | number | string | readonly FeelJson[] | { readonly [name: string]: FeelJson };

/** Converts to JSON: temporal values become ISO text, contexts maps (docs/contributing/spec/expressions.md#feel). */
export function toJson(value: unknown, memory?: MemoryBudget): FeelJson {
  return written(value, new VisitBudget(memory));
}

/** Throws {@link NotAValue} if too long. */
export function jsonText(value: unknown): string {
  const json = toJson(value);
  countText(json, new VisitBudget());
  return JSON.stringify(json);
}

/** Approximate: escapes can make the text six times as long. */
function countText(value: FeelJson, budget: VisitBudget): void {
  if (typeof value === 'string') budget.text(value.length + 2);
  else if (Array.isArray(value)) {
    budget.text(value.length + 2);
    for (const item of value as readonly FeelJson[]) countText(item, budget);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      budget.text(name.length + 4);
      countText(item, budget);
    }
  } else budget.text(5);
}

function written(value: unknown, budget: VisitBudget): FeelJson {
  budget.spend();
  if (isNil(value)) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) {
    if (value.length > MAX_ELEMENTS) throw new NotAValue(`list or map has more than ${MAX_ELEMENTS} elements`);
    return value.map((item) => written(item, budget));
  }
  if (isContext(value)) return contextToJson(value, budget);
  const kind = kindOf(value);
  if (kind === 'number') return numberToJson(value as FeelNumber);
  if (kind === 'range' || kind === 'function') throw new NotAValue(`result is a ${kind}`);
  if (kind === 'null') return null;
  return value instanceof FeelDateTime ? momentText(value) : String(value);
}

function numberToJson(value: FeelNumber): number {
  const number = toDouble(value);
  if (!Number.isFinite(number)) throw new NotAValue('result is not a finite number');
  // a decimal is not exact as double
  if (typeof value !== 'number' && isWhole(value)) throw new NotAValue(inexactReason(numberText(value)));
  return number + 0;
}

/** Offset instead of zone name: timers read ISO 8601. */
function momentText(value: FeelDateTime): string {
  if (value.place.zone === undefined) return String(value);
  return new FeelDateTime(value.date, value.nanos, {}).toString() + offsetText(value.offset);
}

function contextToJson(value: Readonly<Record<string, unknown>>, budget: VisitBudget): FeelJson {
  const names = Object.keys(value);
  if (names.length > MAX_ELEMENTS) throw new NotAValue(`list or map has more than ${MAX_ELEMENTS} elements`);
  // skip forbidden names in data; reject them if a text created them
  const isData = Object.getPrototypeOf(value) === Object.prototype;
  const map: Record<string, FeelJson> = {};
  for (const name of names) {
    if (isForbiddenName(name)) {
      if (isData) continue;
      throw new NotAValue(`name '${name}' is not allowed`);
    }
    map[name] = written(value[name], budget);
  }
  return map;
}
