import type { DecisionLogic } from '../model-decisions.ts';
import type { DecisionValue } from './language.ts';
import { type DecisionScope, type Made, type Making, made, notMade, within } from './making.ts';
import { shownIn } from './shown.ts';

/** How the parts of an iterator get their values. */
export type LogicEvaluation = (logic: DecisionLogic, scope: DecisionScope) => Made;

/** What a boxed iterator goes through: the items of a list, the numbers or dates of a range, a single value as a list of one. */
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

/** A boxed `for`. */
export function forEach(
  { list, variable, each }: Extract<DecisionLogic, { kind: 'for' }>,
  making: Making,
  scope: DecisionScope,
  evaluate: LogicEvaluation,
): Made {
  const items = itemsOf(list, making, scope, evaluate);
  if (!items.ok) return making.orNull(items);
  const results: DecisionValue[] = [];
  for (const item of items.value) {
    const result = evaluate(each, within(scope, { [variable]: item, partial: [...results] }));
    if (!result.ok) return result;
    results.push(result.value);
  }
  return made(results);
}

/** A boxed `every` or `some`, in the logic of three values. */
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
    if (holds.value === !isEvery) return made(!isEvery);
    if (holds.value !== isEvery) isUnknown = true;
  }
  return made(isUnknown ? null : isEvery);
}

/** A boxed filter: `item` is each item, and the members of an item are names of their own. */
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
    // a number is a place, and the same for every item
    if (typeof place === 'number') return made(items.at(place > 0 ? place - 1 : place) ?? null);
    if (holds.value === true) kept.push(item);
  }
  return made(kept);
}
