import type { InstanceWaits, WaitItem, WaitingEvent } from '../api/repair-types.ts';
import { waitTexts } from '../texts/waits.ts';
import { formatTime } from './format.ts';

type Process = Pick<InstanceWaits, 'processDefinitionKey' | 'processName'>;

/** Names in one sentence. */
const MOST_NAMED = 5;

/** Names in the place of ids. Without it, sentences are those of the API, which have both. */
type NameOf = (id: string) => string;

/** Sentence in the chosen language. Kinds of later releases: the text of the API, without endpoints, for which users have buttons. */
export function waitSentence(item: WaitItem, process: Process, nameOf?: NameOf): string {
  const sentence = sentenceOf(nameOf === undefined ? item : named(item, nameOf), process);
  const text = sentence === undefined ? item.text.replace(/ \((?:GET|POST) [^)]*\)/g, '') : `${sentence}.`;
  return withoutSecondStop(text);
}

/** @param elementType null: the process itself failed */
export function incidentSentence(
  place: { readonly elementType: string | null; readonly element: string; readonly name: string | null },
  incident: { readonly errorCode: string; readonly errorMessage: string; readonly count: number },
): string {
  const { elementType, element, name } = place;
  const what = elementType === null ? waitTexts.process(waitTexts.quoted(element)) : titleOf(elementType, element, name);
  return withoutSecondStop(`${ofIncident(what, incident)}.`);
}

/** Returns true if {@link waitSentence} is in the chosen language, not a text of the API. */
export function hasSentence(item: WaitItem, process: Process): boolean {
  return sentenceOf(item, process) !== undefined;
}

function sentenceOf(item: WaitItem, process: Process): string | undefined {
  const { activityId, elementType } = item;
  if (elementType === undefined) return undefined; // an earlier release of the API
  if (activityId === null || elementType === null) return ofInstance(item, process);
  return ofElement(item, titleOf(elementType, activityId, item.activityName), activityId);
}

function named(item: WaitItem, nameOf: NameOf): WaitItem {
  const { activityId, inside, race, incident, join } = item;
  const nullable = (id: string | null) => (id === null ? null : nameOf(id));
  return {
    ...item,
    activityId: nullable(activityId),
    activityName: null,
    ...(inside !== undefined && { inside: inside.map(nameOf) }),
    ...(race !== undefined && {
      race: { gatewayId: nullable(race.gatewayId), otherActivityIds: race.otherActivityIds.map(nameOf) },
    }),
    ...(incident !== undefined && { incident: { ...incident, activityId: nameOf(incident.activityId) } }),
    ...(join !== undefined && {
      join: {
        ...join,
        flows: join.flows.map((flow) => ({
          ...flow,
          sequenceFlowId: nameOf(flow.sequenceFlowId),
          canComeFrom: flow.canComeFrom.map(nameOf),
        })),
      },
    }),
  };
}

/** Reasons that concern the whole instance. */
function ofInstance(item: WaitItem, { processDefinitionKey, processName }: Process): string | undefined {
  const { kind, incident, inside = [], stepsTaken, suspendedBy, deadLetter } = item;
  if (kind === 'Suspension' && suspendedBy !== undefined) return ofSuspension(suspendedBy);
  if (kind === 'DeadLetter' && deadLetter !== undefined) {
    const { deadLetterId, kind: command, errorMessage, attempts, parkedAt } = deadLetter;
    return waitTexts.deadLetter(command, attempts, formatTime(parkedAt), errorMessage, deadLetterId);
  }
  if (kind === 'Incident' && incident !== undefined) {
    const element = waitTexts.quoted(incident.activityId);
    return ofIncident(item.activityInstanceId === null ? waitTexts.process(element) : waitTexts.listening(element), incident);
  }
  if (kind === 'PausedRun')
    return stepsTaken === undefined ? waitTexts.beforeBegin : waitTexts.longRun(stepsTaken, namesOf(inside));
  if (kind === 'CustomTask') return ofCustomTask(titleOf('Process', processDefinitionKey, processName ?? null), item.customTask);
  return undefined;
}

