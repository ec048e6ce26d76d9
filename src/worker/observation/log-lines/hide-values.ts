import type { InstanceState } from '../../../engine/state.ts';

/** Shorter values occur in any text by chance. Unit: characters. */
const MIN_LENGTH = 4;
/** Maximum number of values that are compared per log line. */
const MAX_VALUES = 5000;
const HIDDEN = '***';

/**
 * Removes the values of variables from a failure message: a script may throw one, and conversion errors quote them. State and history of the instance
 * keep the full message (docs/contributing/spec/observability.md#never-logged).
 */
export function withoutValues(message: string, { variables }: InstanceState): string {
  const values = new Set<string>();
  for (const { values: held } of variables.values()) collect(held, values);
  const found = [...values].filter((value) => message.includes(value)).sort((a, b) => b.length - a.length);
  return found.reduce((text, value) => text.replaceAll(value, HIDDEN), message);
}

function collect(root: unknown, into: Set<string>): void {
  const open: unknown[] = [root];
  while (open.length > 0 && into.size < MAX_VALUES) {
    const value = open.pop();
    if (typeof value === 'object' && value !== null) {
      for (const inner of Object.values(value)) open.push(inner);
    } else if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value);
      if (text.length >= MIN_LENGTH) into.add(text);
    }
  }
}
