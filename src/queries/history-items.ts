import type { ElementActivated, EngineEvent, SubscriptionClosed, SubscriptionOpened } from '../engine/events.ts';
import { activityTypeOf } from '../engine/model.ts';
import type { EntryOrdinal, VariableScopeOrdinal } from '../engine/ordinals.ts';
import type { Variables } from '../engine/values.ts';
import { applyToVariables, type VariableScopes } from '../engine/variable-scopes.ts';
import { formatTimestamp } from '../platform/clock.ts';
import { entityId } from '../platform/ids.ts';

/** What one event looks like in the history, without its number and time (docs/spec/http/instances.md#history-types). */
export interface HistoryFact {
  readonly type: string;
  readonly activityId: string | null;
  /** the entry it is about; its GUID is derived only where somebody looks at it */
  readonly entry: EntryOrdinal | null;
  /** asked only for the facts of a page */
  readonly data: () => Readonly<Record<string, unknown>>;
}

type Place = Pick<HistoryFact, 'activityId' | 'entry'>;
type EventOf<T extends EngineEvent['type']> = Extract<EngineEvent, { type: T }>;

const NOWHERE: Place = { activityId: null, entry: null };
const NO_DATA: HistoryFact['data'] = () => ({});
const NOTHING: readonly HistoryFact[] = [];
/** Activity type of the entry that stands for a loop as a whole (docs/spec/http/instances.md#activity-types). */
const LOOP_TYPES = { multiInstance: 'MultiInstance', standardLoop: 'StandardLoop' } as const;

/**
 * Turns the events of one instance, in order from the first, into facts of its history. It carries what later events only name by number:
 * the elements of entries, the children of call activities, and the variables that move when a scope ends.
 */
export class HistoryReader {
  private readonly instanceId: string;
  private readonly places = new Map<EntryOrdinal, Place>();
  private readonly children = new Map<EntryOrdinal, string>();
  private readonly variables: VariableScopes = new Map();

  constructor(instanceId: string) {
    this.instanceId = instanceId;
  }

  /** The facts of the next event; none for bookkeeping that no client has a use for. */
  read(event: EngineEvent): readonly HistoryFact[] {
    const moved = this.movedBy(event);
    applyToVariables(this.variables, event);
    switch (event.type) {
      case 'InstanceStarted': {
        const { definitionId: processDefinitionId, businessId, variables } = event;
        return [fact('WorkflowStarted', NOWHERE, () => ({ processDefinitionId, businessId, variables }))];
      }
      case 'InstanceCompleted':
        return [fact('WorkflowCompleted', NOWHERE)];
      case 'InstanceCancelled':
        return [fact('WorkflowCancelled', NOWHERE, () => ({ reason: event.reason }))];
      case 'InstanceFailed':
        return [fact('WorkflowFailed', NOWHERE, () => ({ activityId: event.element, code: event.code, message: event.message }))];
      case 'VariablesWritten':
        return [this.merged(event.variableScope, event.values)];
      case 'VariablesMoved':
      case 'VariableScopeClosed':
        return event.into === null || moved === undefined ? NOTHING : [this.merged(event.into, moved)];
      case 'SubscriptionOpened':
      case 'SubscriptionClosed':
        return [fact(subscriptionType(event), placeOfSubscription(event), () => subscriptionData(event))];
      default:
        return 'entry' in event ? this.readOfEntry(event) : this.readCompensation(event);
    }
  }

  private readOfEntry(event: EngineEvent & { readonly entry: EntryOrdinal | null }): readonly HistoryFact[] {
    switch (event.type) {
      case 'ElementActivated':
        return this.activated(event);
      case 'ElementCompleted':
        return [...this.childEnded(event.entry), fact('ActivityCompleted', this.place(event.entry))];
      case 'ElementFailed': {
        const { code, message } = event;
        return [...this.childEnded(event.entry), fact('ActivityFailed', this.place(event.entry), () => ({ code, message }))];
      }
      case 'ElementCancelled':
        return [
          ...this.childEnded(event.entry),
          fact('ActivityCancelled', this.place(event.entry), () => ({ reason: event.reason })),
        ];
      case 'FlowTaken':
        return [fact('SequenceFlowTaken', this.place(event.entry), () => ({ sequenceFlowId: event.flow }))];
      case 'ConditionEvaluated':
        return [
          fact('ConditionEvaluated', this.place(event.entry), () => ({ sequenceFlowId: event.flow, result: event.result })),
        ];
      case 'ChildStarted':
        this.children.set(event.entry, event.childInstanceId);
        return [
          fact('ChildWorkflowStarted', this.place(event.entry), () => ({ childWorkflowInstanceId: event.childInstanceId })),
        ];
      case 'ChildCancelRequested': {
        // The child ends later and on its own: this journal does not say when.
        this.children.delete(event.entry);
        const { childInstanceId: childWorkflowInstanceId, reason } = event;
        return [fact('ChildWorkflowCancelRequested', this.place(event.entry), () => ({ childWorkflowInstanceId, reason }))];
      }
      default:
        return this.readTask(event);
    }
  }

