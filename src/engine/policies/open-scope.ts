import type { Trigger } from '../causes.ts';
import type { Failure } from '../failures.ts';
import { armsScope, startOf } from '../model/model-shape.ts';
import { containerOf, type EventSubProcessModel, elementOf, isSubscribing } from '../model.ts';
import type { ScopeOrdinal } from '../ordinals.ts';
import { interruptedByEventSubProcess, scopeEnded } from '../running/cancellations.ts';
import type { Run } from '../running/run.ts';
import { type ActivityInstance, openScope } from '../state.ts';
import type { Variables } from '../values.ts';
import { activateWithInputs } from './activation.ts';
import { beginWith } from './boundary.ts';
import { cancelInside, cancelOtherTokens } from './cancellation.ts';
import { abortCompensationRunsIn } from './compensation-log.ts';
import { runStartListeners } from './listeners.ts';
import { closeOwnJobOf } from './own-job-end.ts';
import { subscribe, unsubscribeScope } from './subscriptions.ts';

/** Subscribes event sub-processes and queues the start tokens (docs/contributing/spec/execution.md#opening-a-scope). */
export function openBody(run: Run, host: ActivityInstance): Failure | undefined {
  const scope = openScopeOf(run, host, 'body');
  const { container, variableScope } = openScope(run.state, scope);
  const { starts } = containerOf(run.model, container);
  const subscribesLater = starts.some((start) => armsScope(elementOf(run.model, start)));
  const failure = subscribesLater ? undefined : subscribeEventSubProcesses(run, scope);
  if (failure !== undefined) return failure;
  for (const element of starts) run.agenda.add({ element, flow: null, scope, variableScope });
  if (starts.length === 0) run.tokenLeft(scope);
  return undefined;
}

/** Its variables are below those of the sub-process instance. */
export function openScopeOf(run: Run, host: ActivityInstance, kind: 'body' | 'handler'): ScopeOrdinal {
  const scope = run.ordinals.nextScope();
  const variableScope = run.ordinals.nextVariableScope();
  run.emit({ type: 'VariableScopeOpened', variableScope, kind, parent: host.variableScope });
  run.emit({ type: 'ScopeOpened', scope, container: host.element, host: host.ordinal, parent: host.scope, variableScope });
  return scope;
}

/** All, in document order. Texts read the variables of this scope (docs/contributing/spec/waiting.md#correlation-key). */
export function subscribeEventSubProcesses(run: Run, scope: ScopeOrdinal): Failure | undefined {
  const { container } = openScope(run.state, scope);
  for (const id of containerOf(run.model, container).eventSubProcesses) {
    const failure = subscribeEventSubProcess(run, scope, elementOf(run.model, id) as EventSubProcessModel);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

/** docs/contributing/spec/events-and-errors.md#several-definitions-caught @param again it has fired before */
export function subscribeEventSubProcess(
  run: Run,
  scope: ScopeOrdinal,
  eventSubProcess: EventSubProcessModel,
  again = false,
): Failure | undefined {
  const start = startOf(run.model, eventSubProcess);
  for (const [definition, trigger] of start.triggers.entries()) {
    if (!isSubscribing(trigger)) continue;
    const owner = { owner: 'eventSubProcess', entry: null, scope, element: start.id, definition } as const;
    const failure = subscribe(run, owner, trigger, openScope(run.state, scope).variableScope, again);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

/** Mapped inputs read the scope as it was before an interruption (docs/contributing/spec/execution.md#interrupting-event-sub-process). */
export function fireEventSubProcess(
  run: Run,
  scope: ScopeOrdinal,
  eventSubProcess: EventSubProcessModel,
  payload: Variables,
  trigger: Trigger,
): void {
  const start = startOf(run.model, eventSubProcess);
  const { variableScope } = openScope(run.state, scope);
  const { entry: host, failure: unmapped } = activateWithInputs(
    run,
    eventSubProcess,
    { flow: null, scope, variableScope },
    { host: true, trigger },
  );
  if (start.isInterrupting) {
    run.emit({ type: 'ScopeInterrupted', scope, by: eventSubProcess.id });
    unsubscribeScope(run, scope);
    const interrupted = openScope(run.state, scope).host;
    if (interrupted !== null) closeOwnJobOf(run, interrupted);
    const why = interruptedByEventSubProcess(eventSubProcess.id);
    cancelOtherTokens(run, scope, host.ordinal, why);
    abortCompensationRunsIn(run, scope, why);
  }
  if (unmapped === undefined) openHandler(run, eventSubProcess, host, payload, trigger);
  else run.fail(host, host.variableScope, unmapped, { kind: 'enter', payload, trigger });
}

/** Runs start listeners; without a listener job, also activates the start event. */
export function openHandler(
  run: Run,
  eventSubProcess: EventSubProcessModel,
  host: ActivityInstance,
  payload: Variables,
  trigger?: Trigger,
): void {
  const body = openScopeOf(run, host, 'handler');
  const subscribeFailure = armsScope(startOf(run.model, eventSubProcess)) ? undefined : subscribeEventSubProcesses(run, body);
  const listenerResult = subscribeFailure ?? runStartListeners(run, eventSubProcess, host, { result: payload });
  if (listenerResult === undefined) beginHandler(run, eventSubProcess, host, payload);
  else if (listenerResult !== 'wait') {
    cancelInside(run, host, scopeEnded);
    run.fail(host, host.variableScope, listenerResult, { kind: 'enter', payload, ...(trigger === undefined ? {} : { trigger }) });
  }
}

/** Activates the start event, after the start listeners. */
export function beginHandler(run: Run, eventSubProcess: EventSubProcessModel, host: ActivityInstance, payload: Variables): void {
  const [scope] = run.state.bodies.get(host.ordinal) ?? [];
  const { variableScope } = openScope(run.state, scope as ScopeOrdinal);
  const start = startOf(run.model, eventSubProcess);
  const entry = run.activate(start, { flow: null, scope: scope as ScopeOrdinal, variableScope });
  beginWith(run, start, entry, payload);
}
