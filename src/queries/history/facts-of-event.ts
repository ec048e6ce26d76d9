import type { EngineEvent, SubscriptionClosed, SubscriptionOpened } from '../../engine/events.ts';
import { activityTypeOf } from '../../engine/model.ts';
import type { ActivityInstanceOrdinal, VariableScopeOrdinal } from '../../engine/ordinals.ts';
import type { Variables } from '../../engine/values.ts';
import { formatTimestamp } from '../../platform/clock.ts';
import { entityId } from '../../platform/ids.ts';

/** Types of history items; a test compares them with docs/contributing/spec/http/instances.md#history-types. */
export const HISTORY_TYPES: ReadonlySet<string> = new Set([
  'WorkflowStarted',
  'WorkflowMigrated',
  'WorkflowRestored',
  'WorkflowCompleted',
  'WorkflowCancelled',
  'WorkflowFailed',
  'ActivitySpawned',
  'ActivityExecutionStarted',
  'ActivityCompleted',
  'ActivityFailed',
  'ActivityCancelled',
  'SequenceFlowTaken',
  'ConditionEvaluated',
  'VariablesMerged',
  'WorkflowSuspended',
  'WorkflowResumed',
  'WorkflowModified',
  'VariablesEdited',
  'MessageSubscribed',
  'MessageReceived',
  'MessageUnsubscribed',
  'MessageThrown',
  'SignalSubscribed',
  'SignalReceived',
  'SignalUnsubscribed',
  'SignalThrown',
  'TimerScheduled',
  'TimerFired',
  'TimerCancelled',
  'ConditionSubscribed',
  'ConditionFired',
  'ConditionUnsubscribed',
  'UserTaskRegistered',
  'UserTaskClaimed',
  'UserTaskUnclaimed',
  'UserTaskEdited',
  'ChildWorkflowStarted',
  'ChildWorkflowEnded',
  'ChildWorkflowCancelRequested',
  'EscalationThrown',
  'ErrorThrown',
  'TransactionEnded',
  'CompensationStarted',
  'CompensationEnded',
]);

/** One history item without number and time (docs/contributing/spec/http/instances.md#history-types). */
export interface HistoryFact {
  readonly type: string;
  readonly activityId: string | null;
  /** activity instance; null: the item is about the whole instance, or the activity has none */
  readonly entry: number | null;
  /** called only for the items of a page */
  readonly data: () => Readonly<Record<string, unknown>>;
}

export type FactPlace = Pick<HistoryFact, 'activityId' | 'entry'>;

const NOWHERE: FactPlace = { activityId: null, entry: null };
const NO_DATA: HistoryFact['data'] = () => ({});

export function fact(type: string, { activityId, entry }: FactPlace, data: HistoryFact['data'] = NO_DATA): HistoryFact {
  return { type, activityId, entry, data };
}

/** The engine has an empty correlation key, the API null. */
function keyOf(key: string): string | null {
  return key === '' ? null : key;
}

/** Subscriptions: opened, closed by the event, closed without it. */
const TYPES = {
  message: ['MessageSubscribed', 'MessageReceived', 'MessageUnsubscribed'],
  signal: ['SignalSubscribed', 'SignalReceived', 'SignalUnsubscribed'],
  timer: ['TimerScheduled', 'TimerFired', 'TimerCancelled'],
  conditional: ['ConditionSubscribed', 'ConditionFired', 'ConditionUnsubscribed'],
} as const;

/**
 * Items of an opened or closed subscription. Of a boundary event, the activity id is its own, the activity instance that to which it is attached. An event
 * sub-process has no activity instance.
 */
function ofSubscription(event: SubscriptionOpened | SubscriptionClosed): readonly HistoryFact[] {
  const { element, entry } = event;
  return [fact(typeOf(event), { activityId: element, entry }, () => dataOf(event))];
}

function typeOf(event: SubscriptionOpened | SubscriptionClosed): string {
  const [opened, fired, disarmed] = TYPES[event.subject.kind];
  if (event.type === 'SubscriptionOpened') return opened;
  return event.fired ? fired : disarmed;
}

function dataOf({ type, subject }: SubscriptionOpened | SubscriptionClosed): Readonly<Record<string, unknown>> {
  switch (subject.kind) {
    case 'message':
      return { messageName: subject.name, correlationKey: keyOf(subject.key) };
    case 'signal':
      return { signalName: subject.name };
    case 'timer':
      return type === 'SubscriptionOpened' ? { dueAt: formatTimestamp(subject.schedule.dueAt) } : {};
    case 'conditional':
      return {};
  }
}

