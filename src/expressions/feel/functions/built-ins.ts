import type { FeelFunction } from '../values/function.ts';
import { CONTEXTS } from './contexts.ts';
import { CONVERSIONS } from './conversions.ts';
import { DATES } from './dates.ts';
import { LISTS } from './lists.ts';
import { NUMBERS } from './numbers.ts';
import { RANGES } from './ranges.ts';
import { STRINGS } from './strings.ts';

export const BUILT_INS: ReadonlyMap<string, FeelFunction> = new Map(
  [...CONVERSIONS, ...STRINGS, ...NUMBERS, ...LISTS, ...CONTEXTS, ...DATES, ...RANGES].map((one) => [one.name, one]),
);

/** Camunda 8, not DMN. Without a call, such a name is an undefined variable. */
export const ADDED_FUNCTIONS: ReadonlySet<string> = new Set([
  ...['is defined', 'get or else', 'assert', 'is blank', 'trim', 'extract', 'to base64', 'uuid', 'random number', 'is empty'],
  ...['duplicate values', 'partition', 'put', 'put all', 'to json', 'from json', 'last day of month', 'cycle', 'fromAi'],
]);
