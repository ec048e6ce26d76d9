import type { Ordinal } from '../../engine/ordinals.ts';
import { entityId } from '../../platform/ids.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';

/** The number that nothing ever has: numbers count from 1. */
const NOBODY: Ordinal = 0;

/**
 * Finds the numbers of active entries and variable scopes by their ids; that of nobody where none has an id. Ids are made of numbers, never the other way
 * (ADR 0004), so all that live are looked through, once.
 */
export function ordinalsNamed({ id: instanceId, state }: WorkingInstance, ids: readonly string[]): (id: string) => Ordinal {
  const wanted = new Set(ids);
  const found = new Map<string, Ordinal>();
  for (const ordinals of [state.entries.keys(), state.variables.keys()]) {
    for (const ordinal of ordinals) {
      if (found.size === wanted.size) break;
      const id = entityId(instanceId, ordinal);
      if (wanted.has(id)) found.set(id, ordinal);
    }
  }
  return (id) => found.get(id) ?? NOBODY;
}
