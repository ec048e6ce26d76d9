import type { Trigger } from '../causes.ts';
import { following } from '../failures.ts';
import { loopOf } from '../model/model-shape.ts';
import { type CatchOf, elementOf } from '../model.ts';
import type { ActivityInstanceOrdinal, ScopeOrdinal, VariableScopeOrdinal } from '../ordinals.ts';
import { iterationFailed, terminatedBy } from '../running/cancellations.ts';
import type { Run } from '../running/run.ts';
import type { ThrownError } from '../state/pending.ts';
import { type ActivityInstance, activityInstanceIn, openScope } from '../state.ts';
import { type Json, noVariables, type Variables } from '../values.ts';
import { beginWith, fireBoundary } from './boundary.ts';
import { cancelOtherTokens, closeBody, closeHandler } from './cancellation.ts';
import { boundaryCatcher, boundaryFor, type CodeCatcher, subProcessCatcher } from './code-catcher.ts';
import { failInstance } from './instance-failure.ts';
import { closeIterationScope } from './iteration.ts';
import { runInterruptedListeners } from './listeners.ts';
import { fireEventSubProcess } from './open-scope.ts';
import { searchOutward } from './outward.ts';
import { endRace } from './race.ts';
import { unsubscribeActivityInstance, unsubscribeScope } from './subscriptions.ts';
import { beginHazard } from './transaction.ts';
import { closeLocal, releaseVariableScope } from './variable-scope.ts';

/** Handles errors now instead of in `settle`, including those that this raises. For steps that start several paths. */
export function propagateRaised(run: Run): void {
  for (let item = run.pending.takeFirst('findCatcher'); item !== undefined; item = run.pending.takeFirst('findCatcher'))
    propagateError(run, item.error);
}

/** Searches from the innermost scope outward, and starts the path (docs/contributing/spec/events-and-errors.md#error-search). */
export function propagateError(run: Run, error: ThrownError): void {
  unsubscribeActivityInstance(run, error.entry);
  if (error.kind === 'failure') {
    if (error.isIteration) {
      failLoop(run, error);
      return;
    }
    const own = boundaryFor(run, elementOf(run.model, error.element), 'error', error.code);
    if (own !== undefined) {
      endFailed(run, error);
      const variableScope =
        error.compensates === null
          ? closeLocal(run, error.variableScope)
          : closeHandler(run, error.compensates, error, 'compensated');
      const at = { flow: null, scope: error.scope, variableScope };
      const entry = run.activate(own.event, at, { trigger: triggerOf(error) });
      endRace(run, { race: error.race, scope: error.scope, variableScope });
      beginWith(run, own.event, entry, payloadOf(own.trigger, error));
      return;
    }
  }
  const catcher = findCatcher(run, error);
  if (catcher === undefined) uncaught(run, error);
  else {
    if (error.kind === 'failure') {
      endFailed(run, error);
      releaseFailed(run, error);
    }
    startCatcher(run, catcher, error);
  }
}

/** Runs the end listeners of a caught failure. */
function endFailed(run: Run, { element, variableScope, isHeard }: ThrownError): void {
  if (isHeard !== true) runInterruptedListeners(run, elementOf(run.model, element), variableScope);
}

/** Ends also the compensation run of a failed handler. */
function releaseFailed(run: Run, { compensates, scope, variableScope }: ThrownError): void {
  if (compensates === null) {
    releaseVariableScope(run, variableScope);
    return;
  }
  closeHandler(run, compensates, { scope, variableScope }, 'cancelled');
  run.pending.remove('advanceWalk', compensates);
}

/** A transaction catches every error, to compensate before it continues outward. */
type Catcher = CodeCatcher<'error'> | { readonly kind: 'transaction'; readonly host: ActivityInstance };

/** Innermost catcher in this instance. */
export function findCatcher(run: Run, { scope: from, code }: Pick<ThrownError, 'scope' | 'code'>): Catcher | undefined {
  return searchOutward<Catcher>(
    run,
    from,
    (eventSubProcesses, scope) => subProcessCatcher(run, scope, eventSubProcesses, 'error', code),
    (host) => catcherOnHost(run, host, code),
  );
}

function catcherOnHost(run: Run, host: ActivityInstance, code: string): Catcher | undefined {
  if (run.behaviours[host.elementType].compensatesItself) return { kind: 'transaction', host };
  return boundaryCatcher(run, host, 'error', code);
}

function startCatcher(run: Run, catcher: Catcher, error: ThrownError): void {
  if (catcher.kind === 'transaction') {
    beginHazard(run, catcher.host, error);
    return;
  }
  const payload = payloadOf(catcher.trigger, error);
  const trigger = triggerOf(error);
  if (catcher.kind === 'boundary') fireBoundary(run, catcher.boundary, catcher.host, payload, { trigger, interrupting: true });
  else fireEventSubProcess(run, catcher.scope, catcher.eventSubProcess, payload, trigger);
}

