import type { Json } from '../../engine/values.ts';
import { ExactNumber } from './exact-number.ts';
import type { EvaluationContext } from './run.ts';
import { textOf } from './text.ts';
import { isDouble, isList, isMap, numberOf, type Value } from './value.ts';

/** Range that Java writes without exponent. */
const SMALLEST_PLAIN = 1e-3;
const LARGEST_PLAIN = 1e7;

/** Lists and maps are JSON, as in all dialects. */
export function javaText(run: EvaluationContext, value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return String(value);
  return numberText(value) ?? textOf(run, value);
}

/** Writes also lists and maps: `[a, b]` and `{name=value}`. */
export function javaTextWithCollections(run: EvaluationContext, value: Value): string {
  return collectionText(run, value, (entries) => `{${entries.map(([name, text]) => `${name}=${text}`).join(', ')}}`);
}

/** Maps are `[name:value]`. */
export function groovyText(run: EvaluationContext, value: Value): string {
  return collectionText(run, value, (entries) =>
    entries.length === 0 ? '[:]' : `[${entries.map(([name, text]) => `${name}:${text}`).join(', ')}]`,
  );
}

type Entries = readonly (readonly [name: string, text: string])[];

function collectionText(run: EvaluationContext, value: Value, mapText: (entries: Entries) => string): string {
  // checks the size, and counts steps
  if (isList(value) || isMap(value)) textOf(run, value);
  const shown = (item: Value): string => {
    if (isList(item)) return `[${item.map(shown).join(', ')}]`;
    if (isMap(item)) return mapText(Object.entries(item).map(([name, inner]) => [name, shown(inner as Json)]));
    return javaText(run, item);
  };
  return run.text(shown(value));
}

function numberText(value: Value): string | undefined {
  if (value instanceof ExactNumber) return value.toString();
  const number = numberOf(value);
  if (number === undefined || !isDouble(value)) return number === undefined ? undefined : String(number);
  const size = Math.abs(number);
  const isPlain = size === 0 || (size >= SMALLEST_PLAIN && size < LARGEST_PLAIN);
  const [digits = '', exponent] = (isPlain ? String(number) : number.toExponential()).split('e');
  const withPoint = digits.includes('.') ? digits : `${digits}.0`;
  return exponent === undefined ? withPoint : `${withPoint}E${exponent.replace('+', '')}`;
}
