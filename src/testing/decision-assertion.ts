import { AssertionError } from 'node:assert';
import { isSameJson } from '../engine/values.ts';
import type { DecisionRecord, ExpectedDecision } from './api.ts';
import { meant, namesOf } from './refusals.ts';

/** The last decision with this id or name. @throws AssertionError when none exists */
export function decisionAmong(who: string, made: readonly DecisionRecord[], idOrName: string): DecisionRecord {
  const found = made.findLast(({ id, name }) => id === idOrName || name === idOrName);
  if (found !== undefined) return found;
  const ids = [...new Set(made.map(({ id }) => id))];
  return fail(`${who} has not made decision '${idOrName}'${meant(idOrName, ids)}; it has made ${namesOf(ids)}`);
}

/** It came to this value, by these rules. @throws AssertionError */
export function decided(
  who: string,
  made: readonly DecisionRecord[],
  idOrName: string,
  { value, rules }: ExpectedDecision,
): DecisionRecord {
  const decision = decisionAmong(who, made, idOrName);
  if (value !== undefined) sameValue(decision, value);
  if (rules !== undefined && sorted(rules).join() !== sorted(decision.rules).join())
    fail(`decision '${decision.id}' matched ${rulesText(decision.rules)}, not ${rulesText(rules)}`, decision.rules, rules);
  return decision;
}

function sameValue({ id, value }: DecisionRecord, wanted: unknown): void {
  if (value === undefined)
    fail(`decision '${id}' came to a value that is too long for the journal: assert the variable of its result`);
  if (!isSameJson(value, wanted as typeof value))
    fail(`decision '${id}' came to ${JSON.stringify(value)}, not ${JSON.stringify(wanted)}`, value, wanted);
}

/** In words: `no rule`, `rule 2`, `rules 1, 3`. */
export function rulesText(rules: readonly number[]): string {
  return rules.length === 0 ? 'no rule' : `${rules.length === 1 ? 'rule' : 'rules'} ${sorted(rules).join(', ')}`;
}

function sorted(rules: readonly number[]): readonly number[] {
  return [...new Set(rules)].sort((a, b) => a - b);
}

function fail(message: string, actual?: unknown, expected?: unknown): never {
  throw new AssertionError({ message, actual, expected, stackStartFn: decided });
}
