import type { Json } from '../../engine/values.ts';

/**
 * Bytes of the value as JSON, roughly: strings in UTF-8 without escapes. Stops above `limit`, so that values sharing parts
 * cannot make the count itself expensive.
 */
export function sizeOf(value: Json, limit: number): number {
  if (value === null || typeof value === 'boolean') return 5;
  if (typeof value === 'number') return 8;
  if (typeof value === 'string') return value.length > limit ? value.length : Buffer.byteLength(value) + 2;
  let size = 2;
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) {
      size += 1 + sizeOf(item, limit - size);
      if (size > limit) return size;
    }
    return size;
  }
  for (const [key, item] of Object.entries(value)) {
    size += 4 + key.length + sizeOf(item, limit - size);
    if (size > limit) return size;
  }
  return size;
}
