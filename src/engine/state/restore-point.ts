import { isAfterWork, type JobOpened } from '../events/job-events.ts';
import type { Origin } from '../events/restore-events.ts';
import type { ChildStartRequested, EngineEvent, InstanceStarted, JobCreated, UserTaskCreated } from '../events.ts';
import { type InstanceMigrated, newIdOf, renamedBy } from '../migration/migrations.ts';
import type { ActivityInstanceOrdinal, JobOrdinal } from '../ordinals.ts';
import { type InstanceState, initialState } from '../state.ts';
import { scopeIn } from '../values/variable-scopes.ts';
import { isSameJson, type Json, noVariables, type Variables } from '../values.ts';
import { apply } from './apply.ts';
import { renamedJob } from './apply-migration.ts';
import { editedTask } from './edited-task.ts';
import { isNonBlocking } from './open-incidents.ts';
import type { Unfinished } from './paused-runs.ts';

/** Events that created open user tasks, jobs and calls. The state has only the ordinals. */
class OpenFacts {
  readonly userTasks: Map<ActivityInstanceOrdinal, UserTaskCreated> = new Map();
  readonly jobs: Map<ActivityInstanceOrdinal, JobCreated> = new Map();
  readonly ownJobs: Map<JobOrdinal, JobOpened> = new Map();
  readonly calls: Map<ActivityInstanceOrdinal, ChildStartRequested> = new Map();

  /** Call it with all events of one history, in order. */
  note(event: EngineEvent): void {
    switch (event.type) {
      case 'InstanceRestored':
        for (const facts of [this.userTasks, this.jobs, this.ownJobs, this.calls]) facts.clear();
        return;
      case 'UserTaskCreated':
        this.userTasks.set(event.entry, event);
        return;
      case 'UserTaskEdited': {
        const task = this.userTasks.get(event.entry);
        if (task !== undefined) this.userTasks.set(event.entry, editedTask(task, event));
        return;
      }
      case 'JobCreated':
        this.jobs.set(event.entry, event);
        return;
      case 'ChildStartRequested':
        this.calls.set(event.entry, event);
        return;
      case 'JobOpened':
        this.ownJobs.set(event.job, event);
        if (isAfterWork(event.purpose)) this.endWork(event.entry);
        return;
      case 'JobClosed':
        this.ownJobs.delete(event.job);
        return;
      case 'InstanceMigrated':
        this.rename(event);
        return;
      case 'IncidentRaised':
        if (!isNonBlocking(event.repeat)) this.endWork(event.entry);
        return;
      case 'ElementCompleted':
      case 'ElementFailed':
      case 'ElementCancelled':
        this.userTasks.delete(event.entry);
        this.endWork(event.entry);
        return;
      default:
        return;
    }
  }

  private rename(event: InstanceMigrated): void {
    const [elements, flows] = [renamedBy(event.elements), renamedBy(event.flows)];
    for (const facts of [this.userTasks, this.jobs, this.calls] as Map<ActivityInstanceOrdinal, { readonly element: string }>[])
      for (const [entry, fact] of facts) facts.set(entry, { ...fact, element: newIdOf(elements, fact.element) });
    for (const [job, fact] of this.ownJobs) this.ownJobs.set(job, { ...fact, ...renamedJob(fact, elements, flows) });
    for (const task of event.userTasks ?? []) {
      const before = this.userTasks.get(task.entry);
      if (before === undefined) continue;
      const { element } = before;
      this.userTasks.set(task.entry, { type: 'UserTaskCreated', elementType: 'userTask', element, ...task });
    }
  }

  /** Removes the work that has a result or has failed. */
  endWork(entry: ActivityInstanceOrdinal | null): void {
    if (entry === null) return;
    this.jobs.delete(entry);
    this.calls.delete(entry);
  }
}

/** `at`: ms since epoch. */
interface HistoryRow {
  readonly seq: number;
  readonly at: number;
  readonly events: readonly EngineEvent[];
}

/**
 * Variables of a retry request, written before anything else.
 * @param restored index of `InstanceRestored`
 */
export function givenWith(events: readonly EngineEvent[], restored: number): Variables {
  const next = events.slice(restored + 1).find(({ type }) => type !== 'InstanceSuspended');
  return next?.type === 'VariablesWritten' ? next.values : noVariables();
}

