import { apply } from './apply.ts';
import type { EngineEvent, InstanceStarted } from '../events.ts';
import { OpenFacts } from './open-facts.ts';
import { isNonBlocking } from './open-incidents.ts';
import type { EntryOrdinal } from '../ordinals.ts';
import type { Origin } from '../events/restore-events.ts';
import { type InstanceState, initialState } from '../state.ts';
import type { Unfinished } from './paused-runs.ts';
import { isSameJson, type Json, noVariables, type Variables } from '../values.ts';
import { scopeIn } from '../values/variable-scopes.ts';

/** A row of the event history. `at`: ms since epoch. */
export interface HistoryRow {
  readonly seq: number;
  readonly at: number;
  readonly events: readonly EngineEvent[];
}

/** Returns the variables of a retry request. They are written before anything else happens. */
export function givenWith(events: readonly EngineEvent[], restored: number): Variables {
  const next = events.slice(restored + 1).find(({ type }) => type !== 'InstanceSuspended');
  return next?.type === 'VariablesWritten' ? next.values : noVariables();
}

/**
 * A point from which an instance can continue: the state after a row of its event history, and the events that created its
 * subscriptions and jobs (docs/contributing/spec/forks.md#step).
 */
export class RestorePoint {
  readonly origin: Origin;
  readonly state: InstanceState = initialState();
  readonly open = new OpenFacts();
  /** an event started the instance at its start element, which completed at once */
  isTriggered = false;
  at = 0;
  /** remaining work if the row ends with a failure: the state is the one before the failure */
  unfinished: Unfinished | undefined;
  /** events of the row after that state */
  rest: readonly EngineEvent[] = [];
  /** number of earlier restores */
  restores = 0;
  /** start variables, and variables of each retry */
  readonly given: Record<string, Json> = noVariables();
  private first: InstanceStarted | undefined;
  private last = 0;
  private readonly failedIn: number | undefined;

  /** @param failedIn row in which the instance failed: the state is the one before the failure; undefined: the state after the row of the origin */
  constructor(origin: Origin, failedIn?: number) {
    this.origin = origin;
    this.failedIn = failedIn;
  }

  /** Activity instances to re-enter: their jobs and subscriptions are not restored. A call activity whose called instance continues stays. */
  get entered(): ReadonlySet<EntryOrdinal> {
    const failed = this.unfinished?.failed ?? [];
    const isEntered = (entry: EntryOrdinal) => this.state.entries.get(entry)?.childInstanceId === null;
    return new Set(
      failed.flatMap(({ entry, repeat }) => (entry !== null && repeat.kind === 'enter' && isEntered(entry) ? [entry] : [])),
    );
  }

  /** Number of the last row that it needs, counted from the first. Step 0 needs the first row too, for the start data. */
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

  /** Adds the next row; rows must be in order from the first one. */
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

  /** Returns the events to apply: of the row with the failure, only those before it. */
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
 * Returns the inputs that a continued called instance takes over: values that differ from those given before, unless the called
 * instance has changed them (docs/contributing/spec/forks.md#inputs-of-called-instances).
 * @param overwrites inputs that it takes over in any case
 */
export function changedInputs({ state, given }: RestorePoint, inputs: Variables, overwrites: readonly string[] = []): Variables {
  const own = scopeIn(state.variables, state.rootVariables).values;
  const isSame = (a: Json | undefined, b: Json | undefined) =>
    a === b || (a !== undefined && b !== undefined && isSameJson(a, b));
  const changed = Object.entries(inputs).filter(
    ([name, value]) => !isSame(value, given[name]) && (overwrites.includes(name) || isSame(own[name], given[name])),
  );
  return Object.assign(noVariables(), Object.fromEntries(changed));
}
