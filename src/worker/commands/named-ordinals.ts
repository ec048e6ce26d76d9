import type { Ordinal } from '../../engine/ordinals.ts';
import { entityId } from '../../platform/ids.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';

/** Never assigned: ordinals count from 1. */
const UNUSED: Ordinal = 0;

/**
 * Activity instances and variable scopes. Ids are derived from ordinals and cannot be reversed (ADR 0004), so this searches all active ones once. Unknown ids
 * get {@link UNUSED}.
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
  return (id) => found.get(id) ?? UNUSED;
}
