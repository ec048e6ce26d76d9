import type { Ordinal } from '../../engine/ordinals.ts';
import { entityId } from '../../platform/ids.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';

/** The number that nothing ever has: numbers count from 1. */
const NOBODY: Ordinal = 0;

/** The number of the active entry or variable scope with this id; that of nobody where none has it. Ids are made of numbers, never the other way (ADR 0004). */
export function ordinalNamed({ id: instanceId, state }: WorkingInstance, id: string): Ordinal {
  for (const ordinals of [state.entries.keys(), state.variables.keys()])
    for (const ordinal of ordinals) if (entityId(instanceId, ordinal) === id) return ordinal;
  return NOBODY;
}
