import type { Outcome } from '../behaviour.ts';
import type { DecisionOutcome } from '../decisions/make-decision.ts';
import { about } from '../decisions/making.ts';
import { keptOf } from '../decisions/results.ts';
import type { DecisionAnswer } from '../evaluator.ts';
import { textFailed } from '../failures.ts';
import type { DecisionModel, DecisionVersion, DecisionWork, ElementModel } from '../model.ts';
import { extOutputsOf } from '../model-shape.ts';
import { leave } from '../policies/leave.ts';
import { storeResult } from '../policies/result.ts';
import { nameOf } from '../policies/subscriptions.ts';
import type { Run } from '../run.ts';
import type { EntryState } from '../state.ts';
import { noVariables } from '../values.ts';

/**
 * Evaluates the decisions of a task and stores their results. If one fails, the task fails and nothing is written
 * (docs/contributing/spec/decisions.md).
 * @param elsewhere version of a separately deployed decision
 */
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
  const made = run.context.evaluator.decide({ decisions, ids, isKept: true }, reader, run.texts.executionOf(element.id));
  if (!made.ok) return textFailed(made);
  const answer = made.value as unknown as DecisionAnswer;
  const { results } = answer;
  const stored = noVariables();
  const read = noVariables();
  for (const id of ids) {
    const kept = keptOf(work.result, decisions[id] as DecisionModel, results[id] as DecisionOutcome);
    if (!kept.ok) return textFailed(about(`decision '${id}'`, kept));
    Object.assign(stored, kept.value.stored);
    Object.assign(read, kept.value.read);
  }
  note(run, entry, ids, answer, elsewhere);
  const failure = storeResult(run, entry, stored, extOutputsOf(element));
  if (failure !== undefined) return failure;
  leave(run, element, entry, { result: read });
  return 'done';
}

/** Records the trace for the event history, and the version of a separately deployed decision. */
function note(
  run: Run,
  { ordinal: entry }: EntryState,
  keys: readonly string[],
  { kept }: DecisionAnswer,
  elsewhere?: DecisionVersion,
): void {
  if (kept === undefined) return;
  const { rules, ...trace } = kept;
  if (elsewhere === undefined) {
    run.decided = { entry, decided: { keys, ...trace } };
    return;
  }
  const { key, version } = elsewhere;
  run.decided = { entry, decision: { key, version, rules: rules[key] ?? [] }, decided: { keys, version, ...trace } };
}
