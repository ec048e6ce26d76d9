import { libraryOf } from '../bpmn/decisions/decision-library.ts';
import { makeTraced } from '../engine/decisions/traced-decision.ts';
import type { EngineEvent } from '../engine/events.ts';
import type { DecisionModel } from '../engine/model.ts';
import type { KeptRow } from '../memory/memory-tables.ts';
import { nameBasedId } from '../platform/ids.ts';
import type { DecisionRecord, JsonValue, TextFile, Values } from './api.ts';
import { CannotBeDone, meant, namesOf } from './refusals.ts';
import type { Stubs } from './stubs.ts';

const DECISION_FILE = /\.dmn$/i;

/** Decisions of tasks of an instance in the order of evaluation, as in its event history (docs/contributing/spec/decisions.md#what-was-decided). */
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

/** Whether decisions are among the files. */
export function holdDecisions({ beside }: WorldFiles): boolean {
  return beside.some(({ name }) => DECISION_FILE.test(name));
}

/** The decisions of the files. @throws CannotBeDone when one of them cannot be read */
export function decisionsIn({ beside }: WorldFiles): Readonly<Record<string, DecisionModel>> {
  const texts = beside.filter(({ name }) => DECISION_FILE.test(name)).map(({ name, text }) => [name, text]);
  const { decisions, knowledge, diagnostics } = libraryOf(Object.fromEntries(texts));
  if (diagnostics.length > 0) throw new CannotBeDone(diagnostics.join('\n'));
  const models = [...decisions].map(([id, { model }]) => [id, model] as const);
  return Object.fromEntries([...models, ...knowledge]);
}

/** Makes one of the decisions as the API does. The last one is that which was asked for. @throws CannotBeDone when it cannot be made */
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
