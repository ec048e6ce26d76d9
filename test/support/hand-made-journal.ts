import type { DefinitionDeployed, JournalEvent, StartTriggerRecord } from '../../src/engine/events/journal-events.ts';
import type { EngineEvent, SubscriptionOpened, UserTaskCreated } from '../../src/engine/events.ts';
import type { ElementType, UserTaskEdit } from '../../src/engine/model.ts';
import type { Variables } from '../../src/engine/values.ts';
import type { ReadJournalRow } from '../../src/projector/journal-row.ts';

/** Events written by hand, for tests that need a journal without an engine. Ordinals: 1 root scope, 2 root variables, entries from 3. */
const SINCE = Date.UTC(2026, 0, 31, 10, 20, 30, 123);

export function started(instanceId: string, variables: Variables = {}, businessId: string | null = null): EngineEvent {
  const definition = { definitionId: 'order:1:20260131T102030123Z', key: 'order', version: 1 };
  return {
    type: 'InstanceStarted',
    instanceId,
    ...definition,
    businessId,
    startElement: 'start',
    variables,
    rootVariables: 2,
    rootScope: 1,
  };
}
export function activated(entry: number, element: string, elementType: ElementType, variableScope = 2): EngineEvent {
  return { type: 'ElementActivated', entry, element, elementType, scope: 1, variableScope };
}
export function completed(entry: number, element: string, elementType: ElementType): EngineEvent {
  return { type: 'ElementCompleted', entry, element, elementType, since: SINCE };
}
export function failed(entry: number, element: string, elementType: ElementType, code: string, message: string): EngineEvent {
  return { type: 'ElementFailed', entry, element, elementType, since: SINCE, code, message };
}
export function cancelled(entry: number, element: string, elementType: ElementType, reason: string): EngineEvent {
  return { type: 'ElementCancelled', entry, element, elementType, since: SINCE, reason };
}
/** An element that begins and ends immediately. */
export function passed(entry: number, element: string, elementType: ElementType): EngineEvent[] {
  return [activated(entry, element, elementType), completed(entry, element, elementType)];
}
export function condition(entry: number, flow: string, result: boolean): EngineEvent {
  return { type: 'ConditionEvaluated', entry, flow, condition: 'amount > 10', source: 'gateway', target: 'review', result };
}
export function written(variableScope: number, values: Variables): EngineEvent {
  return { type: 'VariablesWritten', variableScope, values };
}
export function userTaskCreated(entry: number, element: string, assignment: Partial<UserTaskCreated> = {}): EngineEvent {
  const nobody = { assignee: null, candidateUsers: [], candidateGroups: [], expectedOutputs: [] };
  return { type: 'UserTaskCreated', entry, element, elementType: 'userTask', ...nobody, ...assignment };
}
export function userTaskClaimed(entry: number, element: string, userId: string): EngineEvent {
  return { type: 'UserTaskClaimed', entry, element, elementType: 'userTask', userId };
}
export function userTaskUnclaimed(entry: number, element: string): EngineEvent {
  return { type: 'UserTaskUnclaimed', entry, element, elementType: 'userTask' };
}
export function userTaskEdited(entry: number, element: string, edit: UserTaskEdit): EngineEvent {
  return { type: 'UserTaskEdited', entry, element, elementType: 'userTask', ...edit };
}
/** `entry` null: an event sub-process. */
export function subscribed(
  subscription: number,
  element: string,
  entry: number | null,
  subject: SubscriptionOpened['subject'],
): EngineEvent {
  return { type: 'SubscriptionOpened', subscription, subject, ...subscriber(element, entry) };
}
export function unsubscribed(
  subscription: number,
  element: string,
  entry: number | null,
  subject: SubscriptionOpened['subject'],
): EngineEvent {
  return { type: 'SubscriptionClosed', subscription, fired: true, subject, ...subscriber(element, entry) };
}
function subscriber(element: string, entry: number | null) {
  return { owner: entry === null ? 'eventSubProcess' : 'catch', entry, scope: 1, element, definition: 0 } as const;
}
export function instanceCompleted(): EngineEvent {
  return { type: 'InstanceCompleted', since: SINCE };
}
export function instanceFailed(element: string, code: string, message: string): EngineEvent {
  return { type: 'InstanceFailed', since: SINCE, element, code, message };
}
export function instanceCancelled(reason: string): EngineEvent {
  return { type: 'InstanceCancelled', since: SINCE, reason };
}
export function deployed(
  key: string,
  version: number,
  startTriggers: readonly StartTriggerRecord[] = [],
  isActive = true,
): DefinitionDeployed {
  const definitionId = `${key}:${version}:20260131T102030123Z`;
  const counts = { activitiesCount: 5, sequenceFlowsCount: 4 };
  return { type: 'DefinitionDeployed', definitionId, key, version, ...counts, isActive, startTriggers };
}
export function disabled(key: string): JournalEvent {
  return { type: 'DefinitionDisabled', key };
}
export function enabled(key: string, startTriggers: readonly StartTriggerRecord[] = []): JournalEvent {
  return { type: 'DefinitionEnabled', key, startTriggers };
}
export function startsOn(element: string, kind: StartTriggerRecord['kind'], text: string, definition = 0): StartTriggerRecord {
  const name = kind === 'message' || kind === 'signal' ? text : null;
  return { element, definition, kind, name, condition: kind === 'conditional' ? text : null };
}