/** Data from earlier events that the items of the next event need. */
export interface HistorySoFar {
  readonly instanceId: string;
  /** places of all activity instances so far */
  readonly places: ReadonlyMap<ActivityInstanceOrdinal, FactPlace>;
  /** running called instances, by calling activity instance */
  readonly children: ReadonlyMap<ActivityInstanceOrdinal, string>;
  /** values that this event moves to another scope */
  readonly moved: Variables | undefined;
}

/** Builds items in order. */
type FactsOf<T extends EngineEvent['type']> = (
  event: Extract<EngineEvent, { type: T }>,
  soFar: HistorySoFar,
) => readonly HistoryFact[];

const NOTHING: readonly HistoryFact[] = [];

/** Event types without a builder are internal and have no history items. */
const FACTS: { readonly [T in EngineEvent['type']]?: FactsOf<T> } = {
  InstanceStarted: ({ definitionId: processDefinitionId, businessId, variables, reason }) => [
    fact('WorkflowStarted', NOWHERE, () => ({
      processDefinitionId,
      businessId,
      variables,
      ...(reason !== undefined && { reason }),
    })),
  ],
  InstanceRestored: ({ from: { instanceId: fromWorkflowInstanceId, seq: step }, reason }) => [
    fact('WorkflowRestored', NOWHERE, () => ({ fromWorkflowInstanceId, step, ...(reason !== undefined && { reason }) })),
  ],
  InstanceMigrated: ({ from: { definitionId: fromProcessDefinitionId }, definitionId: processDefinitionId, version }) => [
    fact('WorkflowMigrated', NOWHERE, () => ({ fromProcessDefinitionId, processDefinitionId, version })),
  ],
  InstanceCompleted: () => [fact('WorkflowCompleted', NOWHERE)],
  InstanceCancelled: ({ reason }) => [fact('WorkflowCancelled', NOWHERE, () => ({ reason }))],
  InstanceFailed: ({ element: activityId, code, message }) => [
    fact('WorkflowFailed', NOWHERE, () => ({ activityId, code, message })),
  ],
  InstanceSuspended: ({ by: suspendedBy, reason = null }) => [
    fact('WorkflowSuspended', NOWHERE, () => ({ suspendedBy, reason })),
  ],
  InstanceResumed: ({ by: suspendedBy, reason = null }) => [fact('WorkflowResumed', NOWHERE, () => ({ suspendedBy, reason }))],

  // an activity instance is created when its element starts, so both are simultaneous
  ElementActivated: ({ entry, element, elementType, loop, variableScope }, { instanceId }) => {
    const place = { activityId: element, entry };
    const data = () => ({
      activityType: activityTypeOf(elementType, loop),
      variablesStateId: entityId(instanceId, variableScope),
    });
    return [fact('ActivitySpawned', place, data), fact('ActivityExecutionStarted', place)];
  },
  ElementCompleted: ({ entry, skipped, decision }, soFar) => [
    ...childEnded(entry, soFar),
    fact('ActivityCompleted', placeOf(entry, soFar), () => ({ ...(skipped && { skipped }), ...(decision && { decision }) })),
  ],
  ElementFailed: ({ entry, code, message, isRecorded }, soFar) => [
    ...childEnded(entry, soFar),
    ...(isRecorded === true ? [] : [fact('ActivityFailed', placeOf(entry, soFar), () => ({ code, message }))]),
  ],
  ElementCancelled: ({ entry, reason }, soFar) => [
    ...childEnded(entry, soFar),
    fact('ActivityCancelled', placeOf(entry, soFar), () => ({ reason })),
  ],
  FlowTaken: ({ entry, flow: sequenceFlowId }, soFar) => [
    fact('SequenceFlowTaken', placeOf(entry, soFar), () => ({ sequenceFlowId })),
  ],
  ConditionEvaluated: ({ entry, flow: sequenceFlowId, result }, soFar) => [
    fact('ConditionEvaluated', placeOf(entry, soFar), () => ({ sequenceFlowId, result })),
  ],

  VariablesWritten: ({ variableScope, values }, soFar) => [merged(variableScope, values, soFar)],
  VariablesEdited: ({ variableScope, values: variables, removed, reason }, { instanceId }) => [
    fact('VariablesEdited', NOWHERE, () => ({
      ...{ variablesId: entityId(instanceId, variableScope), variables, removed },
      ...(reason !== undefined && { reason }),
    })),
  ],
  InstanceModified: ({ cancelled, started, reason = null }, { instanceId }) => [
    fact('WorkflowModified', NOWHERE, () => ({
      cancelled: cancelled.map(({ entry, element: activityId }) => ({
        activityId,
        activityInstanceId: entityId(instanceId, entry),
      })),
      started: started.map(({ element: activityId, at: position, opened: openedActivityIds = [] }) => ({
        activityId,
        position,
        openedActivityIds,
      })),
      reason,
    })),
  ],
  ItemsAdded: ({ variableScope }, soFar) => movedInto(variableScope, soFar),
  VariablesMoved: ({ into }, soFar) => movedInto(into, soFar),
  VariableScopeClosed: ({ into }, soFar) => movedInto(into, soFar),

  SubscriptionOpened: ofSubscription,
  SubscriptionClosed: ofSubscription,

  UserTaskCreated: ({ entry, assignee, candidateUsers, candidateGroups, expectedOutputs: expectedOutputVariables }, soFar) => [
    fact('UserTaskRegistered', placeOf(entry, soFar), () => ({
      assignee,
      candidateUsers,
      candidateGroups,
      expectedOutputVariables,
    })),
  ],
  UserTaskClaimed: ({ entry, userId: claimedBy }, soFar) => [
    fact('UserTaskClaimed', placeOf(entry, soFar), () => ({ claimedBy })),
  ],
  UserTaskUnclaimed: ({ entry }, soFar) => [fact('UserTaskUnclaimed', placeOf(entry, soFar))],
  UserTaskEdited: ({ entry, assignee, candidateUsers, candidateGroups, dueAt, followUpAt, priority }, soFar) => [
    fact('UserTaskEdited', placeOf(entry, soFar), () => ({
      ...{ assignee, candidateUsers, candidateGroups, priority },
      ...{ dueDate: timestampOf(dueAt), followUpDate: timestampOf(followUpAt) },
    })),
  ],

  ChildStarted: ({ entry, childInstanceId: childWorkflowInstanceId }, soFar) => [
    fact('ChildWorkflowStarted', placeOf(entry, soFar), () => ({ childWorkflowInstanceId })),
  ],
  ChildCancelRequested: ({ entry, childInstanceId: childWorkflowInstanceId, reason }, soFar) => [
    fact('ChildWorkflowCancelRequested', placeOf(entry, soFar), () => ({ childWorkflowInstanceId, reason })),
  ],

  SignalThrown: ({ entry, name: signalName }, soFar) => [fact('SignalThrown', placeOf(entry, soFar), () => ({ signalName }))],
  MessagePublished: ({ entry, name: messageName, key }, soFar) => [
    fact('MessageThrown', placeOf(entry, soFar), () => ({ messageName, correlationKey: keyOf(key) })),
  ],
  EscalationThrown: ({ entry, code: escalationCode }, soFar) => [
    fact('EscalationThrown', placeOf(entry, soFar), () => ({ escalationCode })),
  ],
  ErrorThrown: ({ entry, code: errorCode, message }, soFar) => [
    fact('ErrorThrown', placeOf(entry, soFar), () => ({ errorCode, message })),
  ],
  TransactionOutcome: ({ entry, outcome }, soFar) => [fact('TransactionEnded', placeOf(entry, soFar), () => ({ outcome }))],
  CompensationStarted: ({ thrower }, soFar) => [fact('CompensationStarted', placeOf(thrower, soFar))],
  CompensationEnded: ({ thrower }, soFar) => [fact('CompensationEnded', placeOf(thrower, soFar))],
};

