import type { Outcome } from '../behaviour.ts';
import { makeDecision } from '../decisions/make-decision.ts';
import { about, type Making, notMade } from '../decisions/making.ts';
import { keptOf } from '../decisions/results.ts';
import { MAX_TEXTS } from '../decisions/traced-decision.ts';
import { textFailed } from '../failures.ts';
import type { DecisionModel, DecisionVersion, DecisionWork, ElementModel } from '../model.ts';
import { extOutputsOf } from '../model-shape.ts';
import { leave } from '../policies/leave.ts';
import { storeResult } from '../policies/result.ts';
import { nameOf } from '../policies/subscriptions.ts';
import type { Run } from '../run.ts';
import type { EntryState } from '../state.ts';
import { noVariables } from '../values.ts';

/** Makes the decisions of a task, its own or those of another deploy, and stores what comes of them. One that cannot be made fails the task, and nothing is written (docs/spec/decisions.md). */
export function decisionWork(
  run: Run,
  element: ElementModel,
  entry: EntryState,
  work: DecisionWork,
  elsewhere?: DecisionVersion,
): Outcome {
  const making = {
    ...makingIn(run, element, entry, elsewhere?.decisions ?? run.model.decisions ?? {}),
    ...noting(run, entry, elsewhere),
  };
  const stored = noVariables();
  const read = noVariables();
  for (const text of work.decisions) {
    const id = nameOf(run, text, element.id, entry.variableScope);
    if (typeof id !== 'string') return id;
    const value = makeDecision(id, making);
    if (!value.ok) return textFailed(value);
    const kept = keptOf(work.result, making.decisions[id] as DecisionModel, value.value);
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

/** The journal says of a decision of another deploy which version was made, and what its table was decided by. */
function noting(run: Run, { ordinal }: EntryState, elsewhere: DecisionVersion | undefined): Pick<Making, 'onTable' | 'onMade'> {
  if (elsewhere === undefined) return {};
  const { key, version } = elsewhere;
  let rules: number[] = [];
  return {
    onTable: (table) => rules.push(...table.rules.slice(0, MAX_RULES - rules.length).map(({ number }) => number)),
    onMade({ id }) {
      if (id === key) run.decided = { entry: ordinal, decision: { key, version, rules } };
      rules = [];
    },
  };
}

function makingIn(run: Run, element: ElementModel, { variableScope }: EntryState, decisions: Making['decisions']): Making {
  const execution = run.texts.executionOf(element.id);
  let count = 0;
  return {
    decisions,
    evaluate(text, { values, isClosed }) {
      count += 1;
      if (count > MAX_TEXTS) return notMade(`more than ${MAX_TEXTS} texts would have to be evaluated`);
      const scope = isClosed ? null : variableScope;
      if (text.kind === 'expression') return run.texts.evaluate(text, element.id, scope, values);
      return run.context.evaluator.run(text, run.texts.readerOf(scope, values), execution);
    },
  };
}