  private readTask(event: EngineEvent & { readonly entry: EntryOrdinal | null }): readonly HistoryFact[] {
    switch (event.type) {
      case 'UserTaskCreated': {
        const { assignee, candidateUsers, candidateGroups, expectedOutputs: expectedOutputVariables } = event;
        const data = () => ({ assignee, candidateUsers, candidateGroups, expectedOutputVariables });
        return [fact('UserTaskRegistered', this.place(event.entry), data)];
      }
      case 'UserTaskClaimed':
        return [fact('UserTaskClaimed', this.place(event.entry), () => ({ claimedBy: event.userId }))];
      case 'UserTaskUnclaimed':
        return [fact('UserTaskUnclaimed', this.place(event.entry))];
      case 'SignalThrown':
        return [fact('SignalThrown', this.place(event.entry), () => ({ signalName: event.name }))];
      case 'MessagePublished':
        return [
          fact('MessageThrown', this.place(event.entry), () => ({ messageName: event.name, correlationKey: keyOf(event.key) })),
        ];
      case 'EscalationThrown':
        return [fact('EscalationThrown', this.place(event.entry), () => ({ escalationCode: event.code }))];
      case 'ErrorThrown':
        return [fact('ErrorThrown', this.place(event.entry), () => ({ errorCode: event.code, message: event.message }))];
      case 'TransactionOutcome':
        return [fact('TransactionEnded', this.place(event.entry), () => ({ outcome: event.outcome }))];
      default:
        return NOTHING;
    }
  }

  private readCompensation(event: EngineEvent): readonly HistoryFact[] {
    if (event.type === 'CompensationStarted') return [fact('CompensationStarted', this.place(event.thrower))];
    if (event.type === 'CompensationEnded') return [fact('CompensationEnded', this.place(event.thrower))];
    return NOTHING;
  }

  /** Creation and begin of execution are one moment: an entry is activated when its element begins to run. */
  private activated({ entry, element, elementType, loop, variableScope }: ElementActivated): readonly HistoryFact[] {
    const place = { activityId: element, entry };
    this.places.set(entry, place);
    const activityType = loop === undefined ? activityTypeOf(elementType) : LOOP_TYPES[loop];
    const data = () => ({ activityType, variablesStateId: entityId(this.instanceId, variableScope) });
    return [fact('ActivitySpawned', place, data), fact('ActivityExecutionStarted', place)];
  }

  private childEnded(entry: EntryOrdinal): readonly HistoryFact[] {
    const childWorkflowInstanceId = this.children.get(entry);
    if (childWorkflowInstanceId === undefined) return NOTHING;
    this.children.delete(entry);
    return [fact('ChildWorkflowEnded', this.place(entry), () => ({ childWorkflowInstanceId }))];
  }

  private place(entry: EntryOrdinal): Place {
    return this.places.get(entry) ?? NOWHERE;
  }

  private merged(variableScope: VariableScopeOrdinal, variables: Variables): HistoryFact {
    return fact('VariablesMerged', NOWHERE, () => ({ variablesId: entityId(this.instanceId, variableScope), variables }));
  }

  /** The values that leave a scope with this event; asked before it is applied. Undefined when none do. */
  private movedBy(event: EngineEvent): Variables | undefined {
    if (event.type !== 'VariablesMoved' && event.type !== 'VariableScopeClosed') return undefined;
    if (event.into === null) return undefined;
    const { values, locals } = this.variables.get(event.variableScope) ?? { values: {}, locals: null };
    const own = Object.entries(values).filter(([name]) => locals?.has(name) !== true);
    return own.length === 0 ? undefined : Object.fromEntries(own);
  }
}

function fact(type: string, { activityId, entry }: Place, data: HistoryFact['data'] = NO_DATA): HistoryFact {
  return { type, activityId, entry, data };
}

/** A boundary event waits on its host's entry but has an id of its own, as an event sub-process has without any entry. */
function placeOfSubscription({ entry, element }: SubscriptionOpened | SubscriptionClosed): Place {
  return { activityId: element, entry };
}

/** Names of waiting: opened, ended because the event came, ended without it. */
const SUBSCRIPTION_TYPES = {
  message: ['MessageSubscribed', 'MessageReceived', 'MessageUnsubscribed'],
  signal: ['SignalSubscribed', 'SignalReceived', 'SignalUnsubscribed'],
  timer: ['TimerScheduled', 'TimerFired', 'TimerCancelled'],
  conditional: ['ConditionSubscribed', 'ConditionFired', 'ConditionUnsubscribed'],
} as const;

function subscriptionType(event: EventOf<'SubscriptionOpened'> | EventOf<'SubscriptionClosed'>): string {
  const [opened, fired, disarmed] = SUBSCRIPTION_TYPES[event.subject.kind];
  if (event.type === 'SubscriptionOpened') return opened;
  return event.fired ? fired : disarmed;
}

function subscriptionData({ type, subject }: SubscriptionOpened | SubscriptionClosed): Readonly<Record<string, unknown>> {
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

/** The engine says "no key" with an empty text, the wire with null. */
function keyOf(key: string): string | null {
  return key === '' ? null : key;
}
