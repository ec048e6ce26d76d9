import { areNamedAlike, FeelFunction } from '../values/function.ts';
import { isContext, isDuration, kindOf } from '../values/kinds.ts';
import { isNumber } from '../values/numbers.ts';
import { FeelRange } from '../values/range.ts';
import type { FeelRun } from '../values/run.ts';
import { FeelDate, FeelDateTime, FeelTime } from '../values/temporal.ts';

/** Typed arguments; a missing optional one is undefined. */
type Call = (args: Given, run: FeelRun) => unknown;
/** Largest number of arguments; each implementation narrows the types. */
type Given = readonly [never, never, never, never, never, never, never];

/** Types of parameters. */
const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  any: () => true,
  value: (value) => value !== null,
  string: (value) => typeof value === 'string',
  number: isNumber,
  boolean: (value) => typeof value === 'boolean',
  list: Array.isArray,
  context: isContext,
  range: (value) => value instanceof FeelRange,
  function: (value) => value instanceof FeelFunction,
  date: (value) => value instanceof FeelDate,
  time: (value) => value instanceof FeelTime,
  moment: (value) => value instanceof FeelDateTime,
  day: (value) => value instanceof FeelDate || value instanceof FeelDateTime,
  duration: isDuration,
  point: (value) => value !== null && !['list', 'context', 'function', 'range', 'boolean'].includes(kindOf(value)),
};

interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly isRest: boolean;
}

/**
 * `forms`: parameters of the overloads, `string: string, length?: number`, separated by `|`; the first with matching types is called. `...` collects the
 * remaining arguments, or takes a single list. A list with one item converts to the item, and a value to a list (DMN 1.3, 10.3.2.9.4). Null without a
 * matching form.
 */
export function define(name: string, forms: string, ...calls: readonly Call[]): FeelFunction {
  const read = forms.split('|').map((form) => form.split(',').flatMap(parameterOf));
  const shown = read.map((form) =>
    form.map((one) => `${one.isRest ? '...' : ''}${one.name}${one.isOptional || one.isRest ? '?' : ''}`),
  );
  const signatures = forms.split('|').map((form) => form.trim());
  const call: FeelFunction['call'] = (args, run, named) => {
    for (const [at, form] of read.entries()) {
      // named arguments select by name
      if (named !== undefined && !areNamedAlike(named, shown[at] ?? [], args.length)) continue;
      const values = fitted(form, args);
      const chosen = calls[at] ?? calls[0];
      if (values !== undefined && chosen !== undefined) return chosen(values as unknown as Given, run) ?? null;
    }
    return null;
  };
  return new FeelFunction(name, shown, call, [], undefined, signatures);
}

function parameterOf(text: string): Parameter[] {
  const [name = '', type = 'any'] = text.split(':').map((part) => part.trim());
  if (name === '') return [];
  return [{ name: name.replace(/^\.\.\.|\?$/g, ''), type, isOptional: name.endsWith('?'), isRest: name.startsWith('...') }];
}

function fitted(form: readonly Parameter[], args: readonly unknown[]): unknown[] | undefined {
  const last = form.at(-1);
  if (args.length > form.length && last?.isRest !== true) return undefined;
  // an empty list must be explicit: `all([])`
  if (args.length === 0 && form[0]?.isRest === true) return undefined;
  const values: unknown[] = [];
  for (const [at, parameter] of form.entries()) {
    if (parameter.isRest) {
      const rest = args.slice(at);
      const only: unknown = rest[0];
      values.push(rest.length === 1 && Array.isArray(only) && parameter.type !== 'list' ? only : rest);
      return values;
    }
    const arg = args[at];
    if (arg === undefined || (arg === null && parameter.isOptional)) {
      if (!parameter.isOptional) return undefined;
      values.push(undefined);
      continue;
    }
    const value = asType(arg, parameter.type);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

function asType(value: unknown, type: string): unknown {
  const fits = TYPES[type];
  if (fits === undefined || fits(value)) return value;
  if (Array.isArray(value)) return value.length === 1 && fits(value[0]) ? value[0] : undefined;
  return type === 'list' && value !== null ? [value] : undefined;
}
