import { Router } from 'express';
import { z } from 'zod';
import type { KeyLimits } from '../../../platform/access-roles.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import type { QueueCount } from '../../../platform/metrics/metrics.ts';
import { withTimeout } from '../../../platform/retry.ts';
import { parsePaging } from '../../../queries/lists/paging.ts';
import {
  type CountedGroups,
  FAILED_HOURS,
  type FailureGroup,
  type GivenPlace,
  groupFailed,
  groupIncidents,
  MOST_GIVEN,
} from '../../../queries/operator/failure-groups.ts';
import {
  countPresentLetters,
  listMembers,
  type MemberRow,
  readProjectionLag,
} from '../../../queries/operator/health-of-service.ts';
import { countOpenTasks } from '../../../queries/operator/open-tasks.ts';
import { groupLateTimers, groupOverdueTasks, listLateTimers, type OverdueGroup } from '../../../queries/operator/overdue.ts';
import { countActive, listFailingKeys, readDurations, readThroughput } from '../../../queries/operator/statistics.ts';
import type { ReadDatabase } from '../../../queries/read-database.ts';
import type {
  FailureGroupsView,
  FailureGroupView,
  GroupsView,
  HomeView,
  LateTimerView,
  OverdueGroupView,
  ServiceView,
  UnservedTypeView,
} from '../../wire/home.ts';
import type { PageView } from '../../wire/page.ts';
import { RequestRefusal, view, wanted } from '../http/answer.ts';
import { optionalText, parametersOf } from '../http/parameters.ts';
import { sharedByLimits } from '../http/shared.ts';
import { readerOf, SHARED_READER } from '../list-reader.ts';
import type { UiPorts } from '../ports.ts';
import { limitsOfUser, requireKey } from '../rights.ts';
import { servedTypes } from '../served-types.ts';

/** Cache time of the read that users with the same limits share. */
const FRESH_MS = 2000;
/** Afterwards the jobs of the queue are shown as 0. */
const QUEUE_TIMEOUT_MS = 1000;
/** Places of one request for their groups. */
const MOST_PLACES = 100;
/** Minimum wait of a task before its type counts as unserved: requested types arrive only with the heartbeat of the API process. */
const UNSERVED_MS = 10_000;

/**
 * GET /home (docs/contributing/spec/pages.md#needs-you): cached, except with `Cache-Control: no-cache`. GET /timers: overdue timers, by process key
 * and element.
 */
export function homeRoutes(ports: UiPorts): Router {
  const routes = Router();
  const read = sharedByLimits(FRESH_MS, (limits) => readHome(ports, limits));
  routes.get(
    '/home',
    view<HomeView | FailureGroupsView>((request) => {
      const limits = limitsOfUser(request);
      const groups = optionalText(parametersOf(request), 'groups');
      if (groups !== undefined) return readGroupsOf(ports, limits, groups);
      // after a write of this page, which the cached answer may not have
      return request.headers['cache-control'] === 'no-cache' ? readHome(ports, limits) : read(limits);
    }),
  );
  routes.get(
    '/timers',
    view<PageView<LateTimerView>>(async (request) => {
      const parameters = parametersOf(request);
      const paging = wanted(parsePaging(parameters));
      const key = optionalText(parameters, 'key');
      if (key !== undefined) requireKey(request, key);
      const filter = { key, activityId: optionalText(parameters, 'activityId'), limits: limitsOfUser(request) };
      const page = await ports.lists.read(readerOf(request), (place) => listLateTimers(place, filter, paging));
      return { ...page, items: page.items.map((timer) => ({ ...timer, dueAt: formatTimestamp(timer.dueAt) })) };
    }),
  );
  return routes;
}

const placesOf = z
  .array(
    z.object({
      key: z.string(),
      element: z.string().nullable(),
      code: z.string().nullable(),
      messages: z.array(z.string()).max(MOST_GIVEN),
    }),
  )
  .max(MOST_PLACES);
const wantedGroups = z.object({ since: z.iso.datetime({ offset: true }), incidents: placesOf, failed: placesOf });

/** The groups of given places, when several shards are joined (docs/contributing/spec/shards.md#groups). */
async function readGroupsOf({ lists }: UiPorts, limits: KeyLimits, text: string): Promise<FailureGroupsView> {
  const read = wantedGroups.safeParse(parsedJson(text));
  if (!read.success) throw new RequestRefusal('invalid-query', 'groups is not a list of places.');
  const { since, incidents, failed } = read.data;
  const [open, ended] = await lists.read(SHARED_READER, (place) =>
    Promise.all([
      groupsAt(incidents, (places) => groupIncidents(place, limits, places)),
      groupsAt(failed, (places) => groupFailed(place, new Date(since), limits, places)),
    ]),
  );
  return { incidents: groupsView(open, failureView), failed: groupsView(ended, failureView) };
}

