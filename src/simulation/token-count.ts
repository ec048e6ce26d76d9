import type { EngineEvent } from '../engine/events.ts';
import type { MemoryTables } from '../memory/memory-tables.ts';
import type { SimulatedElement } from './protocol.ts';

/** Counts of tokens. */
export interface TokenCount {
  readonly elements: readonly SimulatedElement[];
  readonly flows: readonly { readonly id: string; readonly taken: number }[];
}

type Counted = { -readonly [Name in keyof SimulatedElement]: SimulatedElement[Name] };

/** An active entry, also of a loop, which its iterations replace when they exist. */
interface OpenEntry {
  readonly element: string;
  readonly isLoop: boolean;
  iterations: number;
}

/** Counts what became of tokens at each element, over all instances but those that are left out. */
export function countTokens({ journals }: MemoryTables, isLeftOut: (instanceId: string) => boolean): TokenCount {
  const count = new Count();
  for (const [instanceId, rows] of journals) {
    if (isLeftOut(instanceId)) continue;
    count.beginInstance();
    for (const { events } of rows) for (const event of events) count.take(event);
  }
  count.beginInstance();
  return {
    elements: [...count.elements.values()],
    flows: [...count.flows].map(([id, taken]) => ({ id, taken })),
  };
}

class Count {
  readonly elements = new Map<string, Counted>();
  readonly flows = new Map<string, number>();
  private open = new Map<number, OpenEntry>();
  private loops = new Map<string, OpenEntry>();

  /** Tokens that were active before count as active. */
  beginInstance(): void {
    for (const { element, isLoop, iterations } of this.open.values())
      if (!isLoop || iterations === 0) this.at(element).active += 1;
    this.open = new Map();
    this.loops = new Map();
  }

  take(event: EngineEvent): void {
    if (event.type === 'ElementActivated') this.begin(event);
    else if (event.type === 'ElementCompleted') this.end(event.entry, 'completed');
    else if (event.type === 'ElementFailed') this.end(event.entry, 'failed');
    else if (event.type === 'ElementCancelled') this.end(event.entry, 'cancelled');
    else if (event.type === 'FlowTaken') this.flows.set(event.flow, (this.flows.get(event.flow) ?? 0) + 1);
  }

  private begin({ entry, element, loop, index }: Extract<EngineEvent, { type: 'ElementActivated' }>): void {
    const around = index === undefined ? undefined : this.loops.get(element);
    if (around !== undefined) around.iterations += 1;
    const opened = { element, isLoop: loop !== undefined, iterations: 0 };
    if (opened.isLoop) this.loops.set(element, opened);
    this.open.set(entry, opened);
  }

  private end(entry: number, outcome: 'completed' | 'failed' | 'cancelled'): void {
    const ended = this.open.get(entry);
    if (ended === undefined) return;
    this.open.delete(entry);
    if (!ended.isLoop || ended.iterations === 0) this.at(ended.element)[outcome] += 1;
  }

  private at(id: string): Counted {
    const known = this.elements.get(id);
    if (known !== undefined) return known;
    const made = { id, active: 0, completed: 0, failed: 0, cancelled: 0 };
    this.elements.set(id, made);
    return made;
  }
}
