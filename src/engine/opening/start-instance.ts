import type { EngineCommandOf } from '../commands.ts';
import type { AfterListeners } from '../events/job-events.ts';
import type { Failure } from '../failures.ts';
import { armsScope, extOutputsOf, initiatorOf } from '../model/model-shape.ts';
import { containerOf, elementOf } from '../model.ts';
import { failInstance } from '../policies/instance-failure.ts';
import { type ListenerResult, processAsOwner, runListeners } from '../policies/listeners.ts';
import { evaluateMappings } from '../policies/mapping.ts';
import { subscribeEventSubProcesses } from '../policies/open-scope.ts';
import { failProcess } from '../policies/raise-incident.ts';
import { withReceived } from '../policies/result.ts';
import { unsubscribeScope } from '../policies/subscriptions.ts';
import type { Run } from '../running/run.ts';
import type { Beginning } from '../state/paused-runs.ts';
import { isSuspended } from '../state/suspension.ts';
import { copyVariables, type Variables } from '../values.ts';
import { hold } from './suspend.ts';

/**
 * Creates root variables, the root scope with its event sub-processes, and the first token. The inbox has already removed duplicates
 * (docs/contributing/spec/execution.md#start-of-an-instance).
 */
export function start(run: Run, command: EngineCommandOf<'StartInstance'>): undefined {
  if (run.state.status !== 'new') throw new Error(`instance ${command.instanceId} was started before`);
  const startElement = command.startElement ?? containerOf(run.model, run.model.key).starts[0] ?? null;
  const payload = payloadOf(run, command);
  const given = 'failure' in payload ? command.variables : payload.values;
  const { initialVariables } = run.model;
  run.emit({
    type: 'InstanceStarted',
    instanceId: command.instanceId,
    definitionId: command.definitionId,
    key: run.model.key,
    version: command.version,
    businessId: command.businessId,
    startElement,
    variables: initialVariables === undefined ? given : copyVariables({ ...initialVariables, ...given }),
    rootVariables: run.ordinals.nextVariableScope(),
    rootScope: run.ordinals.nextScope(),
    ...(command.caller === undefined ? {} : { caller: command.caller }),
  });
  const rest = { startElement, ...(command.startElement === undefined ? {} : { isTriggered: true as const }) };
  if ('failure' in payload) {
    failInstance(run, null, payload.failure);
    return undefined;
  }
  if (command.hold !== undefined) hold(run, command.hold);
  beginUnlessSuspended(run, rest);
  return undefined;
}

/** Starts the process; a suspended instance starts at its resume (docs/contributing/spec/suspension.md#born-suspended). */
export function beginUnlessSuspended(run: Run, begins: Beginning): void {
  if (isSuspended(run.state)) run.emit({ type: 'RunPaused', steps: [], stepsTaken: 0, begins });
  else openProcess(run, begins);
}

/** Runs start listeners of the process first. */
export function openProcess(run: Run, rest: Beginning): void {
  const listenerResult = runProcessStartListeners(run, rest);
  if (listenerResult === undefined) beginProcess(run, rest);
  else if (listenerResult !== 'wait') failProcess(run, listenerResult, { kind: 'begin', ...rest });
}

function runProcessStartListeners(run: Run, rest: AfterListeners): ListenerResult {
  return runListeners(run, processAsOwner(run), 'start', { entry: null, variableScope: run.state.rootVariables, rest });
}

/** Subscribes event sub-processes, unless the start event does, and queues the first token. */
export function beginProcess(run: Run, { startElement = null, isTriggered }: AfterListeners): void {
  const { rootScope, rootVariables } = run.state;
  const subscribesLater = startElement !== null && armsScope(elementOf(run.model, startElement));
  const failure = subscribesLater ? undefined : subscribeEventSubProcesses(run, rootScope);
  if (failure !== undefined) failBeginning(run, failure, { startElement, ...(isTriggered === undefined ? {} : { isTriggered }) });
  else if (startElement === null) run.tokenLeft(rootScope);
  else if (isTriggered === true) enterTriggered(run, startElement);
  else run.agenda.add({ element: startElement, flow: null, scope: rootScope, variableScope: rootVariables });
}

/** Cancels subscriptions: a retry creates all of them. */
function failBeginning(run: Run, failure: Failure, beginning: Beginning): void {
  unsubscribeScope(run, run.state.rootScope);
  failProcess(run, failure, { kind: 'begin', ...beginning, isHeard: true });
}

function enterTriggered(run: Run, startElement: string): void {
  const element = elementOf(run.model, startElement);
  const { rootScope: scope, rootVariables: variableScope } = run.state;
  run.behaviours[element.type].onTriggeredStart(run, element, { scope, variableScope });
}

/** Payload of an event, by output mappings of its start event. Start variables are not mapped. */
function payloadOf(run: Run, command: EngineCommandOf<'StartInstance'>): { values: Variables } | { failure: Failure } {
  const { startElement, variables } = command;
  const outputs = startElement === undefined ? [] : extOutputsOf(elementOf(run.model, startElement));
  if (startElement === undefined) return { values: withInitiator(run, command) };
  if (outputs.length === 0) return { values: withReceived(elementOf(run.model, startElement), variables) };
  return evaluateMappings(run, outputs, { element: startElement, variableScope: null, overlay: variables });
}

/** Adds the variable for the user, unless the request sets it. */
function withInitiator(run: Run, { variables, starter }: EngineCommandOf<'StartInstance'>): Variables {
  const start = containerOf(run.model, run.model.key).starts[0];
  const element = start === undefined || starter === undefined ? undefined : elementOf(run.model, start);
  const name = element === undefined ? undefined : initiatorOf(element);
  if (name === undefined || starter === undefined || Object.hasOwn(variables, name)) return variables;
  return { ...variables, [name]: starter };
}
