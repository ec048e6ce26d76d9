import type { ProcessModel } from '../model.ts';
import type { Instruction, InstructionFault } from '../modifications.ts';
import type { EntryOrdinal, ScopeOrdinal } from '../ordinals.ts';
import { type EntryState, entryIn, type InstanceState, openScope, walksOf } from '../state.ts';

/** What the cancellations of a modification end. */
export interface Doomed {
  /** the entries that are cancelled by themselves, newest first; what is inside of another one is left out */
  readonly targets: readonly EntryState[];
  /** those, and everything that ends with them */
  readonly entries: ReadonlySet<EntryOrdinal>;
  readonly scopes: ReadonlySet<ScopeOrdinal>;
}

/** Finds what an instruction names; undefined for one that cancels nothing. */
export function namedBy(
  model: ProcessModel,
  state: InstanceState,
  instruction: Instruction,
): readonly EntryState[] | InstructionFault | undefined {
  switch (instruction.kind) {
    case 'cancelEntry': {
      const entry = state.entries.get(instruction.entry);
      return entry === undefined ? { why: 'entryNotActive' } : [entry];
    }
    case 'cancelElement': {
      const { element } = instruction;
      if (!model.elements.has(element)) return { why: 'elementUnknown', element };
      const entries = [...(state.byElement.get(element) ?? [])].map((ordinal) => entryIn(state, ordinal));
      // The iterations of a loop end with the loop.
      const whole = entries.filter(({ index }) => index === null);
      return whole.length === 0 ? { why: 'elementNotActive', element } : whole;
    }
    default:
      return undefined;
  }
}

/** Everything that ends when these entries are cancelled. The targets of one event-based gateway wait for one token: they end together. */
export function doomedBy(state: InstanceState, named: readonly EntryState[]): Doomed {
  const chosen = new Map<EntryOrdinal, EntryState>();
  for (const entry of named) {
    chosen.set(entry.ordinal, entry);
    if (entry.race === null) continue;
    for (const rival of state.races.get(entry.race) ?? []) chosen.set(rival, entryIn(state, rival));
  }
  const entries = new Set<EntryOrdinal>();
  const scopes = new Set<ScopeOrdinal>();
  const pending = [...chosen.values()];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (entries.has(at.ordinal)) continue;
    entries.add(at.ordinal);
    for (const body of state.bodies.get(at.ordinal) ?? []) {
      scopes.add(body);
      for (const inner of openScope(state, body).entries) pending.push(entryIn(state, inner));
    }
    pending.push(...handlersOf(state, at.ordinal));
  }
  const targets = [...chosen.values()].filter((entry) => !scopes.has(entry.scope));
  return { targets: targets.sort((a, b) => b.ordinal - a.ordinal), entries, scopes };
}

/** A walk ends with the entry that threw it, and so do its handlers, wherever they run. */
function handlersOf(state: InstanceState, thrower: EntryOrdinal): EntryState[] {
  const items = walksOf(state, thrower).flatMap((walk) => [...walk.items]);
  return items.flatMap((item) => {
    const handler = state.handlers.get(item);
    return handler === undefined ? [] : [entryIn(state, handler)];
  });
}
