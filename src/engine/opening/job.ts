import type { EngineCommandOf } from '../commands.ts';
import type { Repeat } from '../events/incident-events.ts';
import { type Failure, givenFailure, textFailed } from '../failures.ts';
import { extOutputsOf, workOf } from '../model/model-shape.ts';
import { type ElementModel, elementOf } from '../model.ts';
import { followLead } from '../policies/ad-hoc-lead.ts';
import { evaluateText } from '../policies/evaluate-text.ts';
import { leave } from '../policies/leave.ts';
import { evaluateMappings } from '../policies/mapping.ts';
import { endOwnJob } from '../policies/own-job-end.ts';
import { storeResult } from '../policies/result.ts';
import type { Run } from '../running/run.ts';
import { type ActivityInstance, activityInstanceIn, awaitsResult, type OwnJobState } from '../state.ts';
import type { Variables } from '../values.ts';
import { completeListener, failAfterListener, listeningOf } from './listener-job.ts';

/** Completes a listener or ad-hoc job (ADR 0053). */
export function completeOwnJob(run: Run, job: OwnJobState, result: Variables): void {
  endOwnJob(run, job, 'completed');
  if (job.purpose.kind === 'listener') completeListener(run, job, job.purpose, result);
  else if (job.entry !== null) followLead(run, activityInstanceIn(run.state, job.entry), result);
}

/** Fails the activity instance or process of a listener or ad-hoc job. */
function failOwnJob(run: Run, job: OwnJobState, failure: Failure): void {
  endOwnJob(run, job, 'failed');
  const { entry, purpose } = job;
  const repeat: Repeat = purpose.kind === 'adHoc' ? { kind: 'lead' } : { kind: 'listen', listening: listeningOf(purpose) };
  failAfterListener(run, entry === null ? null : activityInstanceIn(run.state, entry), failure, repeat);
}

/**
 * Stores the targets of output mappings, and other results only if the job shares variables ({@link storesResult}). Does nothing if the activity
 * instance no longer waits for a result (docs/contributing/spec/mappings.md#what-a-mapping-does).
 */
export function completeJob(run: Run, command: EngineCommandOf<'CompleteJob'>): undefined {
  if (!awaitsResult(run.state, command.entry)) return undefined;
  const own = run.state.jobs.get(command.entry);
  if (own !== undefined) {
    completeOwnJob(run, own, command.result);
    return undefined;
  }
  const entry = activityInstanceIn(run.state, command.entry);
  if (command.work !== undefined) run.jobWork = { entry: entry.ordinal, work: command.work };
  storeJobResult(run, entry, command.result, command.localVariables);
  return undefined;
}

/**
 * Stores the result and leaves. Fails the activity instance if the result cannot be mapped or stored.
 * @param localVariables see {@link EngineCommandOf} `CompleteJob`
 */
export function storeJobResult(run: Run, entry: ActivityInstance, given: Variables, localVariables?: Variables): void {
  const element = elementOf(run.model, entry.element);
  const outputs = extOutputsOf(element);
  const repeat = { kind: 'store', by: 'job', result: given } as const;
  const answer = answerOf(run, element, entry, given);
  if ('failure' in answer) {
    run.fail(entry, entry.variableScope, answer.failure, repeat);
    return;
  }
  const { values: result } = answer;
  const failure = outputs.length > 0 || storesResult(element) ? storeResult(run, entry, result, outputs) : undefined;
  if (failure === undefined)
    leave(run, element, entry, { result: localVariables === undefined ? result : { ...result, ...localVariables } });
  else run.fail(entry, entry.variableScope, failure, repeat);
}

/** Result field of a bundled plugin that replaces a connector. */
const RESPONSE = '__response';

/** Maps the response of a bundled plugin that replaces a connector to the form of the model. External workers of its task type return that form. */
function answerOf(
  run: Run,
  element: ElementModel,
  { variableScope }: ActivityInstance,
  result: Variables,
): { values: Variables } | { failure: Failure } {
  const work = workOf(element);
  const answer = work?.kind === 'typed' ? work.answer : undefined;
  if (answer === undefined || !Object.hasOwn(result, RESPONSE)) return { values: result };
  const names = evaluateMappings(run, answer.names, { element: element.id, variableScope, overlay: result });
  if ('failure' in names) return names;
  const overlay = { ...result, ...names.values };
  const mapped = evaluateMappings(run, answer.values, { element: element.id, variableScope, overlay });
  if ('failure' in mapped || answer.spread === undefined) return mapped;
  const spread = evaluateText(run, answer.spread, element.id, variableScope, overlay);
  if (!spread.ok) return { failure: textFailed(spread) };
  const { value } = spread;
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  return { values: isMap ? { ...mapped.values, ...(value as Variables) } : mapped.values };
}

/** True if the whole result is stored, not only mapped outputs. */
function storesResult(element: ElementModel): boolean {
  const work = workOf(element);
  if (work?.kind !== 'typed' || work.sharesVariables === undefined) return false;
  return work.sharesVariables === 'always' || (element.mappings?.parameterOutputs ?? []).length === 0;
}

/** Called when no attempts are left. Does nothing if no result is awaited. */
export function failJob(run: Run, command: EngineCommandOf<'FailJob'>): undefined {
  if (!awaitsResult(run.state, command.entry)) return undefined;
  const failure = givenFailure('givenByPlugin', command);
  const own = run.state.jobs.get(command.entry);
  if (own !== undefined) {
    failOwnJob(run, own, failure);
    return undefined;
  }
  const entry = activityInstanceIn(run.state, command.entry);
  const { attempt: attempts } = command;
  run.fail(entry, entry.variableScope, failure, { kind: 'job', ...(attempts === undefined ? {} : { attempts }) });
  return undefined;
}
