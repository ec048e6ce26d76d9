import { date } from '@bpmn-io/feelin';
import type { Json } from '../../engine/values.ts';
import type { Chance } from './chance.ts';
import { contextPut, duplicateValues, getValue, isContext, merged, partition, stringJoin } from './collection-functions.ts';
import { NotAValue, plainCopy, toJson } from './values.ts';

/** A function as the library calls it: positional arguments, null where one is missing; `$args` are the names of its parameters. */
type FeelFunction = ((...args: unknown[]) => unknown) & { readonly $args: readonly string[] };
type Call = (args: readonly unknown[], chance: Chance | undefined) => unknown;

/**
 * Functions that Camunda 8 has beyond the library's FEEL, or with more forms: name, parameters, what it does. Arguments of a wrong
 * type give null, as everywhere in FEEL.
 */
const FUNCTIONS: readonly (readonly [name: string, parameters: string, call: Call])[] = [
  ['is defined', 'value', ([value]) => value !== null],
  ['get or else', 'value,default', ([value, fallback]) => value ?? fallback],
  ['assert', 'value,condition,cause', ([value, condition, cause]) => asserted(value, condition, cause)],
  ['is blank', 'string', ([text]) => (typeof text === 'string' ? text.trim() === '' : null)],
  ['trim', 'string', ([text]) => (typeof text === 'string' ? text.trim() : null)],
  ['extract', 'string,pattern', ([text, pattern]) => extracted(text, pattern)],
  ['to base64', 'value', ([text]) => (typeof text === 'string' ? Buffer.from(text, 'utf8').toString('base64') : null)],
  ['uuid', '', (_, chance) => chance?.guid() ?? null],
  ['random number', '', (_, chance) => chance?.number() ?? null],
  ['is empty', 'list', ([list]) => (Array.isArray(list) ? list.length === 0 : null)],
  ['duplicate values', 'list', ([list]) => (Array.isArray(list) ? duplicateValues(list) : null)],
  ['partition', 'list,size', ([list, size]) => (Array.isArray(list) && typeof size === 'number' ? partition(list, size) : null)],
  ['string join', 'list,delimiter,prefix,suffix', ([list, ...around]) => (Array.isArray(list) ? stringJoin(list, around) : null)],
  ['get value', 'context,key', ([context, key]) => (isContext(context) ? getValue(context, key) : null)],
  ['context put', 'context,key,value', ([context, key, value]) => (isContext(context) ? contextPut(context, key, value) : null)],
  // as Camunda called them first
  ['put', 'context,key,value', ([context, key, value]) => (isContext(context) ? contextPut(context, key, value) : null)],
  ['put all', '...contexts', (contexts) => merged(contexts.length === 1 && Array.isArray(contexts[0]) ? contexts[0] : contexts)],
  ['to json', 'value', ([value]) => JSON.stringify(toJson(value))],
  ['from json', 'value', ([text]) => (typeof text === 'string' ? parsed(text) : null)],
  ['last day of month', 'date', ([day]) => lastDayOfMonth(day)],
  ['cycle', 'repetitions,interval', ([first, second]) => (second === null ? cycle(null, first) : cycle(first, second))],
  ['fromAi', 'value,description,type,schema,options', ([value]) => value],
];

const BY_NAME: ReadonlyMap<string, { readonly parameters: readonly string[]; readonly call: Call }> = new Map(
  FUNCTIONS.map(([name, parameters, call]) => [name, { parameters: parameters === '' ? [] : parameters.split(','), call }]),
);

/** Names of the added functions. */
export const ADDED_FUNCTIONS: readonly string[] = FUNCTIONS.map(([name]) => name);

const CALLS = new RegExp(`\\b(${FUNCTIONS.map(([name]) => name.replaceAll(' ', '\\s+')).join('|')})\\s*\\(`, 'g');

const NONE: ReadonlySet<string> = new Set();

/** Names of the added functions a text may call. Only these are put among its variables, so that no other name is taken. */
export function addedFunctionNames(source: string): ReadonlySet<string> {
  if (!source.includes('(')) return NONE;
  return new Set(Array.from(source.matchAll(CALLS), (match) => (match[1] as string).replace(/\s+/g, ' ')));
}

/** Whether a text calls a function that has to draw from the command's sequence of GUIDs. */
export function needsChance(source: string): boolean {
  const names = addedFunctionNames(source);
  return names.has('uuid') || names.has('random number');
}

/** The added functions a text may call, as members of its context. `chance`: given when {@link needsChance} says so. */
export function addedFunctions(source: string, chance: Chance | undefined): Record<string, FeelFunction> {
  const functions: Record<string, FeelFunction> = {};
  for (const name of addedFunctionNames(source)) {
    const { parameters = [], call } = BY_NAME.get(name) ?? {};
    const takesAny = parameters[0]?.startsWith('...') === true;
    const given = (args: readonly unknown[]) => (takesAny ? args : parameters.map((_, index) => args[index] ?? null));
    functions[name] = Object.assign((...args: unknown[]) => call?.(given(args), chance), { $args: parameters });
  }
  return functions;
}

function asserted(value: unknown, condition: unknown, cause: unknown): unknown {
  if (condition === true) return value;
  throw new NotAValue(typeof cause === 'string' ? cause : 'the condition of assert is not true');
}

function extracted(text: unknown, pattern: unknown): unknown {
  if (typeof text !== 'string' || typeof pattern !== 'string') return null;
  try {
    return Array.from(text.matchAll(new RegExp(pattern, 'gu')), (match) => match[0]);
  } catch {
    return null;
  }
}

function parsed(text: string): unknown {
  try {
    return plainCopy(JSON.parse(text) as Json);
  } catch {
    return null;
  }
}

function lastDayOfMonth(day: unknown): unknown {
  if (typeof day !== 'object' || day === null || !('isLuxonDateTime' in day)) return null;
  const text = toJson(day);
  const [year, month] = String(text).split('-').map(Number);
  if (year === undefined || month === undefined || !Number.isInteger(month)) return null;
  return date(new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10));
}

/** The text of a timer that repeats: endless without a number. */
function cycle(repetitions: unknown, interval: unknown): unknown {
  if (typeof interval !== 'object' || interval === null || !('isLuxonDuration' in interval)) return null;
  if (repetitions !== null && typeof repetitions !== 'number') return null;
  return `R${repetitions ?? ''}/${String(toJson(interval))}`;
}
