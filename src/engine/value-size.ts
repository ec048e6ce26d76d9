import type { Json } from './values.ts';

/** Characters of the JSON text of a value, give or take escapes; iterative, no text is made. */
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

/** What one variable adds to the size of its scope. */
export function sizeOfVariable(name: string, value: Json): number {
  return name.length + 4 + sizeOf(value);
}