function ofElement(item: WaitItem, what: string, activityId: string): string | undefined {
  const { kind, userTask, incident, loop, inside = [], leftCount, events = [], join } = item;
  switch (kind) {
    case 'UserTask':
      return userTask && ofUserTask(what, userTask);
    case 'CustomTask':
      return ofCustomTask(what, item.customTask);
    case 'Completion':
      return waitTexts.completion(what);
    case 'Event':
      return ofEvent(what, item);
    case 'Call':
      return ofCall(what, item);
    case 'Join':
    case 'Tokens':
      return join && ofJoin(waitTexts.title(item.elementType ?? '', waitTexts.quoted(activityId)), kind, join);
    case 'Body':
      return inside.length === 0 ? waitTexts.body(what) : waitTexts.inside(what, namesOf(inside));
    case 'Loop':
      return loop && waitTexts.loop(what, loop.completedCount, loop.totalCount, loop.activeCount);
    case 'Compensation':
      return leftCount === undefined ? undefined : waitTexts.compensation(what, leftCount, namesOf(inside));
    case 'EventSubProcess':
      return waitTexts.listens(waitTexts.quoted(activityId), eventsOf(events, false), events[0]?.isInterrupting === true);
    case 'Incident':
      return incident && ofIncident(what, incident);
    case 'PausedRun':
      return waitTexts.notBegun(what);
    case 'Other':
      return waitTexts.active(what);
    default:
      return undefined;
  }
}

function titleOf(type: string, id: string, name: string | null): string {
  const title = waitTexts.title(type, waitTexts.quoted(id));
  return name === null || name === id ? title : `${title} (${name})`;
}

/** Names in quotes; the last ones are only counted if there are many. */
function namesOf(names: readonly string[], word: 'and' | 'or' = 'and'): string {
  const shown = names.slice(0, names.length > MOST_NAMED ? MOST_NAMED - 1 : MOST_NAMED).map(waitTexts.quoted);
  const more = names.length - shown.length;
  const parts = more === 0 ? shown : [...shown, waitTexts.more(more)];
  if (parts.length <= 1) return parts[0] ?? '';
  return `${parts.slice(0, -1).join(', ')} ${waitTexts[word]} ${parts.at(-1)}`;
}

function ofSuspension(suspendedBy: readonly string[]): string | undefined {
  const holders: Readonly<Record<string, string>> = waitTexts.holders;
  const known = suspendedBy.flatMap((by) => holders[by] ?? []);
  return known.length === suspendedBy.length ? waitTexts.suspended(known) : undefined;
}

/** A message can end with a full stop. */
function withoutSecondStop(text: string): string {
  return text.replace(/([.!?])\.$/, '$1');
}

type Failed = Pick<NonNullable<WaitItem['incident']>, 'errorCode' | 'errorMessage' | 'count'>;

function ofIncident(what: string, { errorCode, errorMessage, count }: Failed): string {
  return waitTexts.incident(what, count, `${errorCode}: ${errorMessage}`);
}

function ofUserTask(what: string, userTask: NonNullable<WaitItem['userTask']>): string {
  const { assignee, candidateUsers: users, candidateGroups: groups, claimedBy } = userTask;
  if (claimedBy !== null) return waitTexts.claimed(what, waitTexts.quoted(claimedBy));
  return waitTexts.unclaimed(what, [
    ...(assignee === null ? [] : [waitTexts.assignee(waitTexts.quoted(assignee))]),
    ...(users.length === 0 ? [] : [waitTexts.candidateUsers(namesOf(users), users.length)]),
    ...(groups.length === 0 ? [] : [waitTexts.candidateGroups(namesOf(groups), groups.length)]),
  ]);
}

function ofCustomTask(what: string, task: WaitItem['customTask']): string {
  if (task === undefined) return waitTexts.unknownWork(what);
  const { listensTo, failures, attempts, lockedBy, lockedUntil, availableAt, siloNames } = task;
  const event = listensTo === null ? '' : waitTexts.quoted(listensTo);
  const whose = listensTo === null ? what : listensTo === 'adHoc' ? waitTexts.leadJob(what) : waitTexts.listener(what, event);
  const type = waitTexts.quoted(task.taskType);
  const failed = failures === 0 ? '' : waitTexts.failedAttempts(failures, attempts);
  if (lockedBy !== null) return waitTexts.locked(whose, waitTexts.quoted(lockedBy), type, failed, formatTime(lockedUntil));
  if (availableAt !== null) return waitTexts.retryAt(whose, formatTime(availableAt), type, failed);
  return waitTexts.free(whose, type, failed, namesOf(siloNames), siloNames.length);
}