/** Items of an event in order; [] for internal events. */
export function factsOf(event: EngineEvent, soFar: HistorySoFar): readonly HistoryFact[] {
  const facts = FACTS[event.type] as FactsOf<EngineEvent['type']> | undefined;
  return facts?.(event, soFar) ?? NOTHING;
}

function placeOf(entry: ActivityInstanceOrdinal, { places }: HistorySoFar): FactPlace {
  return places.get(entry) ?? NOWHERE;
}

function timestampOf<Absent extends null | undefined>(ms: number | Absent): string | Absent {
  return typeof ms === 'number' ? formatTimestamp(ms) : ms;
}

function childEnded(entry: ActivityInstanceOrdinal, soFar: HistorySoFar): readonly HistoryFact[] {
  const childWorkflowInstanceId = soFar.children.get(entry);
  if (childWorkflowInstanceId === undefined) return NOTHING;
  return [fact('ChildWorkflowEnded', placeOf(entry, soFar), () => ({ childWorkflowInstanceId }))];
}

function movedInto(into: VariableScopeOrdinal | null, soFar: HistorySoFar): readonly HistoryFact[] {
  return into === null || soFar.moved === undefined ? NOTHING : [merged(into, soFar.moved, soFar)];
}

function merged(variableScope: VariableScopeOrdinal, variables: Variables, { instanceId }: HistorySoFar): HistoryFact {
  return fact('VariablesMerged', NOWHERE, () => ({ variablesId: entityId(instanceId, variableScope), variables }));
}
