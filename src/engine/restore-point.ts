import { apply } from './apply.ts';
import type { EngineEvent, InstanceStarted } from './events.ts';
import { OpenFacts } from './open-facts.ts';
import { goesOnBeside } from './open-incidents.ts';
import type { EntryOrdinal } from './ordinals.ts';
import type { Origin } from './restore-events.ts';
import { type InstanceState, initialState } from './state.ts';
import type { Unfinished } from './unfinished.ts';
import { isSameJson, type Json, noVariables, type Variables } from './values.ts';
import { scopeIn } from './variable-scopes.ts';

/** A row of a journal as it is folded. `at`: ms since epoch. */
export interface FoldedRow {
  readonly seq: number;
  readonly at: number;
  readonly events: readonly EngineEvent[];
}

/** The variables that came with a retry: they are written before anything else happens. */
export function givenWith(events: readonly EngineEvent[], restored: number): Variables {
  const next = events.slice(restored + 1).find(({ type }) => type !== 'InstanceSuspended');
  return next?.type === 'VariablesWritten' ? next.values : noVariables();
}

/** What an instance can be restored from: its state after a row of its journal, and the facts behind what waited there (docs/contributing/spec/forks.md#step). */
export class RestorePoint {
  readonly origin: Origin;
  readonly state: InstanceState = initialState();
  readonly open = new OpenFacts();
  /** an event began the instance at its start element, and that has completed at once */
  isTriggered = false;
  /** time of its row, ms since epoch */
  at = 0;
  /** what it had still to do, where its row ends with a failure: the state is the one just before that */
  unfinished: Unfinished | undefined;
  /** events of its row behind that state */
  rest: readonly EngineEvent[] = [];
  /** how often it has been restored */
  restores = 0;
  /** the variables that it was started with, and those that came with each retry */
  readonly given: Record<string, Json> = noVariables();
  private first: InstanceStarted | undefined;
  private last = 0;
  private readonly failedIn: number | undefined;

  /** @param failedIn the row in which the instance has failed: the state is the one just before that; undefined: the state after the row of the origin */
  constructor(origin: Origin, failedIn?: number) {
    this.origin = origin;
    this.failedIn = failedIn;
  }

  /** Entries that are entered again: their jobs and subscriptions are not restored. A call whose called instance continues stays. */
  get entered(): ReadonlySet<EntryOrdinal> {
    const failed = this.unfinished?.failed ?? [];
    const isEntered = (entry: EntryOrdinal) => this.state.entries.get(entry)?.childInstanceId === null;
    return new Set(
      failed.flatMap(({ entry, repeat }) => (entry !== null && repeat.kind === 'enter' && isEntered(entry) ? [entry] : [])),
    );
  }

  /** The rows that it is made of, from the first one up to this one. Step 0 needs the first row too: it says how the instance was started. */
  get lastRow(): number {
    return this.failedIn ?? Math.max(1, this.origin.seq);
  }

  /** Whether nothing has happened before it but the start. */
  get isBeginning(): boolean {
    return this.origin.seq === 0 && this.failedIn === undefined;
  }

  /** How the instance was started. */
  get started(): InstanceStarted {
    if (this.first === undefined) throw new Error(`the journal of ${this.origin.instanceId} does not begin with InstanceStarted`);
    return this.first;
  }

  /** Folds the next row, in order from the first one. */
  add({ seq, at, events }: FoldedRow): void {
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
    for (const { entry, repeat } of this.unfinished?.failed ?? []) if (!goesOnBeside(repeat)) this.open.endWork(entry);
  }

  /** The events of a row that count: of one that has failed the instance those before the failure. */
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
 * What of the inputs of a call its called instance takes when it continues: values that differ from those it was given before, unless it has changed them itself
 * (docs/contributing/spec/forks.md#inputs-of-called-instances). @param overwrites inputs that it takes in any case
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
