import { compared } from './comparison.ts';

/** `min` and `max` of anything that has an order (DMN 1.3, table 75); the library has them of numbers only. */
const EXTREMES: Readonly<Record<string, unknown>> = { min: extreme('<'), max: extreme('>') };

const NONE: Readonly<Record<string, unknown>> = {};

/** The functions a source may call. A variable of the same name goes first. */
export function extremes(source: string): Readonly<Record<string, unknown>> {
  return /\b(?:min|max)\b/.test(source) ? EXTREMES : NONE;
}

/** The first item that none is before. Null for no item, and as soon as two items have no order. */
function extreme(operator: '<' | '>'): unknown {
  const call = (...args: unknown[]) => {
    const list = args.length === 1 && Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
    let found: unknown = list[0] ?? null;
    for (const item of list) {
      const isFirst = compared(operator, item, found);
      if (isFirst === null) return null;
      if (isFirst) found = item;
    }
    return found;
  };
  return Object.assign(call, { $args: ['...list'] });
}