/** State after a row of the event history, with the events that created its subscriptions and jobs (docs/contributing/spec/forks.md#step). */
export class RestorePoint {
  readonly origin: Origin;
  readonly state: InstanceState = initialState();
  readonly open = new OpenFacts();
  /** started by an event at a start element that completed in the same step */
  isTriggered = false;
  at = 0;
  /** set if the row ends with a failure: the state is the one before it */
  unfinished: Unfinished | undefined;
  /** events of the row after the state */
  rest: readonly EngineEvent[] = [];
  /** earlier restores */
  restores = 0;
  /** start variables, and those of each retry */
  readonly given: Record<string, Json> = noVariables();
  private first: InstanceStarted | undefined;
  private last = 0;
  private readonly failedIn: number | undefined;

  /** @param failedIn row of the failure: the state is the one before; undefined: the state after the row of the origin */
  constructor(origin: Origin, failedIn?: number) {
    this.origin = origin;
    this.failedIn = failedIn;
  }

  /** Instances to re-enter, without their jobs and subscriptions. A call activity whose called instance continues stays. */
  get entered(): ReadonlySet<ActivityInstanceOrdinal> {
    const failed = this.unfinished?.failed ?? [];
    const isEntered = (entry: ActivityInstanceOrdinal) => this.state.entries.get(entry)?.childInstanceId === null;
    return new Set(
      failed.flatMap(({ entry, repeat }) => (entry !== null && repeat.kind === 'enter' && isEntered(entry) ? [entry] : [])),
    );
  }

  /** Last row that it needs, counted from the first. Step 0 needs that too, for the start data. */
  get lastRow(): number {
    return this.failedIn ?? Math.max(1, this.origin.seq);
  }

  /** True if only the start happened before it. */
  get isBeginning(): boolean {
    return this.origin.seq === 0 && this.failedIn === undefined;
  }

  get started(): InstanceStarted {
    if (this.first === undefined) throw new Error(`the journal of ${this.origin.instanceId} does not begin with InstanceStarted`);
    return this.first;
  }

  /** Call it for the rows 1 to `lastRow` in order, for no others. Throws if one is missing. */
  add({ seq, at, events }: HistoryRow): void {
    if (seq !== this.last + 1) throw new Error(`row ${this.last + 1} of the journal of ${this.origin.instanceId} is missing`);
    this.last = seq;
    this.at = at;
    if (seq === 1) this.begin(events);
    for (const [index, event] of (this.isBeginning ? [this.started] : this.kept(seq, events)).entries()) {
      if (event.type === 'InstanceStarted') Object.assign(this.given, event.variables);
      if (event.type === 'InstanceRestored') {
        this.restores += 1;
        Object.assign(this.given, givenWith(events, index));
      }
      apply(this.state, event, at);
      this.open.note(event);
    }
    for (const { entry, repeat } of this.unfinished?.failed ?? []) if (!isNonBlocking(repeat)) this.open.endWork(entry);
  }

  /** Drops the failure of its row, and what follows. */
  private kept(seq: number, events: readonly EngineEvent[]): readonly EngineEvent[] {
    const end = events.at(-1);
    if (seq !== this.failedIn || end?.type !== 'InstanceFailed' || end.retry === undefined) return events;
    this.unfinished = end.retry;
    this.rest = events.slice(end.retry.at);
    return events.slice(0, end.retry.at);
  }

  private begin(events: readonly EngineEvent[]): void {
    this.first = events.find((event) => event.type === 'InstanceStarted');
    const start = this.first?.startElement;
    this.isTriggered = events.some(
      (event) => event.type === 'ElementCompleted' && event.element === start && event.elementType !== 'startEvent',
    );
  }
}

/**
 * Inputs that a continued called instance takes over: those that differ from the ones given before and that it has not changed
 * (docs/contributing/spec/forks.md#inputs-of-called-instances).
 * @param overwrites taken over in any case, unless equal
 */
export function changedInputs({ state, given }: RestorePoint, inputs: Variables, overwrites: readonly string[] = []): Variables {
  const own = scopeIn(state.variables, state.rootVariables).values;
  const isSame = (a: Json | undefined, b: Json | undefined) =>
    a === b || (a !== undefined && b !== undefined && isSameJson(a, b));
  const changed = Object.entries(inputs).filter(([name, value]) =>
    overwrites.includes(name) ? !isSame(value, own[name]) : !isSame(value, given[name]) && isSame(own[name], given[name]),
  );
  return Object.assign(noVariables(), Object.fromEntries(changed));
}
