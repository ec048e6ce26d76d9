import type { OwnJobState, UserTaskState } from '../engine/state.ts';
import type { Wait, WaitedCalledIncident, WaitedChild, WaitedCustomTask } from './wait.ts';
import type { CustomTaskFact, WaitFacts } from './wait-facts.ts';
import { capital, namesText, timeText } from './words.ts';

/**
 * `what`: `Service task 'charge'`. `fact` undefined: nothing is known about the task.
 * @param job of a listener, or one that leads an ad-hoc body; absent: the work of the element
 */
export function customTaskWait(
  what: string,
  ordinal: number,
  fact: CustomTaskFact | undefined,
  { hosts, now }: WaitFacts,
  job?: OwnJobState,
): Pick<Wait, 'kind' | 'text' | 'customTask'> {
  const listensTo = job === undefined ? null : job.purpose.kind === 'listener' ? job.purpose.on : 'adHoc';
  const whose =
    listensTo === null
      ? what
      : listensTo === 'adHoc'
        ? `${what}: the job that leads it`
        : `${what}: its listener to '${listensTo}'`;
  if (fact === undefined) return { kind: 'CustomTask', text: `${whose} waits for work of a plugin host or remote worker.` };
  const { taskType, typeKey, failures, attempts, lockedBy, availableAt } = fact;
  const offering = hosts.get(typeKey) ?? [];
  const isLater = availableAt > now;
  const customTask: WaitedCustomTask = {
    ordinal,
    taskType,
    listensTo,
    failures,
    attempts,
    lockedBy: isLater ? lockedBy : null,
    lockedUntil: isLater && lockedBy !== null ? availableAt : null,
    availableAt: isLater && lockedBy === null ? availableAt : null,
    hosts: offering,
  };
  return { kind: 'CustomTask', text: `${whose} ${workText(customTask)}.`, customTask };
}

function workText({ taskType, failures, attempts, lockedBy, lockedUntil, availableAt, hosts }: WaitedCustomTask): string {
  const type = `type '${taskType}'`;
  const failed = failures === 0 ? '' : `, after ${failures}${attempts === null ? '' : ` of ${attempts}`} failed attempts`;
  if (lockedUntil !== null) return `is being done by '${lockedBy}' (${type})${failed}; its lock ends at ${timeText(lockedUntil)}`;
  if (availableAt !== null) return `waits until ${timeText(availableAt)} for its next attempt (${type})${failed}`;
  const who =
    hosts.length === 0
      ? 'which no plugin host offers now; a remote worker may fetch it'
      : `which ${namesText(hosts)} ${hosts.length === 1 ? 'offers' : 'offer'}`;
  return `waits to be taken: work of ${type}${failed}, ${who}`;
}

export function userTaskWait(
  what: string,
  { assignee, candidateUsers, candidateGroups, claimedBy }: UserTaskState,
): Pick<Wait, 'kind' | 'text' | 'userTask'> {
  const userTask = { assignee, candidateUsers, candidateGroups, claimedBy };
  return { kind: 'UserTask', text: `${what} waits ${personText(userTask)}.`, userTask };
}

function personText({ assignee, candidateUsers, candidateGroups, claimedBy }: NonNullable<Wait['userTask']>): string {
  if (claimedBy !== null) return `for '${claimedBy}', who has claimed it, to complete it`;
  const who = [
    ...(assignee === null ? [] : [`'${assignee}', to whom it is assigned`]),
    ...(candidateUsers.length === 0 ? [] : [`one of the users ${namesText(candidateUsers)}`]),
    ...(candidateGroups.length === 0 ? [] : [`a member of the groups ${namesText(candidateGroups)}`]),
  ];
  return who.length === 0 ? 'to be claimed by any user' : `to be claimed by ${who.join(' or ')}`;
}

/** `instanceId` null: its called instance has not begun. If `children` lacks the instance, only its id is known. */
export function callWait(
  what: string,
  instanceId: string | null,
  children: WaitFacts['children'],
): Pick<Wait, 'kind' | 'text' | 'child'> {
  if (instanceId === null) {
    const child = { instanceId, key: null, version: null, businessId: null, status: null };
    return { kind: 'Call', text: `${what} waits for the instance that it calls to begin.`, child };
  }
  const known = children.get(instanceId);
  const child: WaitedChild = known ?? { instanceId, key: null, version: null, businessId: null, status: null };
  const of = child.key === null ? '' : ` of '${child.key}' version ${child.version}`;
  const status = child.status === null ? '' : `, which is ${child.status.toLowerCase()}`;
  const state = child.incident === undefined ? status : calledIncidentText(instanceId, child.incident);
  return { kind: 'Call', text: `${what} waits for the called instance ${instanceId}${of}${state}.`, child };
}

function calledIncidentText(calledId: string, incident: WaitedCalledIncident): string {
  const { instanceId, key, activityId, activityName, code, message, openIncidents } = incident;
  const at = `at '${activityId}'${activityName == null || activityName === activityId ? '' : ` (${activityName})`}`;
  const has = openIncidents === 1 ? `has an incident ${at}` : `has ${openIncidents} incidents, the latest ${at}`;
  const who = instanceId === calledId ? 'which' : `which waits for the called instance ${instanceId} of '${key}', which`;
  return `, ${who} ${has}: ${code}: ${message.replace(/\.$/, '')}`;
}

/** `User task 'pack'`; with its name if it has one. */
export function titleOf(typeWords: string, id: string, name: string | null): string {
  return `${capital(typeWords)} '${id}'${name === null || name === id ? '' : ` (${name})`}`;
}
