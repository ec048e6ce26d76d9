import { boundTo } from '../decisions/bound-decision.ts';
import type { DecisionOutcome } from '../decisions/make-decision.ts';
import { about } from '../decisions/making.ts';
import { keptOf } from '../decisions/traced-decision.ts';
import type { DecisionAnswer } from '../evaluator.ts';
import { type Failure, textFailed } from '../failures.ts';
import { extOutputsOf } from '../model/model-shape.ts';
import type { DecisionModel, DecisionVersion, DecisionWork, ElementModel, JobModel, Mapping, ServiceWork } from '../model.ts';
import { evaluateText } from '../policies/evaluate-text.ts';
import { leave } from '../policies/leave.ts';
import { evaluateMappings } from '../policies/mapping.ts';
import { jobRequest } from '../policies/own-jobs.ts';
import { storeResult } from '../policies/result.ts';
import { nameOf } from '../policies/subscriptions.ts';
import { publish } from '../policies/throwing.ts';
import { isBlank, priorityOf } from '../policies/user-task.ts';
import { checkWriteSize, writeVariables } from '../policies/variable-scope.ts';
import type { Behaviour, Outcome } from '../running/behaviour.ts';
import type { Run } from '../running/run.ts';
import type { ActivityInstance } from '../state.ts';
import { sizeOfVariables } from '../values/variable-growth.ts';
import { noVariables, type Variables } from '../values.ts';

/**
 * Stores the results. If one decision fails, the task fails and nothing is written (docs/contributing/spec/decisions.md).
 * @param elsewhere separately deployed version
 */
function decisionWork(
  run: Run,
  element: ElementModel,
  entry: ActivityInstance,
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

/** Records decisions for the event history. */
function note(
  run: Run,
  { ordinal: entry }: ActivityInstance,
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

/** Runs also the work of message events in that form (docs/contributing/spec/elements.md#service-task). */
export function serviceWork(run: Run, element: ElementModel, entry: ActivityInstance, work: ServiceWork): Outcome {
  switch (work.kind) {
    case 'untyped':
      return 'wait';
    case 'decision':
      return decisionWork(run, element, entry, work);
    case 'message':
      return publish(run, work, entry) ?? 'leave';
    case 'typed': {
      const job = jobRequest(run, work, element.id, entry.variableScope);
      if ('message' in job) return job;
      const inputs = inputsOfJob(run, element, entry, work);
      if ('failure' in inputs) return inputs.failure;
      const priority = jobPriority(run, work, entry);
      if (typeof priority === 'object') return priority;
      run.emit({
        type: 'JobCreated',
        entry: entry.ordinal,
        element: element.id,
        taskType: job.taskType,
        inputs: inputs.values,
        ...(job.retry === undefined ? {} : { retry: job.retry }),
        ...(priority === undefined ? {} : { priority }),
      });
      return 'wait';
    }
    case 'expression': {
      const result = evaluateText(run, work.expression, element.id, entry.variableScope);
      if (!result.ok) return textFailed(result);
      const after = work.thenWaits === true ? 'wait' : 'leave';
      if (work.resultVariable === undefined) return after;
      const values = { [work.resultVariable]: result.value };
      const tooLarge = checkWriteSize(run, entry.variableScope, values);
      if (tooLarge !== undefined) return tooLarge;
      writeVariables(run, entry.variableScope, values);
      return after;
    }
  }
}

/** Mapped inputs, or all variables if shared. Parameters override them. With `answer` only parameters. */
function inputsOfJob(
  run: Run,
  element: ElementModel,
  { variableScope }: ActivityInstance,
  { sharesVariables, parameters, answer }: JobModel,
): { values: Variables } | { failure: Failure } {
  const scope = run.state.variables.get(variableScope);
  const isMapped = (element.mappings?.inputs ?? []).length > 0;
  const own = scope?.kind === 'local' ? scope.values : noVariables();
  const seen =
    sharesVariables === 'always' || (sharesVariables === 'unmapped' && !isMapped) ? run.texts.readerOf(variableScope).all() : own;
  const inputs = answer === undefined ? seen : noVariables();
  // each job copies the variables: counted, so that the run pauses before one transaction is too large
  if (seen !== own) run.written += sizeOfVariables(inputs);
  if (parameters === undefined) return { values: { ...inputs } };
  const mapped = evaluateMappings(run, parameters, { element: element.id, variableScope });
  return 'failure' in mapped ? mapped : { values: { ...inputs, ...mapped.values } };
}

function jobPriority(run: Run, { priority, priorityText }: JobModel, entry: ActivityInstance): number | Failure | undefined {
  if (priorityText === undefined) return priority;
  const result = evaluateText(run, priorityText, entry.element, entry.variableScope);
  if (!result.ok) return textFailed(result);
  return isBlank(result.value) ? undefined : priorityOf(priorityText, result.value);
}

/** Outputs for a completion by a client: without those that read the response of a plugin (docs/contributing/spec/elements.md#service-task). */
export function outputsWithoutJob(element: ElementModel): readonly Mapping[] {
  return extOutputsOf(element).filter(
    ({ source }) => !('text' in source) || !source.text.replace(/^=\s*/, '').startsWith('__response'),
  );
}

/** Service, send and business rule tasks behave alike (docs/contributing/spec/elements.md#service-task). */
const SERVICE: Omit<Behaviour<'serviceTask' | 'sendTask' | 'businessRuleTask'>, 'type'> = {
  onActivated(run, element, entry) {
    const bound = boundTo(run.context, element);
    if (bound === undefined) return serviceWork(run, element, entry, element.work);
    return 'failure' in bound ? bound.failure : decisionWork(run, element, entry, bound.work, bound.version);
  },
  endsInStep: (run, element) => {
    const { work } = element;
    if (work.kind === 'expression') return work.thenWaits !== true;
    return work.kind === 'message' || work.kind === 'decision' || boundTo(run.context, element) !== undefined;
  },
  completableByClient: () => 'completable',
  outputsForClient: outputsWithoutJob,
  isCompensable: true,
};

export const serviceTask: Behaviour<'serviceTask'> = { type: 'serviceTask', ...SERVICE };
export const sendTask: Behaviour<'sendTask'> = { type: 'sendTask', ...SERVICE };
export const businessRuleTask: Behaviour<'businessRuleTask'> = { type: 'businessRuleTask', ...SERVICE };
