import { JsonList } from '../platform/answer.ts';
import { formatTimestamp } from '../platform/clock.ts';
import { entityId } from '../platform/ids.ts';
import type { InstanceStateItem, LargeInstanceState, StateTotals } from '../queries/instances/instance-state.ts';
import type { Paging } from '../queries/lists/paging.ts';
import type { Wait, WaitedChild, WaitedCustomTask, WaitedEvent } from '../waits/wait.ts';
import { calledIncidentJson } from './schemas/called-incidents.ts';
import type { entry as entrySchema, stateResponse } from './schemas/instance-state.ts';
import type { ResponseBody } from './schemas/values.ts';
import type { waitItem } from './schemas/waits.ts';

type StateBody = ResponseBody<typeof stateResponse>;
type EntryBody = ResponseBody<typeof entrySchema>;
type LiveEntry = InstanceStateItem['live']['entries'][number];
type LiveScope = InstanceStateItem['live']['variableScopes'][number];
type EndedEntry = InstanceStateItem['ended'][number];
type Condition = InstanceStateItem['conditions'][number];
type Lists = {
  readonly [M in keyof Omit<StateBody, 'suspendedBy'> as NonNullable<StateBody[M]> extends readonly unknown[]
    ? M
    : never]: unknown;
};

export function stateJson(state: InstanceStateItem): StateBody {
  const { instanceId, live, ended } = state;
  return inOrder(state, {
    activeActivityIds: live.entries.map((entry) => entry.element),
    completedActivityIds: ended.map((entry) => entry.element),
    activeActivities: live.entries.map((entry) => activeJson(instanceId, entry)),
    completedActivities: ended.map((entry) => endedJson(instanceId, entry)),
    variableStates: live.variableScopes.map((scope) => scopeJson(instanceId, scope)),
    conditionSequences: state.conditions.map(conditionJson),
  });
}

/** The lists are written in parts. `paging` undefined: whole lists. */
export function stateMembers(state: LargeInstanceState, totals: StateTotals, paging: Paging | undefined): object {
  const { instanceId, live } = state;
  const parsed =
    <T>(toJson: (item: T) => unknown) =>
    (text: string) =>
      JSON.stringify(toJson(JSON.parse(text) as T));
  const living = <T>(items: readonly T[], toJson: (item: T) => unknown) =>
    JsonList.of(
      () => [items],
      (item: T) => JSON.stringify(toJson(item)),
    );
  const lists = inOrder(state, {
    activeActivityIds: living(live.entries, (entry) => entry.element),
    completedActivityIds: JsonList.of(state.endedElements, (text) => text),
    activeActivities: living(live.entries, (entry) => activeJson(instanceId, entry)),
    completedActivities: JsonList.of(
      state.ended,
      parsed<EndedEntry>((entry) => endedJson(instanceId, entry)),
    ),
    variableStates: living(live.variableScopes, (scope) => scopeJson(instanceId, scope)),
    conditionSequences: JsonList.of(state.conditions, parsed(conditionJson)),
  } satisfies { readonly [M in keyof Lists]: JsonList });
  return paging === undefined ? lists : { ...lists, paging: { ...paging, totalCounts: totalCounts(totals) } };
}

/** Members in their documented order. */
function inOrder<L extends Lists>(state: Omit<InstanceStateItem, 'ended' | 'conditions'>, lists: L) {
  return {
    activeActivityIds: lists.activeActivityIds as L['activeActivityIds'],
    completedActivityIds: lists.completedActivityIds as L['completedActivityIds'],
    isStarted: state.startedAt !== null,
    isCompleted: state.isCompleted,
    isCancelled: state.isCancelled,
    isFailed: state.isFailed,
    ...(state.suspendedBy.length > 0 && { isSuspended: true, suspendedBy: state.suspendedBy as StateBody['suspendedBy'] }),
    businessId: state.businessId,
    processDefinitionId: state.definitionId,
    createdAt: formatTimestamp(state.createdAt),
    executionStartedAt: state.startedAt && formatTimestamp(state.startedAt),
    completedAt: state.completedAt && formatTimestamp(state.completedAt),
    activeActivities: lists.activeActivities as L['activeActivities'],
    completedActivities: lists.completedActivities as L['completedActivities'],
    variableStates: lists.variableStates as L['variableStates'],
    conditionSequences: lists.conditionSequences as L['conditionSequences'],
  };
}

function totalCounts({ entries, ended, variableScopes, conditions }: StateTotals): object {
  return {
    activeActivities: entries,
    completedActivities: ended,
    variableStates: variableScopes,
    conditionSequences: conditions,
  };
}

function scopeJson(instanceId: string, { variableScope, parent, values }: LiveScope): StateBody['variableStates'][number] {
  return {
    variablesId: entityId(instanceId, variableScope),
    ...(parent !== null && { parentVariablesId: entityId(instanceId, parent) }),
    variables: values,
  };
}

function conditionJson({ flow, condition, source, target, result }: Condition): StateBody['conditionSequences'][number] {
  return { sequenceFlowId: flow, condition, sourceActivityId: source, targetActivityId: target, result };
}

function activeJson(instanceId: string, entry: LiveEntry): EntryBody {
  return entryJson(instanceId, entry, undefined);
}

