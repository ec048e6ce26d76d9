import { formatTimestamp } from '../platform/clock.ts';
import { entityId } from '../platform/ids.ts';
import type { Wait, WaitedCustomTask, WaitedEvent } from '../waits/wait.ts';
import type { ResponseBody } from './schemas/values.ts';
import type { waitItem } from './schemas/waits.ts';

type Body = ResponseBody<typeof waitItem>;

/** JSON of one reason for waiting; members of other kinds are omitted. */
export function waitJson(instanceId: string, wait: Wait): Body {
  const { kind, text, element, elementName, activityType, entry, since, userTask, customTask, child } = wait;
  const { events, race, join, loop, inside, deadLetter, incident } = wait;
  const common: Body = {
    kind,
    text,
    activityId: element,
    activityName: elementName,
    activityType,
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
    const { instanceId: workflowInstanceId, key: processDefinitionKey, version, businessId, status } = child;
    common.called = { workflowInstanceId, processDefinitionKey, version, businessId, status };
  }
  if (events !== undefined) common.events = events.map(eventJson);
  if (race !== undefined) common.race = { gatewayId: race.gateway, otherActivityIds: [...race.others] };
  if (join !== undefined) common.join = joinJson(join);
  if (loop !== undefined) {
    const { total: totalCount, completed: completedCount, active: activeCount } = loop;
    common.loop = { totalCount, completedCount, activeCount };
  }
  if (inside !== undefined) common.inside = [...inside];
  if (deadLetter !== undefined) {
    const { letterId: deadLetterId, commandKind, message: errorMessage, attempts, parkedAt } = deadLetter;
    common.deadLetter = { deadLetterId, kind: commandKind, errorMessage, attempts, parkedAt: formatTimestamp(parkedAt) };
  }
  if (incident !== undefined) {
    const { ordinal, code: errorCode, message: errorMessage, count, firstAt } = incident;
    common.incident = {
      incidentId: entityId(instanceId, ordinal),
      errorCode,
      errorMessage,
      count,
      firstFailedAt: formatTimestamp(firstAt),
    };
  }
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

function joinJson({ flows, arrived, needed }: NonNullable<Wait['join']>): NonNullable<Body['join']> {
  return {
    arrivedCount: arrived,
    neededCount: needed,
    flows: flows.map(({ flow, source, from, hasToken, isMissing }) => ({
      sequenceFlowId: flow,
      sourceActivityId: source,
      hasToken,
      isMissing,
      canComeFrom: [...from],
    })),
  };
}

/** Null also for a time that no calendar has. */
function timeOf(time: number | null): string | null {
  return time === null || Math.abs(time) > 8.64e15 ? null : formatTimestamp(time);
}
