import { apply } from '../../../../engine/apply.ts';
import type { EngineEvent } from '../../../../engine/events.ts';
import type { EntryOrdinal, ScopeOrdinal } from '../../../../engine/ordinals.ts';
import { type InstanceState, initialState } from '../../../../engine/state.ts';
import type { JournalRowView } from '../../../wire/instances.ts';

/** One event of the journal with its place in time. */
export interface Step {
  /** from 1, over the whole journal */
  readonly number: number;
  /** journal row: everything one command did */
  readonly seq: number;
  /** ms since epoch */
  readonly at: number;
  readonly event: EngineEvent;
}

/** One run of an element, with what ran inside it. Times: ms since epoch. */
export interface Run {
  readonly ordinal: EntryOrdinal;
  readonly element: string;
  readonly elementType: string;
  /** index of an iteration, from 0 */
  readonly index: number | null;
  readonly startedAt: number;
  endedAt: number | null;
  outcome: 'active' | 'completed' | 'failed' | 'cancelled';
  /** code and message of a failure, or why it was cancelled */
  note: string | null;
  childInstanceId: string | null;
  readonly inside: Run[];
}

/** The life of an instance up to one step. `state`: as the engine itself folded it. */
export interface Moment {
  readonly step: Step | null;
  readonly state: InstanceState;
  /** runs directly in the process, oldest first */
  readonly runs: readonly Run[];
  readonly takenFlows: ReadonlySet<string>;
}

/** Journal rows as steps. */
export function stepsOf(rows: readonly JournalRowView[]): Step[] {
  const steps: Step[] = [];
  for (const { seq, at, events } of rows) {
    for (const event of events) steps.push({ number: steps.length + 1, seq, at: Date.parse(at), event: event as EngineEvent });
  }
  return steps;
}

/** Moves through the steps of an instance: forwards by folding on, backwards by folding again from the beginning. */
export class Replay {
  readonly #steps: readonly Step[];
  #state: InstanceState = initialState();
  #history = new History();
  #position = 0;

  constructor(steps: readonly Step[]) {
    this.#steps = steps;
  }

  /** The moment after so many steps. The moments share their data: one is valid until the next is asked for. */
  at(position: number): Moment {
    if (position < this.#position) {
      this.#state = initialState();
      this.#history = new History();
      this.#position = 0;
    }
    for (const step of this.#steps.slice(this.#position, position)) {
      apply(this.#state, step.event, step.at);
      this.#history.add(step);
    }
    this.#position = Math.min(position, this.#steps.length);
    const { roots, takenFlows } = this.#history;
    return { step: this.#steps[this.#position - 1] ?? null, state: this.#state, runs: roots, takenFlows };
  }
}

/** What the live state forgets: ended runs, who ran inside whom, flows taken. */
class History {
  readonly roots: Run[] = [];
  readonly takenFlows = new Set<string>();
  readonly #runs = new Map<EntryOrdinal, Run>();
  readonly #hosts = new Map<ScopeOrdinal, EntryOrdinal>();

  add({ event, at }: Step): void {
    switch (event.type) {
      case 'ScopeOpened':
        this.#hosts.set(event.scope, event.host);
        return;
      case 'ElementActivated':
        this.#begin(event, at);
        return;
      case 'ElementCompleted':
        this.#end(event.entry, at, 'completed', null);
        return;
      case 'ElementFailed':
        this.#end(event.entry, at, 'failed', `[${event.code}] ${event.message}`);
        return;
      case 'ElementCancelled':
        this.#end(event.entry, at, 'cancelled', event.reason);
        return;
      case 'ChildStarted': {
        const run = this.#runs.get(event.entry);
        if (run !== undefined) run.childInstanceId = event.childInstanceId;
        return;
      }
      case 'FlowTaken':
        this.takenFlows.add(event.flow);
        return;
      default:
        return;
    }
  }

  #begin(event: Extract<EngineEvent, { type: 'ElementActivated' }>, at: number): void {
    const run: Run = {
      ordinal: event.entry,
      element: event.element,
      elementType: event.loop === 'multiInstance' ? 'multiInstance' : event.elementType,
      index: event.index ?? null,
      startedAt: at,
      endedAt: null,
      outcome: 'active',
      note: null,
      childInstanceId: null,
      inside: [],
    };
    this.#runs.set(event.entry, run);
    const host = this.#hosts.get(event.scope);
    const outer = host === undefined ? undefined : this.#runs.get(host);
    (outer?.inside ?? this.roots).push(run);
  }

  #end(entry: EntryOrdinal, at: number, outcome: Run['outcome'], note: string | null): void {
    const run = this.#runs.get(entry);
    if (run !== undefined) Object.assign(run, { endedAt: at, outcome, note });
  }
}
