import { AssertionError } from 'node:assert';
import { libraryOf } from '../bpmn/decisions/decision-library.ts';
import { makeTraced } from '../engine/decisions/traced-decision.ts';
import type { EngineEvent } from '../engine/events.ts';
import type { DecisionModel } from '../engine/model.ts';
import { isSameJson } from '../engine/values.ts';
import type { KeptRow } from '../memory/memory-tables.ts';
import { nameBasedId } from '../platform/ids.ts';
import type { DecisionRecord, ExpectedDecision, JsonValue, TextFile, Values } from './api.ts';
import { CannotBeDone, meant, namesOf } from './refusals.ts';
import type { Stubs } from './stubs.ts';

/** The last one. @throws AssertionError if none exists */
export function decisionAmong(who: string, made: readonly DecisionRecord[], idOrName: string): DecisionRecord {
  const found = made.findLast(({ id, name }) => id === idOrName || name === idOrName);
  if (found !== undefined) return found;
  const ids = [...new Set(made.map(({ id }) => id))];
  return fail(`${who} has not made decision '${idOrName}'${meant(idOrName, ids)}; it has made ${namesOf(ids)}`);
}

/** Result and matching rules. @throws AssertionError */
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

/** `no rule`, `rule 2`, `rules 1, 3`. */
export function rulesText(rules: readonly number[]): string {
  return rules.length === 0 ? 'no rule' : `${rules.length === 1 ? 'rule' : 'rules'} ${sorted(rules).join(', ')}`;
}

function sorted(rules: readonly number[]): readonly number[] {
  return [...new Set(rules)].sort((a, b) => a - b);
}

function fail(message: string, actual?: unknown, expected?: unknown): never {
  throw new AssertionError({ message, actual, expected, stackStartFn: decided });
}

const DECISION_FILE = /\.dmn$/i;

/** Records in the order of evaluation, as in the event history (docs/contributing/spec/decisions.md#what-was-decided). */
export function madeByTasks(rows: readonly KeptRow[]): readonly DecisionRecord[] {
  return rows.flatMap(({ events }) => events.flatMap(madeAt));
}

function madeAt(event: EngineEvent): readonly DecisionRecord[] {
  if (event.type !== 'ElementCompleted' || event.decided === undefined) return [];
  const { element, decided } = event;
  return decided.decisions.map(({ key, name = key, value, tables }) => ({
    id: key,
    name,
    element,
    ...(value !== undefined && { value: value as JsonValue }),
    rules: tables.flatMap(({ rules }) => rules.map(({ number }) => number)),
  }));
}

export function holdDecisions({ beside }: WorldFiles): boolean {
  return beside.some(({ name }) => DECISION_FILE.test(name));
}

/** @throws CannotBeDone if one cannot be read */
export function decisionsIn({ beside }: WorldFiles): Readonly<Record<string, DecisionModel>> {
  const texts = beside.filter(({ name }) => DECISION_FILE.test(name)).map(({ name, text }) => [name, text]);
  const { decisions, knowledge, diagnostics } = libraryOf(Object.fromEntries(texts));
  if (diagnostics.length > 0) throw new CannotBeDone(diagnostics.join('\n'));
  const models = [...decisions].map(([id, { model }]) => [id, model] as const);
  return Object.fromEntries([...models, ...knowledge]);
}

/** Evaluates as the API does. The requested decision is the last one. @throws CannotBeDone if the evaluation fails */
export function makeOne(
  files: WorldFiles,
  stubs: Stubs,
  { id, variables, now }: { readonly id: string; readonly variables: Values; readonly now: number },
): readonly DecisionRecord[] {
  const decisions = stubs.inPlaceOf(decisionsIn(files));
  if (!Object.hasOwn(decisions, id)) {
    const known = Object.keys(decisions);
    throw new CannotBeDone(`no decision '${id}' is among the files${meant(id, known)}; there is ${namesOf(known)}`);
  }
  const request = { id: nameBasedId(NAMESPACE, id), key: id, decisions, variables };
  const made = makeTraced(request, { evaluator: stubs.evaluator, now, guid: nameBasedId });
  if (!made.ok) throw new CannotBeDone(made.reason);
  return made.value.map(({ key, name, value, tables }) => ({
    id: key,
    name,
    element: null,
    value: value as JsonValue,
    rules: tables.flatMap(({ rules }) => rules.map(({ number }) => number)),
  }));
}

const NAMESPACE = '2f0d8f4e-6f0c-5a55-8f6e-1a4c5d7f9b21';

/** Models and the files deployed with them. */
export interface WorldFiles {
  readonly models: readonly TextFile[];
  readonly beside: readonly TextFile[];
}
