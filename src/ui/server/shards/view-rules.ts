import type { MergedRows } from '../../../shards/merged-page.ts';
import type { FailedAgainView, ItemsNowView } from '../../wire/batches.ts';
import type { DashboardView } from '../../wire/dashboard.ts';
import type { DecisionUsesView } from '../../wire/decisions.ts';
import type { RegisteredEventsView } from '../../wire/events.ts';
import type { FailureGroupView, GroupsView, HomeView, OverdueGroupView, ServiceView } from '../../wire/home.ts';
import type { PageView } from '../../wire/page.ts';
import type {
  KnownVariableView,
  SearchView,
  VariableMatchesView,
  VariableNamesView,
  VariablesView,
  VariableValuesView,
} from '../../wire/search.ts';
import type { TaskTypeView } from '../../wire/task-types.ts';
import type { DefinitionView, ElementCounts, StatisticsView, VersionsView, WorkflowView } from '../../wire/workflows.ts';

/** The first of `views` is from the first shard, which has the definitions. */
export type ViewRule<T> = (views: readonly [T, ...T[]]) => T;

/** Limits of lists, as in each shard. */
export const MOST_GROUPS = 20;
const MOST_FOUND = 10;
const MOST_EXAMPLES = 10;
const MOST_USES = 20;

/** How sorted pages of all shards are merged, by path below `/ui/api`. */
export const PAGE_RULES: Readonly<Record<string, MergedRows>> = {
  '/instances': { parameter: 'sort', sorts: '-createdAt', id: 'instanceId' },
  '/user-tasks': { parameter: 'sort', sorts: '-createdAt', id: 'taskId' },
  '/timers': { parameter: 'sort', sorts: 'dueAt', id: 'key,instanceId,activityId' },
  '/task-types/tasks': { parameter: 'sort', sorts: 'availableAt', id: 'taskId' },
};

