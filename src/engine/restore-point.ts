import { apply } from './apply.ts';
import type { EngineEvent, InstanceStarted } from './events.ts';
import { OpenFacts } from './open-facts.ts';
import type { Origin } from './restore-events.ts';
import { type InstanceState, initialState } from './state.ts';

/** A row of a journal as it is folded. `at`: ms since epoch. */
export interface FoldedRow {
  readonly seq: number;
  readonly at: number;
  readonly events: readonly EngineEvent[];
}

/** What an instance can be restored from: its state after a row of its journal, and the facts behind what waited there (docs/spec/forks.md#step). */
export class RestorePoint {
  readonly origin: Origin;
  readonly state: InstanceState = initialState();
  readonly open = new OpenFacts();
  /** an event began the instance at its start element, and that has completed at once */
  isTriggered = false;
  /** time of its row, ms since epoch */
  at = 0;
  private first: InstanceStarted | undefined;
  private last = 0;

  constructor(origin: Origin) {
    this.origin = origin;
  }

  /** The rows that it is made of, from the first one up to this one. Step 0 needs the first row too: it says how the instance was started. */
  get lastRow(): number {
    return Math.max(1, this.origin.seq);
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
    for (const event of this.origin.seq === 0 ? [this.started] : events) {
      apply(this.state, event, at);
      this.open.note(event);
    }
  }

  private begin(events: readonly EngineEvent[]): void {
    this.first = events.find((event) => event.type === 'InstanceStarted');
    const start = this.first?.startElement;
    this.isTriggered = events.some(
      (event) => event.type === 'ElementCompleted' && event.element === start && event.elementType !== 'startEvent',
    );
  }
}
