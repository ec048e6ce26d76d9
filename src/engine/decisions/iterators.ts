import type { DecisionLogic } from '../model/model-decisions.ts';
import { shownIn } from './conform.ts';
import type { DecisionValue, Made, MadeNot } from './decided.ts';
import { type DecisionScope, type Making, made, notMade, within } from './making.ts';

/** Evaluates parts of `for`, `every`, `some` and `filter`. A parameter, because logic.ts imports this file. */
export type LogicEvaluation = (logic: DecisionLogic, scope: DecisionScope) => Made;

/** Items of a list, of a range of whole numbers, or a single value. Null fails. */
function itemsOf(
  logic: DecisionLogic,
  { language }: Making,
  scope: DecisionScope,
  evaluate: LogicEvaluation,
): Made<readonly DecisionValue[]> {
  const list = evaluate(logic, scope);
  if (!list.ok) return list;
  if (language.kindOf(list.value) === 'null') return notMade('the list is null');
  const items =
    language.kindOf(list.value) === 'range' ? language.itemsOf(list.value) : (language.itemsOf(list.value) ?? [list.value]);
  return items === undefined ? notMade(`${shownIn(language, list.value)} has no items`) : made(items);
}

/** Each text can read the item, and as `partial` the results so far. A null list fails, or is null in standard mode. */
export function forEach(
  { list, variable, each }: Extract<DecisionLogic, { kind: 'for' }>,
  making: Making,
  scope: DecisionScope,
  evaluate: LogicEvaluation,
): Made {
  const items = itemsOf(list, making, scope, evaluate);
  if (!items.ok) return making.orNull(items);
  const isSeen = mentionsPartial(each);
  let results: DecisionValue[] = [];
  for (const item of items.value) {
    const result = evaluate(each, within(scope, { [variable]: item, partial: results }));
    if (!result.ok) return result;
    // a result may contain `partial`, which must not grow afterwards
    if (isSeen && typeof result.value === 'object' && result.value !== null) results = [...results, result.value];
    else results.push(result.value);
  }
  return made(results);
}

const mentions = new WeakMap<DecisionLogic, boolean>();

function mentionsPartial(logic: DecisionLogic): boolean {
  let found = mentions.get(logic);
  if (found === undefined) {
    found = JSON.stringify(logic).includes('partial');
    mentions.set(logic, found);
  }
  return found;
}

/** Null if items with a null result could change the answer. A null list, and other results than true, false and null, fail, or are null in standard mode. */
export function quantified(
  { list, variable, test, isEvery }: Extract<DecisionLogic, { kind: 'quantified' }>,
  making: Making,
  scope: DecisionScope,
  evaluate: LogicEvaluation,
): Made {
  const items = itemsOf(list, making, scope, evaluate);
  if (!items.ok) return making.orNull(items);
  let isUnknown = false;
  for (const item of items.value) {
    const holds = evaluate(test, within(scope, { [variable]: item }));
    if (!holds.ok) return holds;
    if (!isTruth(holds.value, making)) return making.orNull(notTrue('satisfies', holds.value, making));
    if (holds.value === !isEvery) return made(!isEvery);
    if (holds.value !== isEvery) isUnknown = true;
  }
  return made(isUnknown ? null : isEvery);
}

/**
 * Items for which `match` is true; empty if the list is empty or null. If `match` gives a number, the item at this index, from 1, negative from the end,
 * or null. Other results than true, false and null fail, or are null in standard mode. Members of the current `item` can be read by name.
 */
export function filtered(
  { list, match }: Extract<DecisionLogic, { kind: 'filter' }>,
  making: Making,
  scope: DecisionScope,
  evaluate: LogicEvaluation,
): Made {
  const value = evaluate(list, scope);
  if (!value.ok) return value;
  const { language } = making;
  if (language.kindOf(value.value) === 'null') return made([]);
  const items = language.itemsOf(value.value) ?? [value.value];
  const kept: DecisionValue[] = [];
  for (const item of items) {
    const holds = evaluate(match, within(scope, { ...language.membersOf(item), item }));
    if (!holds.ok) return holds;
    const place = language.kindOf(holds.value) === 'number' ? language.plainOf(holds.value) : undefined;
    // an index is equal for every item
    if (typeof place === 'number') return made(itemAt(items, place));
    if (!isTruth(holds.value, making)) return making.orNull(notTrue('match', holds.value, making));
    if (holds.value === true) kept.push(item);
  }
  return made(kept);
}

function itemAt(items: readonly DecisionValue[], place: number): DecisionValue {
  if (!Number.isInteger(place) || place === 0) return null;
  return items.at(place > 0 ? place - 1 : place) ?? null;
}

/** True for booleans and null. */
function isTruth(value: DecisionValue, { language }: Making): boolean {
  return typeof value === 'boolean' || language.kindOf(value) === 'null';
}

function notTrue(part: string, value: DecisionValue, { language }: Making): MadeNot {
  return notMade(`'${part}' gives ${shownIn(language, value)}, which is neither true nor false`);
}
