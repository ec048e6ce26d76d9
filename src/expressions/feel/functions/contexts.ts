import { isForbiddenName } from '../limits.ts';
import { equal } from '../values/equality.ts';
import { FeelFunction } from '../values/function.ts';
import { type FeelJson, jsonText } from '../values/json.ts';
import { type FeelContext, isContext, kindOf } from '../values/kinds.ts';
import { NotAValue } from '../values/not-a-value.ts';
import type { FeelRun } from '../values/run.ts';
import { FeelDateTime, FeelTime } from '../values/temporal.ts';
import { inexactNumberIn, inexactReason } from '../values/whole-numbers.ts';
import { define } from './define.ts';

type List = readonly unknown[];

/** Contexts and arbitrary values (DMN 1.3, 10.3.4.6 and later, and Camunda 8). */
export const CONTEXTS = [
  define('get value', 'm: context, key: any | context: context, key: any', ([context, key]) => valueAt(context, key)),
  define('get entries', 'm: context | context: context', ([context], run) => entriesOf(context, run)),
  define('context', 'entries: list', ([entries], run) => contextOf(entries, run)),
  define(
    'context put',
    'context: context, key: string, value: any | context: context, keys: list, value: any',
    ([context, key, value], run) => put(context, [key], value, run),
    ([context, keys, value], run) => put(context, keys, value, run),
  ),
  define('put', 'context: context, key: any, value: any', ([context, key, value], run) =>
    put(context, Array.isArray(key) ? key : [key], value, run),
  ),
  define('context merge', 'contexts: list', ([contexts], run) => merged(contexts, run)),
  define('put all', '...contexts: any', ([contexts], run) => merged(contexts, run)),
  define('not', 'negand: any', ([value]) => (typeof value === 'boolean' ? !value : null)),
  new FeelFunction('is', [['value1?', 'value2?']], is, [], undefined, ['value1: any, value2: any']),
  define('is defined', 'value: any', ([value]) => value !== null),
  define('get or else', 'value: any, default: any', ([value, fallback]) => value ?? fallback),
  define('assert', 'value: any, condition: any, cause?: any', ([value, condition, cause]) => asserted(value, condition, cause)),
  define('uuid', '', (_, { random }) => random?.guid() ?? null),
  define('to json', 'value: any', ([value], run) => jsonOf(value, run)),
  define('from json', 'value: string', ([text], run) => parsed(text, run)),
  define('fromAi', 'value: any, description?: any, type?: any, schema?: any, options?: any', ([value]) => value),
];

/** Key or list of keys; undefined if invalid, empty or forbidden. */
function pathOf(key: unknown): readonly string[] | undefined {
  const path: List = Array.isArray(key) ? key : [key];
  const isPath = path.length > 0 && path.every((name) => typeof name === 'string' && !isForbiddenName(name));
  return isPath ? (path as readonly string[]) : undefined;
}

/** Key or path; null if missing. */
function valueAt(context: FeelContext, key: unknown): unknown {
  let value: unknown = context;
  for (const name of pathOf(key) ?? []) value = isContext(value) && Object.hasOwn(value, name) ? value[name] : null;
  return value === context ? null : value;
}

function entriesOf(context: FeelContext, run: FeelRun): unknown[] {
  run.list(Object.keys(context).length);
  return namesOf(context).map((key) => ({ key, value: context[key] ?? null }));
}

function namesOf(context: FeelContext): readonly string[] {
  return Object.keys(context).filter((name) => !isForbiddenName(name));
}

/** Has no prototype, so that every name is safe. */
function emptyContext(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

function contextOf(entries: List, run: FeelRun): FeelContext | null {
  run.list(entries.length);
  const context = emptyContext();
  for (const entry of entries) {
    if (!isContext(entry) || !Object.hasOwn(entry, 'key') || !Object.hasOwn(entry, 'value')) return null;
    const { key, value } = entry;
    if (typeof key !== 'string' || isForbiddenName(key) || Object.hasOwn(context, key)) return null;
    context[key] = value;
  }
  return context;
}

/** Copy with another value at a key or path. Creates missing contexts; null if another value is there. */
function put(context: FeelContext, keys: List, value: unknown, run: FeelRun): FeelContext | null {
  const [name, ...rest] = pathOf(keys) ?? [];
  if (name === undefined) return null;
  const inner = (Object.hasOwn(context, name) ? context[name] : undefined) ?? {};
  if (rest.length > 0 && !isContext(inner)) return null;
  const within = rest.length === 0 ? value : put(inner as FeelContext, rest, value, run);
  return rest.length > 0 && within === null ? null : merged([context, { [name]: within }], run);
}

/** Later ones win; null for other values. */
function merged(contexts: List, run: FeelRun): FeelContext | null {
  const all = emptyContext();
  let length = 0;
  for (const context of contexts) {
    if (!isContext(context)) return null;
    const names = namesOf(context);
    length += names.length;
    run.list(length, names.length);
    for (const name of names) all[name] = context[name];
  }
  return all;
}

/** Strict: times must also have the same zone or offset. A missing argument is null if the other has a name. */
function is(args: List, _run: FeelRun, named?: readonly string[]): boolean | null {
  const [a = null, b = null] = args;
  if (named === undefined && args.length !== 2) return null;
  if (kindOf(a) !== kindOf(b) || equal(a, b) !== true) return false;
  const haveAPlace = (a instanceof FeelTime && b instanceof FeelTime) || (a instanceof FeelDateTime && b instanceof FeelDateTime);
  return !haveAPlace || (a.place.zone === b.place.zone && a.offset === b.offset);
}

function asserted(value: unknown, condition: unknown, cause: unknown): unknown {
  if (condition === true) return value;
  throw new NotAValue(typeof cause === 'string' ? cause : 'the condition of assert is not true');
}

function jsonOf(value: unknown, run: FeelRun): string {
  const text = jsonText(value);
  run.text(text.length);
  return text;
}

function parsed(text: string, run: FeelRun): FeelJson {
  // each value has at least two characters
  run.list(0, text.length / 2);
  let value: FeelJson;
  try {
    value = JSON.parse(text) as FeelJson;
  } catch {
    return null;
  }
  const inexact = inexactNumberIn(text);
  if (inexact !== undefined) throw new NotAValue(`from json: ${inexactReason(inexact)}`);
  return value;
}