/** How other views are joined, by path below `/ui/api`. Views without rule are read from one shard only. */
export const VIEW_RULES: Readonly<Record<string, ViewRule<never>>> = {
  '/home': rule<HomeView>((views) => ({
    ...views[0],
    incidents: joinedFailures(views.map(({ incidents }) => incidents)),
    failed: joinedFailures(views.map(({ failed }) => failed)),
    lateTimers: groups<OverdueGroupView>(
      views.map(({ lateTimers }) => lateTimers),
      sameElement,
      addedOverdue,
    ),
    overdueTasks: groups<OverdueGroupView>(
      views.map(({ overdueTasks }) => overdueTasks),
      sameElement,
      addedOverdue,
    ),
    unserved: joined(
      views.flatMap(({ unserved }) => unserved),
      ({ taskType }) => taskType,
      (a, b) => ({
        ...a,
        count: a.count + b.count,
        isExact: a.isExact && b.isExact,
        oldestAt: least(a.oldestAt, b.oldestAt),
      }),
    ),
    deadLetters: {
      count: sum(views, ({ deadLetters }) => deadLetters.count),
      isExact: views.every(({ deadLetters }) => deadLetters.isExact),
      lastAt: views.reduce<string | null>((last, { deadLetters }) => most(last, deadLetters.lastAt), null),
    },
    service: addedService(views.map(({ service }) => service)),
    active: views.reduce<HomeView['active']>(
      (all, { active }) =>
        all && active && { instances: all.instances + active.instances, userTasks: all.userTasks + active.userTasks },
      { instances: 0, userTasks: 0 },
    ),
    throughput: joined(
      views.flatMap(({ throughput }) => throughput),
      ({ minute }) => minute,
      (a, b) => ({
        ...a,
        started: a.started + b.started,
        finished: a.finished + b.finished,
        failed: a.failed + b.failed,
      }),
    ),
    failures: joined(
      views.flatMap(({ failures }) => failures),
      ({ key }) => key,
      (a, b) => ({
        ...a,
        failed: a.failed + b.failed,
        lastFailedAt: a.lastFailedAt > b.lastFailedAt ? a.lastFailedAt : b.lastFailedAt,
      }),
    ).sort((a, b) => b.failed - a.failed),
    durations: joined(
      views.flatMap(({ durations }) => durations),
      ({ key }) => key,
      sampled,
    ).sort((a, b) => b.count - a.count),
  })),
  '/dashboard': rule<DashboardView>((views) => ({
    ...views[0],
    projection: {
      lagSeconds: Math.max(...views.map(({ projection }) => projection.lagSeconds)),
      pending: sum(views, ({ projection }) => projection.pending),
    },
    // each shard lists a process that serves all of them
    cluster: joined(
      views.flatMap(({ cluster }) => cluster),
      ({ processName }) => processName,
      (a) => a,
    ),
    activations: joined(
      views.flatMap(({ activations }) => activations),
      ({ kind, processName }) => `${kind} ${processName}`,
      (a, b) => (a.processName === null ? { ...a, count: a.count + b.count } : a),
    ),
    reminders: {
      total: sum(views, ({ reminders }) => reminders.total),
      due: sum(views, ({ reminders }) => reminders.due),
      items: views
        .flatMap(({ reminders }) => reminders.items)
        .sort((a, b) => (a.dueAt < b.dueAt ? -1 : 1))
        .slice(0, Math.max(...views.map(({ reminders }) => reminders.items.length))),
    },
    deadLetters: {
      total: sum(views, ({ deadLetters }) => deadLetters.total),
      items: views
        .flatMap(({ deadLetters }) => deadLetters.items)
        .sort((a, b) => (a.at > b.at ? -1 : 1))
        .slice(0, MOST_GROUPS),
    },
  })),
  '/workflows': rule<PageView<WorkflowView>>((views) => {
    const byKey = new Map<string, WorkflowView[]>();
    for (const row of views.slice(1).flatMap(({ items }) => items)) byKey.set(row.key, [...(byKey.get(row.key) ?? []), row]);
    const items = views[0].items.map((row) => {
      const others = byKey.get(row.key) ?? [];
      return { ...withCounts(row, others), incidents: sum([row, ...others], ({ incidents }) => incidents) };
    });
    return { ...views[0], items };
  }),
  '/workflows/versions': rule<VersionsView>((views) => ({
    ...views[0],
    versions: views[0].versions.map((row) =>
      withCounts(
        row,
        views.slice(1).flatMap(({ versions }) => versions.filter(({ version }) => version === row.version)),
      ),
    ),
  })),
  '/workflows/elements': rule<readonly ElementCounts[]>((views) =>
    joined(
      views.flat(),
      ({ activityId }) => activityId,
      (a, b) => ({
        ...a,
        active: a.active + b.active,
        completed: a.completed + b.completed,
        failed: a.failed + b.failed,
        everFailed: a.everFailed + b.everFailed,
        incidents: a.incidents + b.incidents,
        calledIncidents: a.calledIncidents + b.calledIncidents,
      }),
    ),
  ),
  '/workflows/statistics': rule<StatisticsView>((views) => ({
    whole: views
      .map(({ whole }) => whole)
      .reduce((a, b) => ({
        ...(a.completed >= b.completed ? a : b),
        completed: a.completed + b.completed,
        failed: a.failed + b.failed,
        cancelled: a.cancelled + b.cancelled,
      })),
    elements: joined(
      views.flatMap(({ elements }) => elements),
      ({ activityId }) => activityId,
      (a, b) => ({
        ...(a.completed >= b.completed ? a : b),
        active: a.active + b.active,
        inIncident: a.inIncident + b.inIncident,
        openMedianMs: (a.active - a.inIncident >= b.active - b.inIncident ? a : b).openMedianMs,
        openOldestMs: greatest(a.openOldestMs, b.openOldestMs),
        openMs: a.openMs + b.openMs,
        failedMs: a.failedMs + b.failedMs,
        completed: a.completed + b.completed,
        inOneStep: a.inOneStep + b.inOneStep,
        failed: a.failed + b.failed,
        cancelled: a.cancelled + b.cancelled,
        totalMs: a.totalMs + b.totalMs,
        repeated: a.repeated + b.repeated,
        waitingMs: added(a.waitingMs, b.waitingMs),
        workingMs: added(a.workingMs, b.workingMs),
      }),
    ).sort((a, b) => b.totalMs + b.openMs - a.totalMs - a.openMs),
    instances: sum(views, ({ instances }) => instances),
    entries: sum(views, ({ entries }) => entries),
    migrated: sum(views, ({ migrated }) => migrated),
    isWhole: views.every(({ isWhole }) => isWhole),
    trend: views[0].trend.map((step, at) =>
      views
        .slice(1)
        .flatMap(({ trend }) => trend[at] ?? [])
        .reduce(
          (a, b) => ({
            at: step.at,
            started: a.started + b.started,
            completed: a.completed + b.completed,
            failed: a.failed + b.failed,
            medianMs: a.completed >= b.completed ? a.medianMs : b.medianMs,
          }),
          step,
        ),
    ),
  })),
  '/decisions/uses': rule<DecisionUsesView>((views) => ({
    items: views
      .flatMap(({ items }) => items)
      .sort((a, b) => compare(b.at, a.at))
      .slice(0, MOST_USES),
    rules: joined(
      views.flatMap(({ rules }) => rules),
      ({ rule: number }) => String(number),
      (a, b) => ({ ...a, count: a.count + b.count }),
    ).sort((a, b) => a.rule - b.rule),
    counted: sum(views, ({ counted }) => counted),
    matching: sum(views, ({ matching }) => matching),
    isWhole: views.every(({ isWhole }) => isWhole),
  })),
  '/events': rule<RegisteredEventsView>((views) => ({
    ...views[0],
    messageSubscriptions: views
      .flatMap(({ messageSubscriptions }) => messageSubscriptions)
      .sort((a, b) => compare(a.name, b.name) || compare(a.correlationKey ?? '', b.correlationKey ?? '')),
    signalSubscriptions: views.flatMap(({ signalSubscriptions }) => signalSubscriptions).sort((a, b) => compare(a.name, b.name)),
  })),
  '/task-types': rule<readonly TaskTypeView[]>((views) =>
    joined(
      views.flat(),
      ({ taskType }) => taskType.toLowerCase(),
      (a, b) => ({
        ...a,
        remoteWorkers: [...new Set([...a.remoteWorkers, ...b.remoteWorkers])],
        isAsked: a.isAsked || b.isAsked,
        waiting: a.waiting + b.waiting,
        running: a.running + b.running,
        retrying: a.retrying + b.retrying,
        isExact: a.isExact && b.isExact,
        oldestAt: least(a.oldestAt, b.oldestAt),
        runs: a.runs && b.runs && { done: a.runs.done + b.runs.done, failed: a.runs.failed + b.runs.failed },
      }),
    ).sort((a, b) => compare(a.taskType.toLowerCase(), b.taskType.toLowerCase())),
  ),
  '/batches/now': rule<ItemsNowView>((views) =>
    views.reduce((a, b) => ({
      completed: a.completed + b.completed,
      running: a.running + b.running,
      waiting: a.waiting + b.waiting,
      failed: a.failed + b.failed,
      cancelled: a.cancelled + b.cancelled,
    })),
  ),
  '/batches/failed-again': rule<FailedAgainView>((views) => {
    const ids = new Set(views.flatMap(({ counts }) => Object.keys(counts)));
    return { counts: Object.fromEntries([...ids].map((id) => [id, sum(views, ({ counts }) => counts[id] ?? 0)])) };
  }),
  '/search': rule<SearchView>((views) => ({
    ...views[0],
    instances: views.flatMap(({ instances }) => instances).slice(0, MOST_FOUND),
  })),
  '/variables/values': rule<VariableValuesView>((views) => ({
    values: Object.assign({}, ...views.map(({ values }) => values)),
  })),
  '/variables/names': rule<VariableNamesView>((views) => ({
    names: views.reduce<Record<string, number>>((all, { names }) => {
      for (const [name, count] of Object.entries(names)) all[name] = (Object.hasOwn(all, name) ? (all[name] ?? 0) : 0) + count;
      return all;
    }, Object.create(null)),
    read: sum(views, ({ read }) => read),
  })),
  '/variables/matches': rule<VariableMatchesView>((views) => ({
    ...searched(views),
    matches: views.flatMap(({ matches }) => matches).slice(0, MOST_FOUND),
  })),
  '/variables/known': rule<KnownVariableView>((views) => ({
    ...searched(views),
    isKnown: views.some(({ isKnown }) => isKnown === true) || (views.some(({ isKnown }) => isKnown === null) ? null : false),
  })),
  '/variables': rule<VariablesView>((views) => ({
    ...views[0],
    paths: [...new Set(views.flatMap(({ paths }) => paths))],
    values: [...new Set(views.flatMap(({ values }) => values))].slice(0, Math.max(...views.map(({ values }) => values.length))),
  })),
};

