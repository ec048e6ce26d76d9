import type { EngineEvent } from '../../../engine/events.ts';
import { activityTypeOf } from '../../../engine/model.ts';
import { entityId } from '../../../platform/ids.ts';
import type { Before, TakeLine } from './before.ts';
import { compensationLines } from './compensation.ts';
import { ofCancelledEntry, ofCompletedEntry, ofFailedEntryAndItsEnd, ofOpenedLoop } from './entries.ts';
import { ofFailedInstance, ofPublishedMessage } from './failures.ts';
import { ofCatcher, ofRootListeners } from './paths.ts';
import { ofClosedSubscription, ofOpenedSubscription } from './waiting.ts';

/** The lines of one type of event: a function of the event and the instance before it. */
export type LinesOf<T extends EngineEvent['type']> = (
  event: Extract<EngineEvent, { type: T }>,
  before: Before,
  take: TakeLine,
) => void;

type Table = { readonly [T in EngineEvent['type']]?: LinesOf<T> };

/** The log lines of each type of event. Names of variables are logged, values never (docs/spec/observability.md#never-logged). */
const LINES: Table = {
  InstanceStarted: (event, before, take) => {
    const { definitionId: ProcessDefinitionId, variables } = event;
    take(6001, 'instance created', () => ({ ProcessDefinitionId }));
    take(1002, 'instance started', () => ({ ProcessDefinitionId, VariableNames: Object.keys(variables) }));
    ofRootListeners(event, before, take);
  },
  InstanceCompleted: ({ since }, { now }, take) => take(1003, 'instance completed', () => ({ DurationMs: now - since })),
  InstanceCancelled: ({ reason: Reason, cause }, _before, take) => {
    if (cause?.kind === 'givenByCaller') take(1030, 'cancel of the instance asked for', () => ({ Reason }));
    take(1004, 'instance cancelled', () => ({ Reason }));
  },
  InstanceFailed: ofFailedInstance,

  ElementActivated: (event, before, take) => {
    take(2000, 'entry spawned', () => ({ ActivityType: activityTypeOf(event.elementType) }));
    take(2001, 'execution began');
    if (event.elementType === 'transaction') take(1100, 'transaction opened');
    ofCatcher(event, before, take);
  },
  ElementCompleted: ofCompletedEntry,
  ElementFailed: ofFailedEntryAndItsEnd,
  ElementCancelled: ofCancelledEntry,
  UserTaskClaimed: ({ userId: UserId }, _before, take) => take(1060, 'user task claimed', () => ({ UserId })),
  UserTaskUnclaimed: (_event, _before, take) => take(1061, 'user task unclaimed'),

  SubscriptionOpened: ofOpenedSubscription,
  SubscriptionClosed: ofClosedSubscription,
  ConditionObserved: ({ isTrue }, _before, take) => {
    if (isTrue) take(1026, 'conditional event fired');
  },

  VariablesWritten: ({ variableScope, values }, { instanceId }, take) =>
    take(3002, 'variables merged', () => ({
      VariablesStateId: entityId(instanceId, variableScope),
      VariableNames: Object.keys(values),
    })),
  VariableScopeOpened: ({ variableScope }, { instanceId }, take) =>
    take(3003, 'variable scope opened', () => ({ VariablesStateId: entityId(instanceId, variableScope), Phase: 'opened' })),
  VariableScopeClosed: ({ variableScope }, { instanceId }, take) =>
    take(3003, 'variable scope removed', () => ({ VariablesStateId: entityId(instanceId, variableScope), Phase: 'removed' })),
  ScopeOpened: (_event, _before, take) => take(1023, 'sub-process opened', () => ({ Phase: 'opened' })),
  ScopeClosed: (_event, _before, take) => take(1023, 'sub-process closed', () => ({ Phase: 'closed' })),

  LoopOpened: ofOpenedLoop,
  JoinFired: ({ delivered }, _before, take) => take(1081, 'complex gateway fired', () => ({ TokenCount: delivered.length })),
  LateTokenArrived: (_event, _before, take) => take(1082, 'complex gateway swallowed a late token'),

  ChildStarted: ({ key: CalledProcessKey, childInstanceId: ChildWorkflowInstanceId }, _before, take) =>
    take(1021, 'child instance started', () => ({ CalledProcessKey, ChildWorkflowInstanceId })),
  SignalThrown: ({ name: SignalName }, _before, take) => take(1018, 'signal thrown', () => ({ SignalName })),
  MessagePublished: ofPublishedMessage,
  EscalationThrown: ({ code: EscalationCode, caught }, { state }, take) => {
    take(1090, 'escalation thrown', () => ({ EscalationCode }));
    if (caught) return;
    if (state.caller === null) take(3030, 'escalation not caught', () => ({ EscalationCode }));
    else take(1092, 'escalation passed to the parent instance', () => ({ EscalationCode }));
  },
  ...compensationLines,
};

/** Gives the lines of one event to `take`, in the order in which they are written. */
export function linesOfEvent(event: EngineEvent, before: Before, take: TakeLine): void {
  const lines = LINES[event.type] as LinesOf<EngineEvent['type']> | undefined;
  lines?.(event, before, take);
}
