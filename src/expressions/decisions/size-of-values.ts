import type { DecisionValue } from '../../engine/decisions/language.ts';

/** Bytes of values, roughly; what is neither text, list nor context counts as a number. Stops above `limit`. */
export function sizeOfValues(value: DecisionValue, limit: number, depth = 0): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null || depth > 100) return 8;
  const isPlain = Array.isArray(value) || [null, Object.prototype].includes(Object.getPrototypeOf(value));
  if (!isPlain) return 8;
  let size = 2;
  for (const [name, item] of Object.entries(value)) {
    size += 4 + (Array.isArray(value) ? 0 : name.length) + sizeOfValues(item, limit - size, depth + 1);
    if (size > limit) return size;
  }
  return size;
}
