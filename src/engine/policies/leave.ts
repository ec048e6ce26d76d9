import type { RepeatOf } from '../events/incident-events.ts';
import type { Failure } from '../failures.ts';
import { type ElementModel, type FlowModel, type IntermediateThrowEventModel, isActivity } from '../model.ts';
import type { ScopeOrdinal, VariableScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../running/run.ts';
import type { ActivityInstance } from '../state.ts';
import type { Variables } from '../values.ts';
import { collectAdHocOutput } from './ad-hoc-output.ts';
import { closeHandler } from './cancellation.ts';
import { chooseFlows, NO_FLOWS } from './choose-flows.ts';
import { logForCompensation } from './compensation-log.ts';
import { endIteration } from './iteration.ts';
import { runEndListeners, runExitListeners, runTakeListeners } from './listeners.ts';
import { endRace, endRaceOfLeft } from './race.ts';
import { applyCamundaOutputs, aroundInputs } from './result.ts';
import { unsubscribeActivityInstance } from './subscriptions.ts';
import { closeLocal, openBranch, releaseVariableScope } from './variable-scope.ts';

interface LeavingToken {
  /** variable scope of the token, if a join has merged tokens */
  readonly variableScope?: VariableScopeOrdinal;
  /** result for output parameters that is not stored */
  readonly result?: Variables;
  /** steps that were done before an incident */
  readonly done?: RepeatOf<'leave'>['done'];
}

/**
 * Completes it and takes flows. A failed listener, output or condition fails the activity instance. It waits for listener jobs
 * (docs/contributing/spec/execution.md#entering-and-leaving).
 */
export function leave(run: Run, element: ElementModel, entry: ActivityInstance, leaving: LeavingToken = {}): void {
  const { variableScope = entry.variableScope, result, done } = leaving;
  if (done !== undefined) {
    leaveAfterListeners(run, element, entry, leaving);
    return;
  }
  const isRead = result !== undefined && (element.mappings?.parameterOutputs ?? []).length > 0;
  const listenerResult = runEndListeners(run, element, entry, variableScope, isRead ? { result } : undefined);
  if (listenerResult === undefined) leaveAfterListeners(run, element, entry, leaving);
  else if (listenerResult === 'wait') endRace(run, entry, entry.ordinal);
  else failLeaving(run, entry, variableScope, listenerResult, { result });
}

/** Fails the activity instance. Merged tokens of a join become one. */
function failLeaving(
  run: Run,
  entry: ActivityInstance,
  variableScope: VariableScopeOrdinal,
  failure: Failure,
  { result, done }: { readonly result?: Variables | undefined; readonly done?: LeavingToken['done'] },
): void {
  if (run.leavesIncidents && entry.held !== null) run.emit({ type: 'TokensGathered', entry: entry.ordinal, variableScope });
  const before = { ...(result === undefined ? {} : { result }), ...(done === undefined ? {} : { done }) };
  run.fail(entry, variableScope, failure, { kind: 'leave', ...before });
  endRaceOfLeft(run, entry);
}

export function leaveAfterListeners(run: Run, element: ElementModel, entry: ActivityInstance, leaving: LeavingToken = {}): void {
  const { variableScope = entry.variableScope, result, done } = leaving;
  const failure = done === 'stored' ? undefined : giveOutputs(run, element, entry, { variableScope, result });
  if (failure !== undefined) {
    failLeaving(run, entry, variableScope, failure, { result, done: 'heard' });
    return;
  }
  const behaviour = run.behaviours[element.type];
  if (behaviour.onLeave(run, element, entry) === 'done') return;
  if (entry.index !== null) {
    endIteration(run, element, entry);
    return;
  }
  const choice = entry.compensates === null ? chooseFlows(run, element, entry, variableScope) : NO_FLOWS;
  if ('failure' in choice) {
    failLeaving(run, entry, variableScope, choice.failure, { done: 'stored' });
    return;
  }
  const listenerResult = runTakeListeners(run, choice.flows, { entry, variableScope: aroundInputs(run, variableScope) });
  if (listenerResult === undefined) leaveOnFlows(run, element, entry, choice.flows, variableScope);
  else if (listenerResult !== 'wait') failLeaving(run, entry, variableScope, listenerResult, { done: 'stored' });
}

/** Runs exit scripts afterwards, which can read the outputs. Returns the first failure. */
function giveOutputs(
  run: Run,
  element: ElementModel,
  entry: ActivityInstance,
  at: { readonly variableScope: VariableScopeOrdinal; readonly result: Variables | undefined },
): Failure | undefined {
  const failure = applyCamundaOutputs(run, element, entry, at);
  return failure ?? runExitListeners(run, element, entry, aroundInputs(run, at.variableScope));
}

export function leaveOnFlows(
  run: Run,
  element: ElementModel,
  entry: ActivityInstance,
  flows: readonly FlowModel[],
  variableScope = entry.variableScope,
): void {
  const ends = flows.length === 0 && entry.compensates === null;
  const failure = ends ? collectAdHocOutput(run, entry, variableScope) : undefined;
  if (failure !== undefined) {
    failLeaving(run, entry, variableScope, failure, { done: 'stored' });
    return;
  }
  completeActivityInstance(run, element, entry, run.behaviours[element.type].recordsFlows ? flows : undefined);
  if (entry.compensates !== null) {
    closeHandler(run, entry.compensates, entry, 'compensated');
    run.tokenLeft(entry.scope);
    return;
  }
  takeFlows(run, element, entry, closeLocal(run, variableScope), flows);
}

/** Cancels its subscriptions, logs it for compensation and ends its event-based gateway (docs/contributing/spec/execution.md#entering-and-leaving). */
export function completeActivityInstance(
  run: Run,
  element: ElementModel,
  entry: ActivityInstance,
  flows?: readonly FlowModel[],
): void {
  unsubscribeActivityInstance(run, entry.ordinal);
  logForCompensation(run, element, entry);
  run.complete(entry, flows);
  noteAdHoc(run, entry);
  endRace(run, entry);
}

/** Enters the catch event without a flow (docs/contributing/spec/elements.md#link-events). */
export function jumpToCatch(run: Run, element: IntermediateThrowEventModel, entry: ActivityInstance): void {
  const { scope, variableScope } = entry;
  completeActivityInstance(run, element, entry);
  run.agenda.add({ element: element.linkTarget as string, flow: null, scope, variableScope });
}

/** Queues a check of the completion condition, in an ad-hoc sub-process. */
function noteAdHoc(run: Run, entry: ActivityInstance): void {
  const host = run.state.scopes.get(entry.scope)?.host ?? null;
  if (host !== null && run.state.entries.get(host)?.adHoc != null) run.pending.add({ kind: 'checkAdHoc', host });
}

/** Several flows make a fork, except at an event-based gateway. Without flows the token ends (docs/contributing/spec/variables.md#branch-variables). */
export function takeFlows(
  run: Run,
  element: ElementModel,
  entry: ActivityInstance,
  variableScope: VariableScopeOrdinal,
  flows: readonly FlowModel[],
): void {
  if (flows.length === 0) {
    endToken(run, entry.scope, variableScope);
    return;
  }
  const isRace = run.behaviours[element.type].startsRace;
  const times = isActivity(element) ? (element.completionQuantity ?? 1) : 1;
  const isFork = flows.length * times > 1 && !isRace;
  for (const flow of flows) {
    for (let time = 0; time < times; time++) {
      run.emit({ type: 'FlowTaken', flow: flow.id, entry: entry.ordinal });
      const path = isFork ? openBranch(run, variableScope) : variableScope;
      const step = { element: flow.target, flow: flow.id, scope: entry.scope, variableScope: path };
      run.agenda.add(isRace ? { race: entry.ordinal, ...step } : step);
    }
  }
}

/** Ends it normally, with its branch scope. */
export function endToken(run: Run, scope: ScopeOrdinal, variableScope: VariableScopeOrdinal): void {
  releaseVariableScope(run, variableScope);
  run.tokenLeft(scope);
}
