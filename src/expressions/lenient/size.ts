import type { Json, JsonObject } from '../../engine/values.ts';

/** Levels of a result: later processing is recursive. */
const MAX_DEPTH = 500;

/**
 * Approximate bytes of JSON: strings in UTF-8 without escapes. Stops above `limit`, because shared parts can make counting expensive. Throws RangeError
 * above {@link MAX_DEPTH} levels.
 */
export function sizeOf(value: Json, limit: number, depth = 0): number {
  if (value === null || typeof value === 'boolean') return 5;
  if (typeof value === 'number') return 8;
  if (typeof value === 'string') return value.length > limit ? value.length : Buffer.byteLength(value) + 2;
  if (depth > MAX_DEPTH) throw new RangeError('value is nested too deep');
  let size = 2;
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) {
      size += 1 + sizeOf(item, limit - size, depth + 1);
      if (size > limit) return size;
    }
    return size;
  }
  for (const key of Object.keys(value)) {
    size += 4 + key.length + sizeOf((value as JsonObject)[key] as Json, limit - size, depth + 1);
    if (size > limit) return size;
  }
  return size;
}
