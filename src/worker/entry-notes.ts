import type { EngineEvent, Ordinal } from '../engine/events.ts';
import type { InstanceState } from '../engine/state.ts';

/** How far a loop has come. `total`: iterations of a multi-instance; for a standard loop its maximum, or 0. */
export interface LoopTally {
  readonly kind: 'multiInstance' | 'standardLoop';
  total: number;
  completed: number;
  terminated: number;
}

/** What metrics and log lines have to know about entries that may have ended by the time they are told of. */
export interface EntryNotes {
  /** entries that stand for a loop as a whole, live and ended in this transaction */
  readonly loops: Map<Ordinal, LoopTally>;
  /** tokens by flow of the joins that wait; kept up by the lines about joins and nothing else */
  readonly joins: Map<Ordinal, Map<string, number>>;
}

/** The notes about an instance as it was loaded. */
export function notesOf(state: InstanceState): EntryNotes {
  const notes: EntryNotes = { loops: new Map(), joins: new Map() };
  for (const { ordinal, loop, held } of state.entries.values()) {
    if (loop !== null) {
      const { kind, total, completed, terminated } = loop;
      notes.loops.set(ordinal, { kind, total, completed, terminated });
    }
    if (held !== null) notes.joins.set(ordinal, new Map([...held].map(([flow, tokens]) => [flow, tokens.length])));
  }
  return notes;
}

/** Events of the end of a loop do not say that it was one, nor how far it came; those before it do. */
export function noteEvent({ loops }: EntryNotes, event: EngineEvent): void {
  switch (event.type) {
    case 'ElementActivated':
      if (event.loop !== undefined) loops.set(event.entry, { kind: event.loop, total: 0, completed: 0, terminated: 0 });
      return;
    case 'LoopOpened': {
      const loop = loops.get(event.entry);
      if (loop !== undefined) loop.total = event.total;
      return;
    }
    case 'IterationEnded': {
      const loop = loops.get(event.loop);
      if (loop !== undefined) loop[event.outcome] += 1;
      return;
    }
    default:
      return;
  }
}