function ofEvent(what: string, { events = [], needsAllEvents = false, race }: WaitItem): string {
  const own = events.filter(({ role }) => role === 'Catch');
  const sentence = waitTexts.event(what, eventsOf(own, needsAllEvents));
  if (race === undefined || race.otherActivityIds.length === 0) return sentence;
  const gateway = race.gatewayId === null ? '' : `${waitTexts.quoted(race.gatewayId)} `;
  return `${sentence}${waitTexts.race(gateway, namesOf(race.otherActivityIds, waitTexts.raceWord))}`;
}

function eventsOf(events: readonly WaitingEvent[], needsAll: boolean): string {
  const [first, ...others] = events.map(eventOf);
  if (first === undefined) return waitTexts.anEvent;
  return others.length === 0 ? first : waitTexts.severalEvents([first, ...others], needsAll);
}

function eventOf({ kind, name, correlationKey, dueAt, condition }: WaitingEvent): string {
  const quoted = waitTexts.quoted(name ?? '');
  if (kind === 'Message') return waitTexts.message(quoted, correlationKey ? waitTexts.quoted(correlationKey) : '');
  if (kind === 'Signal') return waitTexts.signal(quoted);
  if (kind === 'Timer') return waitTexts.timer(dueAt === null ? null : formatTime(dueAt));
  return waitTexts.condition(condition === null ? null : waitTexts.quoted(condition));
}

function ofCall(what: string, { called }: WaitItem): string | undefined {
  if (called === undefined) return undefined;
  const { workflowInstanceId, processDefinitionKey: key, processName, version, status, incident } = called;
  if (workflowInstanceId === null) return waitTexts.callBegins(what);
  const of = key === null ? ` ${workflowInstanceId}` : waitTexts.calledOf(waitTexts.quoted(processName ?? key), version);
  if (incident === undefined) return waitTexts.called(what, of, status === null ? '' : waitTexts.calledStatus(status));
  const { activityName, activityId, openIncidents, errorCode, errorMessage } = incident;
  const at = waitTexts.quoted(activityName ?? activityId);
  const has = waitTexts.calledIncident(openIncidents, at, `${errorCode}: ${errorMessage}`);
  if (incident.workflowInstanceId === workflowInstanceId) return waitTexts.called(what, of, has);
  const ofDeepest = waitTexts.calledOf(waitTexts.quoted(incident.processName ?? incident.processDefinitionKey), null);
  return waitTexts.called(what, of, `${waitTexts.calledBelow(ofDeepest)}${has}`);
}

/** @param what without the name of the element */
function ofJoin(what: string, kind: 'Join' | 'Tokens', join: NonNullable<WaitItem['join']>): string {
  const { arrivedCount, neededCount, isInclusive, hasFired, condition, flows } = join;
  if (kind === 'Tokens') return waitTexts.tokens(what, arrivedCount, neededCount);
  const missing = flows.filter(({ isMissing }) => isMissing);
  const idsOf = (some: typeof missing) => some.map(({ sequenceFlowId }) => sequenceFlowId);
  if (hasFired) return waitTexts.fired(what, namesOf(idsOf(missing)));
  const lost = missing.filter(({ canComeFrom }) => canComeFrom.length === 0);
  const sources = [...new Set(missing.flatMap(({ canComeFrom }) => canComeFrom))];
  const coming = sources.length === 0 ? '' : waitTexts.canComeFrom(namesOf(sources));
  const never = lost.length === 0 ? '' : waitTexts.noneOver(namesOf(idsOf(lost), 'or'));
  const awaited = `${waitTexts.tokenOver(namesOf(idsOf(missing)))}${coming}${never}`;
  const none = isInclusive ? waitTexts.lastToken : waitTexts.furtherTokens;
  const until = condition === null ? null : waitTexts.quoted(condition);
  return waitTexts.join(what, until, missing.length === 0 ? none : awaited);
}
