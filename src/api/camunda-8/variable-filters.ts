import type { IndexedVariable } from '../../platform/config/setting-types.ts';
import { type IndexableValue, unindexedVariable, type VariableTerm } from '../../queries/variable-terms.ts';
import type { BodyFields } from './fields.ts';

const OPERATORS: ReadonlyMap<string, VariableTerm['operator']> = new Map([
  ['$eq', 'eq'],
  ['$neq', 'neq'],
  ['$in', 'in'],
  ['$notIn', 'notIn'],
  ['$like', 'jsonLike'],
]);
const MOST_CONDITIONS = 20;
const MOST_VALUES = 100;

/** Names with values, which are JSON texts, or with operators on them. Notes faults in `filter`. */
export function readVariableTerms(
  filter: BodyFields,
  name: string,
  indexed: readonly IndexedVariable[],
): readonly VariableTerm[] {
  const entries = filter.objects(name);
  if (entries.length > MOST_CONDITIONS) filter.fail(`The filter '${name}' must have at most ${MOST_CONDITIONS} entries.`);
  return entries.flatMap((entry) => {
    const path = entry.requiredText('name');
    const fault = path === '' ? undefined : unindexedVariable(indexed, path, []);
    if (fault !== undefined) entry.fail(fault);
    const given = entry.any('value');
    if (given === undefined) entry.fail(`No value provided in the filter '${name}'.`);
    const isPlain = typeof given !== 'object' || given === null;
    const pairs = isPlain ? [['$eq', given] as const] : Object.entries(given);
    return pairs.flatMap(([word, value]) => {
      const operator = OPERATORS.get(word);
      const values = operator === undefined ? undefined : valuesOf(operator, value);
      if (operator !== undefined && values !== undefined) return [{ path, operator, values }];
      entry.fail(
        `The filter '${name}': '${word}' is not supported by Sluice, or its value is not the JSON of a text, number or boolean.`,
      );
      return [];
    });
  });
}

function valuesOf(operator: VariableTerm['operator'], value: unknown): readonly IndexableValue[] | undefined {
  if (operator === 'jsonLike') return typeof value === 'string' ? [value] : undefined;
  const isList = operator === 'in' || operator === 'notIn';
  const texts = isList ? value : [value];
  if (!Array.isArray(texts) || texts.length > MOST_VALUES) return undefined;
  const values = texts.map(scalarOf);
  return values.every((each) => each !== undefined) ? values : undefined;
}

/** Returns undefined if not indexed. */
function scalarOf(text: unknown): IndexableValue | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
  } catch {
    return undefined;
  }
}
