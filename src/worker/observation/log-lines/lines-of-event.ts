import type { EngineEvent } from '../../../engine/events.ts';
import { activityTypeOf } from '../../../engine/model.ts';
import { entityId } from '../../../platform/ids.ts';
import {
  type Before,
  compensationLines,
  type LinesOf,
  linesOfCancelledEntry,
  linesOfCompletedEntry,
  linesOfFailedAndEndedEntry,
  linesOfFailedInstance,
  linesOfIncident,
  linesOfOpenedLoop,
  linesOfPublishedMessage,
  linesOfRootListeners,
  linesOfTriggeredEvent,
  type TakeLine,
} from './element-lines.ts';
import { linesOfClosedSubscription, linesOfOpenedSubscription } from './waiting.ts';

type Table = { readonly [T in EngineEvent['type']]?: LinesOf<T> };

/** Names of variables are logged, values never (docs/contributing/spec/observability.md#never-logged). */
const LINES: Table = {
  InstanceStarted: (event, before, take) => {
    const { definitionId: ProcessDefinitionId, variables } = event;
    take('instance-created', () => ({ ProcessDefinitionId }));
    take('instance-started', () => ({ ProcessDefinitionId, VariableNames: Object.keys(variables) }));
    linesOfRootListeners(event, before, take);
  },
  InstanceCompleted: ({ since }, { now }, take) => take('instance-completed', () => ({ DurationMs: now - since })),
  InstanceCancelled: ({ reason: Reason, cause }, _before, take) => {
    if (cause?.kind === 'givenByCaller') take('cancel-requested', () => ({ Reason }));
    take('instance-cancelled', () => ({ Reason }));
  },
  InstanceFailed: linesOfFailedInstance,
  InstanceSuspended: ({ by: SuspendedBy, reason: Reason = '' }, _before, take) =>
    take('instance-suspended', () => ({ SuspendedBy, Reason })),
  InstanceResumed: ({ by: SuspendedBy, reason: Reason = '' }, _before, take) =>
    take('instance-resumed', () => ({ SuspendedBy, Reason })),
  InstanceCaughtUp: (_event, _before, take) => take('instance-caught-up'),
  IncidentRaised: linesOfIncident,
  IncidentEnded: ({ incident, outcome: Outcome }, { instanceId }, take) =>
    take('incident-ended', () => ({ IncidentId: entityId(instanceId, incident), Outcome })),

  ElementActivated: (event, before, take) => {
    take('entry-spawned', () => ({ ActivityType: activityTypeOf(event.elementType) }));
    take('execution-began');
    if (event.elementType === 'transaction') take('transaction-opened');
    linesOfTriggeredEvent(event, before, take);
  },
  ElementCompleted: linesOfCompletedEntry,
  ElementFailed: linesOfFailedAndEndedEntry,
  ElementCancelled: linesOfCancelledEntry,
  UserTaskClaimed: ({ userId: UserId }, _before, take) => take('user-task-claimed', () => ({ UserId })),
  UserTaskUnclaimed: (_event, _before, take) => take('user-task-unclaimed'),
  UserTaskEdited: ({ type: _type, entry: _entry, element: _element, elementType: _elementType, ...edit }, _before, take) =>
    take('user-task-edited', () => ({ Members: Object.keys(edit) })),

  SubscriptionOpened: linesOfOpenedSubscription,
  SubscriptionClosed: linesOfClosedSubscription,
  ConditionObserved: ({ isTrue }, _before, take) => {
    if (isTrue) take('conditional-event-fired');
  },

  VariablesWritten: ({ variableScope, values }, { instanceId }, take) =>
    take('variables-merged', () => ({
      VariablesStateId: entityId(instanceId, variableScope),
      VariableNames: Object.keys(values),
    })),
  VariablesEdited: ({ variableScope, values, removed }, { instanceId }, take) =>
    take('variables-edited', () => ({
      VariablesStateId: entityId(instanceId, variableScope),
      VariableNames: Object.keys(values),
      RemovedNames: removed,
    })),
  InstanceModified: ({ cancelled, started, reason }, _before, take) =>
    take('instance-modified', () => ({
      CancelledCount: cancelled.length,
      StartedActivityIds: started.map(({ element }) => element),
      Reason: reason ?? '',
    })),
  ItemsAdded: ({ variableScope, name }, { instanceId }, take) =>
    take('variables-merged', () => ({ VariablesStateId: entityId(instanceId, variableScope), VariableNames: [name] })),
  VariableScopeOpened: ({ variableScope }, { instanceId }, take) =>
    take('variable-scope-opened-or-removed', () => ({ VariablesStateId: entityId(instanceId, variableScope), Phase: 'opened' })),
  VariableScopeClosed: ({ variableScope }, { instanceId }, take) =>
    take('variable-scope-opened-or-removed', () => ({ VariablesStateId: entityId(instanceId, variableScope), Phase: 'removed' })),
  ScopeOpened: (_event, _before, take) => take('sub-process-opened-or-closed', () => ({ Phase: 'opened' })),
  ScopeClosed: (_event, _before, take) => take('sub-process-opened-or-closed', () => ({ Phase: 'closed' })),

  LoopOpened: linesOfOpenedLoop,
  JoinFired: ({ delivered }, _before, take) => take('complex-gateway-fired', () => ({ TokenCount: delivered.length })),
  LateTokenArrived: (_event, _before, take) => take('late-token-discarded'),

  ChildStarted: ({ key: CalledProcessKey, childInstanceId: ChildWorkflowInstanceId }, _before, take) =>
    take('child-instance-started', () => ({ CalledProcessKey, ChildWorkflowInstanceId })),
  SignalThrown: ({ name: SignalName }, _before, take) => take('signal-thrown', () => ({ SignalName })),
  MessagePublished: linesOfPublishedMessage,
  EscalationThrown: ({ code: EscalationCode, caught }, { state }, take) => {
    take('escalation-thrown', () => ({ EscalationCode }));
    if (caught) return;
    if (state.caller === null) take('escalation-not-caught', () => ({ EscalationCode }));
    else take('escalation-passed-to-parent', () => ({ EscalationCode }));
  },
  ...compensationLines,
};

/** Passes lines to `take` in the order in which they are written. */
export function linesOfEvent(event: EngineEvent, before: Before, take: TakeLine): void {
  const lines = LINES[event.type] as LinesOf<EngineEvent['type']> | undefined;
  lines?.(event, before, take);
}
