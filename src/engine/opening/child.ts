import type { EngineCommandOf } from '../commands.ts';
import { type Failure, following } from '../failures.ts';
import { type CallActivityModel, elementOf, type Mapping } from '../model.ts';
import type { ActivityInstanceOrdinal } from '../ordinals.ts';
import { cancelCall } from '../policies/cancellation.ts';
import { escalationCatcherOn, findEscalationCatcher, startEscalationCatcher } from '../policies/error-propagation.ts';
import { leave } from '../policies/leave.ts';
import { terminateIteration } from '../policies/loop.ts';
import { evaluateMappings } from '../policies/mapping.ts';
import { isCaught } from '../policies/raise-incident.ts';
import { applyCamundaOutputs, writtenBy } from '../policies/result.ts';
import { checkWriteSize, writeVariables } from '../policies/variable-scope.ts';
import { givenCancellation } from '../running/cancellations.ts';
import type { Run } from '../running/run.ts';
import { type ActivityInstance, awaitsResult } from '../state.ts';
import type { Json, Variables } from '../values.ts';

/**
 * Call activity of a notification. Undefined, and the notification is ignored, if it has ended, waits for a listener or has a blocking incident
 * (docs/contributing/spec/calls.md#call-activity).
 */
function openCall({ state }: Run, entry: ActivityInstanceOrdinal): ActivityInstance | undefined {
  return awaitsResult(state, entry) ? state.entries.get(entry) : undefined;
}

export function childStarted(run: Run, { entry, childInstanceId, key }: EngineCommandOf<'ChildStarted'>): undefined {
  const call = openCall(run, entry);
  if (call !== undefined) run.emit({ type: 'ChildStarted', entry, element: call.element, key, childInstanceId });
  return undefined;
}

/**
 * Completes the call activity with mapped variables. Local outputs are only for its output parameters
 * (docs/contributing/spec/calls.md#variables-out-of-a-call).
 */
export function childCompleted(run: Run, command: EngineCommandOf<'ChildCompleted'>): undefined {
  const entry = openCall(run, command.entry);
  if (entry === undefined) return undefined;
  storeChildResult(run, entry, command.variables);
  return undefined;
}

/** Maps and writes the variables, then leaves. A failure fails the call activity; a retry of its incident repeats it with the same variables. */
export function storeChildResult(run: Run, entry: ActivityInstance, variables: Variables): void {
  const values = passedOut(run, entry, variables);
  const failure = 'failure' in values ? values.failure : checkWriteSize(run, entry.variableScope, values.values);
  if (failure !== undefined || 'failure' in values) {
    run.fail(entry, entry.variableScope, failure as Failure, { kind: 'store', by: 'child', result: variables });
    return;
  }
  writeVariables(run, entry.variableScope, values.values);
  leave(run, elementOf(run.model, entry.element), entry, { result: values.local });
}

/** Fails the call activity with the code of the called instance, or because its outputs cannot be stored. */
export function childFailed(run: Run, command: EngineCommandOf<'ChildFailed'>): undefined {
  const entry = openCall(run, command.entry);
  if (entry === undefined) return undefined;
  const thrown = { ...following('calledInstance', command), ...(command.data === undefined ? {} : { data: command.data }) };
  const failure = storeResultOfFailed(run, entry, command) ?? thrown;
  run.fail(entry, entry.variableScope, failure);
  return undefined;
}

/** Stores outputs before an error is caught, if the engine of the file does so (docs/contributing/spec/calls.md#outputs-of-an-error). */
function storeResultOfFailed(
  run: Run,
  entry: ActivityInstance,
  { variables, code }: EngineCommandOf<'ChildFailed'>,
): Failure | undefined {
  const element = elementOf(run.model, entry.element) as CallActivityModel;
  const { call } = element;
  if (call.passesOutOnError !== true || variables === undefined || !isCaught(run, entry, code)) return undefined;
  const values = passedOut(run, entry, variables);
  if ('failure' in values) return values.failure;
  const tooLarge = checkWriteSize(run, entry.variableScope, values.values);
  if (tooLarge !== undefined) return tooLarge;
  writeVariables(run, entry.variableScope, values.values);
  if (call.passesAllOutLocally !== true) return undefined;
  return applyCamundaOutputs(run, element, entry, { variableScope: entry.variableScope, result: values.local });
}

/** Cancels the call activity (docs/contributing/spec/calls.md#end-of-a-call). */
export function childCancelled(run: Run, command: EngineCommandOf<'ChildCancelled'>): undefined {
  const entry = openCall(run, command.entry);
  if (entry === undefined) return undefined;
  const why = givenCancellation('calledInstance', command.reason);
  if (entry.index !== null) terminateIteration(run, entry, why);
  cancelCall(run, entry, why);
  run.tokenLeft(entry.scope, { kind: 'cancelled', why });
  return undefined;
}

/** Searches at the call activity, outward, then in the calling instance of this one (docs/contributing/spec/events-and-errors.md#escalation-across-a-call). */
export function childEscalated(run: Run, command: EngineCommandOf<'ChildEscalated'>): undefined {
  const entry = openCall(run, command.entry);
  if (entry === undefined) return undefined;
  const values = passedOut(run, entry, command.variables);
  const variables = 'failure' in values ? command.variables : values.values;
  const { code } = command;
  const catcher = escalationCatcherOn(run, entry, code) ?? findEscalationCatcher(run, entry.scope, code);
  if (catcher !== undefined) startEscalationCatcher(run, catcher, { code, variables });
  else {
    const passedOn = run.state.caller === null ? {} : { variables };
    run.emit({ type: 'EscalationThrown', entry: entry.ordinal, element: entry.element, code, caught: false, ...passedOn });
  }
  return undefined;
}

interface PassedOut {
  readonly values: Variables;
  readonly local: Variables;
}

function passedOut(run: Run, entry: ActivityInstance, variables: Variables): PassedOut | { failure: Failure } {
  const { call, id } = elementOf(run.model, entry.element) as CallActivityModel;
  const mapped = evaluateMappings(run, call.outputs, {
    ...{ element: id, variableScope: null, overlay: variables },
    around: entry.variableScope,
    into: writtenBy(run, entry),
  });
  if ('failure' in mapped) return mapped;
  const values: Record<string, Json> = {};
  const local: Record<string, Json> = call.passesAllOutLocally === true ? { ...variables } : {};
  const { outputsBeforeAll: first = 0 } = call;
  const write = ({ target, local: isLocal }: Mapping) => {
    const [name = target] = target.split('.');
    (isLocal === true ? local : values)[name] = mapped.values[name] ?? null;
  };
  call.outputs.slice(0, first).forEach(write);
  if (call.passesAllOut) Object.assign(values, variables);
  call.outputs.slice(first).forEach(write);
  return { values, local };
}
