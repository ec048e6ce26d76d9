import { scopeEnded } from '../cancellations.ts';
import type { Failure } from '../failures.ts';
import { elementOf, type IntermediateThrowEventModel } from '../model.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import { cancelBegun } from '../policies/cancellation.ts';
import { chooseFlows, NO_FLOWS } from '../policies/choose-flows.ts';
import { endIteration } from '../policies/iteration.ts';
import { jumpToCatch, leaveOnFlows } from '../policies/leave.ts';
import { aroundInputs } from '../policies/result.ts';
import { writeVariables } from '../policies/variable-scope.ts';
import { checkWriteSize } from '../policies/variable-size.ts';
import type { Run } from '../run.ts';
import { type EntryState, entryIn, type IncidentState } from '../state.ts';
import type { Variables } from '../values.ts';
import { retryListener } from './listener-job.ts';
import { beginProcess } from './start-instance.ts';

/** Resolves an incident: completes the failed part with the given result and continues its token (docs/contributing/spec/incidents.md#resolve). */
export function completeFailed(run: Run, incident: IncidentState, variables: Variables): void {
  const entry = incident.entry === null ? null : entryIn(run.state, incident.entry);
  const { repeat } = incident;
  if (repeat.kind === 'listen') {
    retryListener(run, incident.entry, repeat.listening, variables);
    return;
  }
  const around = entry === null ? run.state.rootVariables : aroundInputs(run, entry.variableScope);
  const tooLarge = store(run, around, variables);
  if (entry === null) continueProcess(run, incident, tooLarge);
  else if (tooLarge !== undefined) run.fail(entry, entry.variableScope, tooLarge, repeat);
  // the element itself keeps waiting
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

/** Leaves without the remaining work: maps no outputs and throws no further events. */
function completeFailedEntry(run: Run, entry: EntryState): void {
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
