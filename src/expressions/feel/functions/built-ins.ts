import type { FeelFunction } from '../values/function.ts';
import { CONTEXTS } from './contexts.ts';
import { CONVERSIONS } from './conversions.ts';
import { DATES } from './dates.ts';
import { LISTS } from './lists.ts';
import { NUMBERS } from './numbers.ts';
import { RANGES } from './ranges.ts';
import { STRINGS } from './strings.ts';

/** Every function that a text can call without defining it, by name. */
export const BUILT_INS: ReadonlyMap<string, FeelFunction> = new Map(
  [...CONVERSIONS, ...STRINGS, ...NUMBERS, ...LISTS, ...CONTEXTS, ...DATES, ...RANGES].map((one) => [one.name, one]),
);
