import type { Outcome } from '../behaviour.ts';
import type { MadeDecision } from '../decisions/make-decision.ts';
import { about, type DecidedTable } from '../decisions/making.ts';
import { keptOf } from '../decisions/results.ts';
import type { DecisionAnswer, TracedDecision } from '../evaluator.ts';
import { textFailed } from '../failures.ts';
import type { DecisionMade, DecisionModel, DecisionVersion, DecisionWork, ElementModel } from '../model.ts';
import { extOutputsOf } from '../model-shape.ts';
import { leave } from '../policies/leave.ts';
import { storeResult } from '../policies/result.ts';
import { nameOf } from '../policies/subscriptions.ts';
import type { Run } from '../run.ts';
import type { EntryState } from '../state.ts';
import { noVariables } from '../values.ts';

/** Makes the decisions of a task, its own or one of another deploy, and stores what comes of them. One that cannot be made fails the task, and nothing is written (docs/spec/decisions.md). */
export function decisionWork(
  run: Run,
  element: ElementModel,
  entry: EntryState,
  work: DecisionWork,
  elsewhere?: DecisionVersion,
): Outcome {
  const ids: string[] = [];
  for (const text of work.decisions) {
    const id = nameOf(run, text, element.id, entry.variableScope);
    if (typeof id !== 'string') return id;
    ids.push(id);
  }
  const decisions = elsewhere?.decisions ?? run.model.decisions ?? {};
  const reader = run.texts.readerOf(entry.variableScope);
  const made = run.context.evaluator.decide(
    { decisions, ids, ...(elsewhere && { isTraced: true }) },
    reader,
    run.texts.executionOf(element.id),
  );
  if (!made.ok) return textFailed(made);
  const { results, made: traced = [] } = made.value as unknown as DecisionAnswer;
  if (elsewhere !== undefined) run.decided = { entry: entry.ordinal, decision: toldOf(elsewhere, traced) };
  const stored = noVariables();
  const read = noVariables();
  for (const id of ids) {
    const kept = keptOf(work.result, decisions[id] as DecisionModel, results[id] as MadeDecision);
    if (!kept.ok) return textFailed(about(`decision '${id}'`, kept));
    Object.assign(stored, kept.value.stored);
    Object.assign(read, kept.value.read);
  }
  const failure = storeResult(run, entry, stored, extOutputsOf(element));
  if (failure !== undefined) return failure;
  leave(run, element, entry, { result: read });
  return 'done';
}

/** Most rules of a table that stand in the journal. */
const MAX_RULES = 100;

/** The journal says of a decision of another deploy which version was made, and by which rules. */
function toldOf({ key, version }: DecisionVersion, traced: readonly TracedDecision[]): DecisionMade {
  const tables = (traced.find(({ id }) => id === key)?.tables ?? []) as unknown as readonly DecidedTable[];
  const rules = tables.flatMap((table) => table.rules.map(({ number }) => number)).slice(0, MAX_RULES);
  return { key, version, rules };
}