function endedJson(instanceId: string, entry: EndedEntry): EntryBody {
  return entryJson(instanceId, entry, entry);
}

/** Creation and start have the same time: an activity instance is created when its element starts. */
function entryJson(instanceId: string, entry: LiveEntry, ended: EndedEntry | undefined): EntryBody {
  const since = formatTimestamp(entry.since);
  return {
    activityInstanceId: entityId(instanceId, entry.entry),
    activityId: entry.element,
    activityType: entry.activityType,
    isCompleted: ended !== undefined,
    isExecuting: ended === undefined,
    isCancelled: ended?.cancelled !== undefined,
    variablesStateId: entityId(instanceId, entry.variableScope),
    errorState: ended?.error ?? null,
    cancellationReason: ended?.cancelled ?? null,
    createdAt: since,
    executionStartedAt: since,
    completedAt: ended === undefined ? null : formatTimestamp(ended.endedAt),
    childWorkflowInstanceId: entry.childInstanceId ?? null,
  };
}

type Body = ResponseBody<typeof waitItem>;

/** Omits members of other kinds. */
export function waitJson(instanceId: string, wait: Wait): Body {
  const { kind, text, element, elementName, activityType, elementType, entry, since, userTask, customTask, child } = wait;
  const { events, needsAllEvents, race, join, loop, inside, leftCount, stepsTaken, deadLetter, incident } = wait;
  const common: Body = {
    kind,
    text,
    activityId: element,
    activityName: elementName,
    activityType,
    elementType,
    activityInstanceId: entry === null ? null : entityId(instanceId, entry),
    since: timeOf(since),
  };
  if (userTask !== undefined)
    common.userTask = {
      ...userTask,
      candidateUsers: [...userTask.candidateUsers],
      candidateGroups: [...userTask.candidateGroups],
    };
  if (customTask !== undefined) common.customTask = customTaskJson(instanceId, customTask);
  if (child !== undefined) {
    common.called = calledJson(child);
  }
  if (events !== undefined) common.events = events.map(eventJson);
  if (needsAllEvents !== undefined) common.needsAllEvents = needsAllEvents;
  if (race !== undefined) common.race = { gatewayId: race.gateway, otherActivityIds: [...race.others] };
  if (join !== undefined) common.join = joinJson(join);
  if (loop !== undefined) {
    const { total: totalCount, completed: completedCount, active: activeCount } = loop;
    common.loop = { totalCount, completedCount, activeCount };
  }
  if (inside !== undefined) common.inside = [...inside];
  if (leftCount !== undefined) common.leftCount = leftCount;
  if (stepsTaken !== undefined) common.stepsTaken = stepsTaken;
  if (deadLetter !== undefined) {
    const { letterId: deadLetterId, commandKind, message: errorMessage, attempts, parkedAt } = deadLetter;
    common.deadLetter = { deadLetterId, kind: commandKind, errorMessage, attempts, parkedAt: formatTimestamp(parkedAt) };
  }
  if (incident !== undefined) {
    const { ordinal, element: activityId, code: errorCode, message: errorMessage, count, firstAt } = incident;
    common.incident = {
      incidentId: entityId(instanceId, ordinal),
      activityId,
      errorCode,
      errorMessage,
      count,
      firstFailedAt: formatTimestamp(firstAt),
    };
  }
  if (wait.item !== undefined) common.item = wait.item;
  if (wait.suspendedBy !== undefined) common.suspendedBy = [...wait.suspendedBy];
  return common;
}

function customTaskJson(
  instanceId: string,
  { ordinal, hosts, lockedUntil, availableAt, ...rest }: WaitedCustomTask,
): NonNullable<Body['customTask']> {
  return {
    activityInstanceId: entityId(instanceId, ordinal),
    ...rest,
    lockedUntil: timeOf(lockedUntil),
    availableAt: timeOf(availableAt),
    siloNames: [...hosts],
  };
}

function eventJson({ element: activityId, dueAt, ...rest }: WaitedEvent): NonNullable<Body['events']>[number] {
  return { ...rest, activityId, dueAt: timeOf(dueAt) };
}

function joinJson({ flows, arrived, needed, ...rest }: NonNullable<Wait['join']>): NonNullable<Body['join']> {
  return {
    arrivedCount: arrived,
    neededCount: needed,
    ...rest,
    flows: flows.map(({ flow, source, from, hasToken, isMissing }) => ({
      sequenceFlowId: flow,
      sourceActivityId: source,
      hasToken,
      isMissing,
      canComeFrom: [...from],
    })),
  };
}

/** `time`: ms since epoch. Null outside the range of Date. */
function timeOf(time: number | null): string | null {
  return time === null || Math.abs(time) > 8.64e15 ? null : formatTimestamp(time);
}

function calledJson(child: WaitedChild): NonNullable<Body['called']> {
  const { instanceId, key, version, businessId, status, processName, incident } = child;
  return {
    ...{ workflowInstanceId: instanceId, processDefinitionKey: key, version, businessId, status },
    ...(processName !== undefined && { processName }),
    ...(incident !== undefined && {
      incident: {
        ...calledIncidentJson(incident),
        ...{ activityName: incident.activityName ?? null, count: incident.count },
        lastFailedAt: incident.lastAt === undefined ? null : formatTimestamp(incident.lastAt),
      },
    }),
  };
}