const NO_GROUPS: CountedGroups<FailureGroup> = { groups: [], count: 0, more: 0, isExact: true };

function groupsAt(places: readonly GivenPlace[], read: (places: readonly GivenPlace[]) => Promise<CountedGroups<FailureGroup>>) {
  return places.length === 0 ? NO_GROUPS : read(places);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readHome(ports: UiPorts, limits: KeyLimits): Promise<HomeView> {
  const { db, lists } = ports;
  const now = Date.now();
  const since = new Date(now - FAILED_HOURS * 3_600_000);
  const [members, letters, ofWork] = await Promise.all([
    listMembers(db),
    countPresentLetters(db, limits),
    lists.read(SHARED_READER, (place) => readWork(place, since, limits)),
  ]);
  const [incidents, failed, timers, tasks, open, throughput, failures, durations, active] = ofWork;
  const { isServed } = await servedTypes(db, members);
  return {
    at: formatTimestamp(now),
    incidents: groupsView(incidents, failureView),
    failed: groupsView(failed, failureView),
    failedSince: formatTimestamp(since),
    lateTimers: groupsView(timers, overdueView),
    overdueTasks: groupsView(tasks, overdueView),
    unserved: open
      .filter(({ typeKey, oldestAt }) => oldestAt !== null && now - oldestAt.getTime() > UNSERVED_MS && !isServed(typeKey))
      .map(
        ({ taskType, waiting, retrying, isExact, oldestAt }): UnservedTypeView => ({
          taskType,
          count: waiting + retrying,
          isExact,
          oldestAt: oldestAt && formatTimestamp(oldestAt),
        }),
      ),
    deadLetters: { ...letters, lastAt: letters.lastAt && formatTimestamp(letters.lastAt) },
    service: limits === undefined ? await readService(ports, members) : null,
    active,
    throughput: throughput.map((row) => ({ ...row, minute: formatTimestamp(row.minute) })),
    failures: failures.map((row) => ({ ...row, lastFailedAt: formatTimestamp(row.lastFailedAt) })),
    durations,
  };
}

/** Reads the expensive numbers. */
function readWork(db: ReadDatabase, since: Date, limits: KeyLimits) {
  return Promise.all([
    groupIncidents(db, limits),
    groupFailed(db, since, limits),
    groupLateTimers(db, limits),
    groupOverdueTasks(db, limits),
    countOpenTasks(db, limits),
    readThroughput(db, limits),
    listFailingKeys(db, limits),
    readDurations(db, limits),
    limits === undefined ? countActive(db) : null,
  ]);
}

async function readService({ db, queueCounts }: UiPorts, members: readonly MemberRow[]): Promise<ServiceView> {
  const [{ lagSeconds }, jobs] = await Promise.all([
    readProjectionLag(db),
    withTimeout(queueCounts(), QUEUE_TIMEOUT_MS, 'counting jobs').catch((): readonly QueueCount[] => []),
  ]);
  const living = new Set(members.filter(({ status }) => status === 'Active').map(({ role }) => role));
  // a process with the role `all` has each role; without heartbeats no role is missing
  const isMissing = (role: string) => members.length > 0 && !living.has('all') && !living.has(role);
  return {
    missing: (['worker', 'projector'] as const).filter(isMissing),
    jobsWaiting: jobs.filter(({ state }) => state === 'waiting').reduce((sum, { count }) => sum + count, 0),
    lost: members.filter(({ status }) => status === 'Lost').map(({ processName }) => processName),
    lagSeconds,
  };
}

function groupsView<Group, View>({ groups, ...counts }: CountedGroups<Group>, viewOf: (group: Group) => View): GroupsView<View> {
  return { ...counts, groups: groups.map(viewOf) };
}

function failureView({ definitionId, firstAt, lastAt, ...group }: FailureGroup): FailureGroupView {
  return { ...group, version: versionOf(definitionId), firstAt: formatTimestamp(firstAt), lastAt: formatTimestamp(lastAt) };
}

function overdueView({ definitionId, oldestAt, ...group }: OverdueGroup): OverdueGroupView {
  return { ...group, version: versionOf(definitionId), oldestAt: formatTimestamp(oldestAt) };
}

/** A definition id has the form `order:2:20260131T102030123Z`. */
function versionOf(definitionId: string): number {
  return Number(definitionId.split(':').at(-2) ?? 0);
}