function rule<T>(combine: ViewRule<T>): ViewRule<never> {
  return combine as unknown as ViewRule<never>;
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}

function searched(views: readonly Pick<KnownVariableView, 'read' | 'isWhole'>[]) {
  return { read: sum(views, ({ read }) => read), isWhole: views.every(({ isWhole }) => isWhole) };
}

const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const least = (a: string | null, b: string | null) => (a === null || b === null ? (a ?? b) : a < b ? a : b);
const added = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : a + b);
const greatest = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b));
const most = (a: string | null, b: string | null) => (a === null || b === null ? (a ?? b) : a > b ? a : b);

/** Joins rows in the order in which the names first appear. */
function joined<T>(rows: readonly T[], nameOf: (row: T) => string, add: (a: T, b: T) => T): T[] {
  const byName = new Map<string, T>();
  for (const row of rows) {
    const known = byName.get(nameOf(row));
    byName.set(nameOf(row), known === undefined ? row : add(known, row));
  }
  return [...byName.values()];
}

/** Largest first. `more` is an estimate, because shards do not return the groups that they omit. */
function groups<G extends { readonly count: number }>(
  views: readonly GroupsView<G>[],
  nameOf: (group: G) => string,
  add: (a: G, b: G) => G,
): GroupsView<G> {
  const all = joined(
    views.flatMap((view) => view.groups),
    nameOf,
    add,
  ).sort((a, b) => b.count - a.count);
  const shown = Math.max(...views.map((view) => view.groups.length), Math.min(all.length, MOST_GROUPS));
  return {
    groups: all.slice(0, shown),
    count: sum(views, ({ count }) => count),
    more: Math.max(0, all.length - shown) + Math.max(...views.map(({ more }) => more)),
    isExact: views.every(({ isExact }) => isExact),
  };
}