/** A journal row whose events are of the present version. */
export type MadeRow = Omit<ReadJournalRow, 'events'> & { readonly events: readonly JournalEvent[] };

/** The journal rows of one subject: one list of events per row, one second apart. */
export function journalOf(subjectId: string, ...rows: readonly (readonly JournalEvent[])[]): MadeRow[] {
  return rows.map((events, index) => {
    const size = JSON.stringify(events).length;
    return { subjectId, seq: index + 1, at: new Date(SINCE + index * 1000), v: 1, events, size };
  });
}

/**
 * Three rows of an instance that waits for messages, signals and a child: it subscribes for itself and for an event sub-process, gets the
 * message twice, and ends while its child runs.
 */
export function listeningInstance(instanceId: string, childId: string, key: string): MadeRow[] {
  const message = { kind: 'message', name: 'paid', key } as const;
  const signal = { kind: 'signal', name: 'stop' } as const;
  const hot = { kind: 'conditional', isTrue: false } as const;
  return journalOf(
    instanceId,
    [
      started(instanceId, { key }),
      subscribed(3, 'stop-start', null, signal),
      ...passed(4, 'start', 'startEvent'),
      activated(5, 'wait', 'receiveTask'),
      subscribed(6, 'wait', 5, message),
      subscribed(7, 'late', 5, hot),
      activated(8, 'call', 'callActivity'),
      { type: 'ChildStarted', entry: 8, element: 'call', key: 'ship', childInstanceId: childId },
    ],
    [unsubscribed(6, 'wait', 5, message), subscribed(9, 'wait', 5, message)],
    [
      unsubscribed(9, 'wait', 5, message),
      unsubscribed(7, 'late', 5, hot),
      completed(5, 'wait', 'receiveTask'),
      completed(8, 'call', 'callActivity'),
      unsubscribed(3, 'stop-start', null, signal),
      instanceCompleted(),
    ],
  );
}

/** Three rows of an instance that starts, waits at a user task, is claimed, and ends: what a typical history holds. */
export function reviewedInstance(instanceId: string, amount: number): MadeRow[] {
  return journalOf(
    instanceId,
    [
      started(instanceId, { amount }, `PO-${amount}`),
      ...passed(3, 'start', 'startEvent'),
      activated(4, 'gateway', 'exclusiveGateway'),
      condition(4, 'flow3', amount > 10),
      completed(4, 'gateway', 'exclusiveGateway'),
      activated(5, 'review', 'userTask'),
      userTaskCreated(5, 'review', {
        assignee: 'john',
        candidateGroups: ['managers', 'a "quoted", one'],
        expectedOutputs: ['approved'],
      }),
    ],
    [userTaskClaimed(5, 'review', 'john')],
    [written(2, { approved: true }), completed(5, 'review', 'userTask'), ...passed(6, 'end', 'endEvent'), instanceCompleted()],
  );
}
