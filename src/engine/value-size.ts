import type { Json } from './values.ts';

/** Approximate number of characters of a value in JSON, not counting escapes. Iterative, creates no text. */
export function sizeOf(value: Json): number {
  let size = 0;
  const pending: Json[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') size += next.length + 2;
    else if (typeof next === 'number') size += 8;
    else if (typeof next !== 'object' || next === null) size += 5;
    else if (Array.isArray(next)) {
      size += 2 + next.length;
      for (const item of next as readonly Json[]) pending.push(item);
    } else {
      size += 2;
      for (const [name, member] of Object.entries(next)) {
        size += name.length + 4;
        pending.push(member);
      }
    }
  }
  return size;
}

export function sizeOfVariable(name: string, value: Json): number {
  return name.length + 4 + sizeOf(value);
}
