import type { EngineCommandOf, Rejection } from '../commands.ts';
import type { Repeat } from '../events/incident-events.ts';
import type { Failure } from '../failures.ts';
import { elementOf, type IntermediateThrowEventModel } from '../model.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import { cancelBegun } from '../policies/cancellation.ts';
import { chooseFlows, NO_FLOWS } from '../policies/choose-flows.ts';
import { endIteration } from '../policies/iteration.ts';
import { jumpToCatch, leaveOnFlows } from '../policies/leave.ts';
import { aroundInputs } from '../policies/result.ts';
import { checkWriteSize, writeVariables } from '../policies/variable-scope.ts';
import { scopeEnded } from '../running/cancellations.ts';
import type { Run } from '../running/run.ts';
import { type ActivityInstance, activityInstanceIn, type IncidentState, isTerminal } from '../state.ts';
import type { Variables } from '../values.ts';
import { editVariables } from './instance-commands.ts';
import { retryListener } from './listener-job.ts';
import { repeat } from './repeat.ts';
import { beginProcess } from './start-instance.ts';

/** Writes the variables, then continues the token, listener or process. A write that is too large is a new incident. */
function completeFailed(run: Run, incident: IncidentState, variables: Variables): void {
  const entry = incident.entry === null ? null : activityInstanceIn(run.state, incident.entry);
  const { repeat } = incident;
  if (repeat.kind === 'listen') {
    retryListener(run, incident.entry, repeat.listening, variables);
    return;
  }
  const around = entry === null ? run.state.rootVariables : aroundInputs(run, entry.variableScope);
  const tooLarge = store(run, around, variables);
  if (entry === null) continueProcess(run, incident, tooLarge);
  else if (tooLarge !== undefined) run.fail(entry, entry.variableScope, tooLarge, repeat);
  // the element keeps waiting
  else if (repeat.kind !== 'condition' && repeat.kind !== 'arm' && repeat.kind !== 'wait') completeFailedEntry(run, entry);
}

function store(run: Run, into: VariableScopeOrdinal, variables: Variables): Failure | undefined {
  const tooLarge = checkWriteSize(run, into, variables);
  if (tooLarge === undefined) writeVariables(run, into, variables);
  return tooLarge;
}

function continueProcess(run: Run, { element, repeat }: IncidentState, tooLarge: Failure | undefined): void {
  if (tooLarge !== undefined) run.raiseIncident({ entry: null, element }, tooLarge, repeat);
  else if (repeat.kind === 'begin') beginProcess(run, repeat);
  else if (repeat.kind === 'end') run.emit({ type: 'InstanceCompleted', since: run.state.startedAt });
}

/** Takes its flows, without output mappings and without events that it would still throw. */
function completeFailedEntry(run: Run, entry: ActivityInstance): void {
  const element = elementOf(run.model, entry.element);
  run.completedByCaller = { entry: entry.ordinal, cause: { kind: 'givenByCaller' } };
  cancelBegun(run, entry, scopeEnded);
  if (run.behaviours[element.type].jump(element)?.from === element.id) {
    jumpToCatch(run, element as IntermediateThrowEventModel, entry);
    return;
  }
  if (entry.index !== null) {
    endIteration(run, element, entry);
    return;
  }
  const choice = entry.compensates === null ? chooseFlows(run, element, entry, entry.variableScope) : NO_FLOWS;
  if ('failure' in choice) run.fail(entry, entry.variableScope, choice.failure, { kind: 'leave', done: 'stored' });
  else leaveOnFlows(run, element, entry, choice.flows);
}

/** Sets the given variables, then repeats the failed part with the current ones (docs/contributing/spec/incidents.md#retry). */
export function retryIncident(run: Run, command: EngineCommandOf<'RetryIncident'>): Rejection | undefined {
  const incident = openIncidentOf(run, command.incident);
  if (incident === undefined) return NOT_FOUND;
  const { variables: values, reason } = command;
  if (values !== undefined) {
    const edit = { scope: null, values, removed: [], ...(reason !== undefined && { reason }) };
    const rejection = editVariables(run, { type: 'EditVariables', ...edit });
    if (rejection !== undefined) return rejection;
  }
  end(run, incident, 'retried');
  repeat(run, incident);
  return undefined;
}

/** Completes the failed part with these variables as result (docs/contributing/spec/incidents.md#resolve). */
export function resolveIncident(run: Run, command: EngineCommandOf<'ResolveIncident'>): Rejection | undefined {
  const incident = openIncidentOf(run, command.incident);
  if (incident === undefined) return NOT_FOUND;
  if (!isResolvable(run, incident))
    return { code: 'INCIDENT_NOT_RESOLVABLE', reason: REASONS[incident.repeat.kind] ?? UNDECIDED };
  end(run, incident, 'resolved');
  completeFailed(run, incident, command.variables);
  return undefined;
}

const NOT_FOUND: Rejection = { code: 'INCIDENT_NOT_FOUND' };

function openIncidentOf({ state }: Run, ordinal: number): IncidentState | undefined {
  return isTerminal(state) ? undefined : state.incidents.get(ordinal);
}

const UNDECIDED = 'it has no rule for the way of its token';

/** Why some incidents can only be retried. */
const REASONS: { readonly [K in Repeat['kind']]?: string } = {
  run: 'the run has steps left',
  join: 'tokens it waits for may still come',
  loop: 'its loop is not over',
  adHoc: 'its body is not over',
  lead: 'only its job chooses what starts',
};

/** Returns false also if it is not known which flow to take: a gateway failed, or no condition was true. */
function isResolvable(run: Run, { repeat: { kind }, entry, cause }: IncidentState): boolean {
  if (REASONS[kind] !== undefined) return false;
  if (entry === null || (kind !== 'enter' && kind !== 'leave')) return true;
  return cause.kind !== 'noWayOut' && !activityInstanceIn(run.state, entry).elementType.endsWith('Gateway');
}

function end(run: Run, ended: IncidentState, outcome: 'retried' | 'resolved'): void {
  const { incident, entry, element } = ended;
  run.endedIncident = ended;
  run.emit({ type: 'IncidentEnded', incident, entry, element, outcome });
}
