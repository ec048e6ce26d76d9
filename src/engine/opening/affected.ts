import type { ProcessModel } from '../model.ts';
import type { Instruction, InstructionFault } from '../migration/modifications.ts';
import type { EntryOrdinal, ScopeOrdinal } from '../ordinals.ts';
import { type EntryState, entryIn, type InstanceState, openScope, walksOf } from '../state.ts';

/** Activity instances and scopes that end by the cancellations of a modification. */
export interface Affected {
  /** cancelled directly, newest first, without those inside another one */
  readonly targets: readonly EntryState[];
  /** `targets`, and all that end with them */
  readonly entries: ReadonlySet<EntryOrdinal>;
  readonly scopes: ReadonlySet<ScopeOrdinal>;
}

/** Returns activity instances named by an instruction; undefined if it cancels nothing. */
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
      const whole = entries.filter(({ index }) => index === null);
      return whole.length === 0 ? { why: 'elementNotActive', element } : whole;
    }
    default:
      return undefined;
  }
}

/** Returns all that ends if these are cancelled. Targets of one event-based gateway share one token: they end together. */
export function affectedBy(state: InstanceState, named: readonly EntryState[]): Affected {
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

/** Returns the handlers of compensation runs of this thrower, which end with it in any scope. */
function handlersOf(state: InstanceState, thrower: EntryOrdinal): EntryState[] {
  const items = walksOf(state, thrower).flatMap((walk) => [...walk.items]);
  return items.flatMap((item) => {
    const handler = state.handlers.get(item);
    return handler === undefined ? [] : [entryIn(state, handler)];
  });
}
