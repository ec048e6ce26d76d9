import type { DecisionFunction, DecisionValue, DecisionValues, ValueKind } from '../../engine/decisions/decided.ts';
import type { FixedValue } from '../../engine/model.ts';
import { FeelFunction } from '../feel/values/function.ts';
import { kindOf as feelKindOf, isContext, type Kind } from '../feel/values/kinds.ts';
import { isNumber, toDouble } from '../feel/values/numbers.ts';
import { FeelRange } from '../feel/values/range.ts';

/** Longest range that is iterated. */
const MAX_ITEMS = 100_000;

const KINDS: Readonly<Partial<Record<Kind, ValueKind>>> = {
  'date and time': 'dateTime',
  'years and months duration': 'yearMonthDuration',
  'days and time duration': 'dayTimeDuration',
};

export function kindOf(value: DecisionValue): ValueKind {
  const kind = feelKindOf(value);
  return KINDS[kind] ?? (kind as ValueKind);
}

export function membersOf(value: DecisionValue): DecisionValues | undefined {
  return isContext(value) ? value : undefined;
}

/** Items of a list, or of a range of integers. */
export function itemsOf(value: DecisionValue): readonly DecisionValue[] | undefined {
  if (Array.isArray(value)) return value;
  if (!(value instanceof FeelRange)) return undefined;
  const { start, end, isStartIncluded, isEndIncluded } = value;
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end)) return undefined;
  const [from, to] = [start as number, end as number];
  const step = from <= to ? 1 : -1;
  const count = Math.abs(to - from) + 1;
  if (count > MAX_ITEMS) return undefined;
  const items = Array.from({ length: count }, (_, at) => from + at * step);
  return items.slice(isStartIncluded ? 0 : 1, isEndIncluded ? undefined : -1);
}

export function plainOf(value: DecisionValue): FixedValue | undefined {
  if (value === null || value === undefined) return null;
  if (isNumber(value)) return toDouble(value);
  return typeof value === 'string' || typeof value === 'boolean' ? value : undefined;
}

/** A call with a wrong number of arguments returns null. */
export function functionOf({ parameters, call }: DecisionFunction): DecisionValue {
  return new FeelFunction('', [parameters], (given, run) => {
    run.step();
    return given.length !== parameters.length || given.includes(undefined) ? null : call(given);
  });
}

/** Converts a call with named arguments to positional ones, as a FEEL text with values; undefined if the names do not match the parameters. */
export function callOf(
  called: DecisionValue,
  given: DecisionValues,
): { readonly source: string; readonly values: DecisionValues } | undefined {
  if (!(called instanceof FeelFunction)) return undefined;
  const names = Object.keys(given);
  const form = called.forms.find((one) => one.length === names.length && names.every((name) => one.includes(name)));
  if (form === undefined) return undefined;
  const values: Record<string, DecisionValue> = { called };
  for (const [at, name] of form.entries()) values[`given${at}`] = given[name];
  return { source: `called(${form.map((_, at) => `given${at}`).join(', ')})`, values };
}
