import type { DecisionValue } from '../../engine/decisions/decided.ts';
import { isContext } from '../feel/values/kinds.ts';

/** Approximate size in bytes; values other than strings, lists and contexts count like numbers. Stops above `limit`. */
export function sizeOfValues(value: DecisionValue, limit: number, depth = 0): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null || depth > 100) return 8;
  if (!Array.isArray(value) && !isContext(value)) return 8;
  let size = 2;
  if (Array.isArray(value)) {
    for (const item of value) {
      size += 4 + sizeOfValues(item, limit - size, depth + 1);
      if (size > limit) return size;
    }
    return size;
  }
  for (const name of Object.keys(value)) {
    const item = (value as Readonly<Record<string, DecisionValue>>)[name];
    size += 4 + name.length + sizeOfValues(item, limit - size, depth + 1);
    if (size > limit) return size;
  }
  return size;
}