/**
 * A failure fails the instance. An error end event ends only its path, unless the caller catches the code: then this instance completes with the error
 * (docs/contributing/spec/events-and-errors.md#uncaught-error).
 */
function uncaught(run: Run, error: ThrownError): void {
  if (error.kind === 'failure') {
    failInstance(run, error.element, { ...error, cause: error.cause ?? { kind: 'hazard' } }, error.entry);
    return;
  }
  const catches = run.state.caller?.catches;
  if (catches === undefined || !(catches.all || catches.codes.includes(error.code))) return;
  unsubscribeScope(run, run.state.rootScope);
  cancelOtherTokens(run, run.state.rootScope, null, terminatedBy(error.element));
  const { code, message, data } = error;
  const thrown = { code, message, ...(data === undefined ? {} : { data }) };
  run.emit({ type: 'InstanceCompleted', since: run.state.startedAt, error: thrown });
}

/** Cancels the other iterations; the search continues at the loop with the same code (docs/contributing/spec/events-and-errors.md#failing-iteration). */
function failLoop(run: Run, error: ThrownError): void {
  const wrapper = activityInstanceIn(run.state, openScope(run.state, error.scope).host as ActivityInstanceOrdinal);
  const { scope } = wrapper;
  const own = boundaryFor(run, elementOf(run.model, error.element), 'error', error.code);
  if ((own ?? findCatcher(run, { scope, code: error.code })) !== undefined) endFailed(run, error);
  cancelOtherTokens(run, error.scope, null, iterationFailed);
  closeFailedIteration(run, error.variableScope, wrapper);
  closeBody(run, error.scope);
  run.failurePoints.inherit(error.entry, wrapper.ordinal);
  run.fail(wrapper, wrapper.variableScope, following('iteration', error));
}

/** Merges variables outward, unless the loop has an output collection. */
function closeFailedIteration(run: Run, variableScope: VariableScopeOrdinal, wrapper: ActivityInstance): void {
  const loop = loopOf(elementOf(run.model, wrapper.element));
  closeIterationScope(run, variableScope, loop?.kind === 'multiInstance' && loop.outputCollection !== undefined);
}

function triggerOf({ code }: ThrownError): Trigger {
  return { kind: 'error', code };
}

/** Code, message and data as variables of the catching path (docs/contributing/spec/events-and-errors.md#error-variables). */
export function payloadOf(
  trigger: CatchOf<'error'>,
  { kind, code, message, data }: Pick<ThrownError, 'code' | 'message' | 'data'> & { readonly kind?: ThrownError['kind'] },
): Variables {
  const payload: Record<string, Json> = noVariables();
  for (const name of trigger.dataVariables ?? []) payload[name] = data ?? (kind === 'errorEnd' ? null : { code, message });
  if (trigger.codeVariable !== undefined) payload[trigger.codeVariable] = code;
  if (trigger.messageVariable !== undefined) payload[trigger.messageVariable] = message;
  return payload;
}

/** `variables`: from a called instance (docs/contributing/spec/events-and-errors.md#escalation-across-a-call). */
interface Escalation {
  readonly code: string;
  readonly variables: Variables;
  readonly data?: Json;
}

/** Searches outward within this instance (docs/contributing/spec/events-and-errors.md#escalation-search). */
export function findEscalationCatcher(run: Run, from: ScopeOrdinal, code: string): CodeCatcher<'escalation'> | undefined {
  return searchOutward<CodeCatcher<'escalation'>>(
    run,
    from,
    (eventSubProcesses, scope) => subProcessCatcher(run, scope, eventSubProcesses, 'escalation', code),
    (host) => escalationCatcherOn(run, host, code),
  );
}

/** Boundary event; for an iteration, that of the loop. */
export function escalationCatcherOn(run: Run, entry: ActivityInstance, code: string): CodeCatcher<'escalation'> | undefined {
  return boundaryCatcher(run, entry, 'escalation', code);
}

/** Starts the path of the catcher, which may be interrupting (docs/contributing/spec/events-and-errors.md#caught-escalation). */
export function startEscalationCatcher(run: Run, catcher: CodeCatcher<'escalation'>, escalation: Escalation): void {
  const payload = escalationPayloadOf(catcher.trigger, escalation);
  const trigger = { kind: 'escalation', code: escalation.code } as const;
  if (catcher.kind === 'boundary') fireBoundary(run, catcher.boundary, catcher.host, payload, { trigger });
  else fireEventSubProcess(run, catcher.scope, catcher.eventSubProcess, payload, trigger);
}

function escalationPayloadOf(
  { codeVariable, dataVariables = [] }: CatchOf<'escalation'>,
  { code, variables, data }: Escalation,
): Variables {
  const payload: Record<string, Json> = { ...noVariables(), ...variables };
  if (data !== undefined) for (const name of dataVariables) payload[name] = data;
  if (codeVariable !== undefined) payload[codeVariable] = code;
  return payload;
}