export function joinedFailures(views: readonly GroupsView<FailureGroupView>[]): GroupsView<FailureGroupView> {
  return groups(views, sameFailure, addedFailures);
}

const sameFailure = ({ key, activityId, code, message }: FailureGroupView) => JSON.stringify([key, activityId, code, message]);
const sameElement = ({ key, activityId }: OverdueGroupView) => JSON.stringify([key, activityId]);

export function addedFailures(a: FailureGroupView, b: FailureGroupView): FailureGroupView {
  const latest = a.lastAt >= b.lastAt ? a : b;
  const examples = [...new Set([...a.examples, ...b.examples])];
  const different = a.latestMessage === b.latestMessage ? 1 : 2;
  return {
    ...latest,
    count: a.count + b.count,
    // at least: the shards return some of the messages only
    messages: Math.max(a.messages, b.messages, examples.length, different),
    examples: examples.slice(0, MOST_EXAMPLES),
    excluded: [...new Set([...a.excluded, ...b.excluded])],
    isExactList: a.isExactList && b.isExactList,
    hourly: a.hourly.map((count, hour) => count + (b.hourly[hour] ?? 0)),
    firstAt: a.firstAt < b.firstAt ? a.firstAt : b.firstAt,
  };
}

function addedOverdue(a: OverdueGroupView, b: OverdueGroupView): OverdueGroupView {
  return { ...(a.oldestAt <= b.oldestAt ? a : b), count: a.count + b.count };
}

/** Instances are spread by hash, so the durations of the shard with the most of them are a fair sample. */
function sampled<T extends { readonly count: number }>(a: T, b: T): T {
  return { ...(a.count >= b.count ? a : b), count: a.count + b.count };
}

function addedService(services: readonly (ServiceView | null)[]): ServiceView | null {
  const known = services.flatMap((service) => service ?? []);
  if (known.length === 0) return null;
  return {
    missing: [...new Set(known.flatMap(({ missing }) => missing))],
    jobsWaiting: sum(known, ({ jobsWaiting }) => jobsWaiting),
    lost: [...new Set(known.flatMap(({ lost }) => lost))],
    lagSeconds: Math.max(...known.map(({ lagSeconds }) => lagSeconds)),
  };
}

function withCounts<T extends DefinitionView>(row: T, others: readonly T[]): T {
  const counts = others.reduce(
    (total, other) => ({
      running: total.running + other.counts.running,
      completed: total.completed + other.counts.completed,
      failed: total.failed + other.counts.failed,
      cancelled: total.cancelled + other.counts.cancelled,
    }),
    row.counts,
  );
  return { ...row, counts };
}
