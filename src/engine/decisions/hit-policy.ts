import type { Aggregation, DecisionTable, TableOutput } from '../model/model-decisions.ts';
import { shownIn } from './conform.ts';
import type { DecisionValue, DecisionValues, Made, MadeNot } from './decided.ts';
import { about, type DecisionScope, type Making, made, notMade } from './making.ts';

/** Matched rule with outputs by name. `number`: from 1. */
export interface Hit {
  readonly number: number;
  readonly row: DecisionValues;
}

/** Value, and the same as rows of outputs. */
export interface TableValue {
  readonly value: DecisionValue;
  readonly rows: readonly DecisionValues[];
}

/**
 * Hits are in the order of the table (docs/contributing/spec/decisions.md#hit-policies). Without hits: null, an empty list, or 0 for COUNT. Default
 * outputs: `valueWithoutHit` in decision-table.ts.
 */
export function valueOfHits(table: DecisionTable, hits: readonly Hit[], making: Making, scope: DecisionScope): Made<TableValue> {
  const { hitPolicy, aggregation, outputs } = table;
  const one = (hit: Hit | undefined): Made<TableValue> =>
    made({ value: hit === undefined ? null : valueOfRow(hit.row, outputs, making), rows: hit === undefined ? [] : [hit.row] });
  const all = (found: readonly Hit[]): Made<TableValue> =>
    made({ value: found.map(({ row }) => valueOfRow(row, outputs, making)), rows: found.map(({ row }) => row) });
  switch (hitPolicy) {
    case 'UNIQUE':
      return hits.length > 1 ? notMade(`rules ${numbersOf(hits)} match, UNIQUE allows one`) : one(hits[0]);
    case 'ANY':
      return differing(hits, making) ?? one(hits[0]);
    case 'FIRST':
      return one(hits[0]);
    case 'RULE ORDER':
      return all(hits);
    case 'COLLECT':
      return aggregation === undefined ? all(hits) : aggregated(aggregation, hits, outputs, making);
    case 'PRIORITY':
    case 'OUTPUT ORDER': {
      const sorted = byPriority(hits, outputs, making, scope);
      if (!sorted.ok) return sorted;
      return hitPolicy === 'PRIORITY' ? one(sorted.value[0]) : all(sorted.value);
    }
  }
}

/** Value of a single output, or a context of several. */
export function valueOfRow(row: DecisionValues, outputs: readonly TableOutput[], { language }: Making): DecisionValue {
  const [only] = outputs;
  return outputs.length === 1 && only !== undefined ? (row[only.name] ?? null) : language.context({ ...row });
}

function numbersOf(hits: readonly Hit[]): string {
  const shown = hits.slice(0, 5).map(({ number }) => String(number));
  return hits.length > shown.length ? `${shown.join(', ')} and more` : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

function differing(hits: readonly Hit[], { language }: Making): MadeNot | undefined {
  const [first] = hits;
  const isSameRow = (a: DecisionValues, b: DecisionValues) => Object.keys(a).every((name) => language.isSame(a[name], b[name]));
  const other = first && hits.find(({ row }) => !isSameRow(row, first.row));
  if (first === undefined || other === undefined) return undefined;
  return notMade(`rules ${first.number} and ${other.number} match with different outputs, ANY asks for equal ones`);
}

function aggregated(
  aggregation: Aggregation,
  hits: readonly Hit[],
  outputs: readonly TableOutput[],
  making: Making,
): Made<TableValue> {
  const name = outputs[0]?.name ?? '';
  const of = (value: DecisionValue): Made<TableValue> => made({ value, rows: [{ [name]: value }] });
  if (aggregation === 'COUNT') return of(hits.length);
  if (hits.length === 0) return made({ value: null, rows: [] });
  const values = hits.map(({ row }) => row[name] ?? null);
  const { language } = making;
  const stray = aggregation === 'SUM' ? values.find((value) => language.kindOf(value) !== 'number') : undefined;
  if (stray !== undefined) return notMade(`SUM needs numbers, not ${shownIn(language, stray)}`);
  const result = language.aggregate(aggregation, values);
  return language.kindOf(result) === 'null' ? notMade(`${aggregation} cannot compare ${shownIn(language, values)}`) : of(result);
}

/** Outputs from left to right; stable. Outputs without ordered values have no effect. */
function byPriority(
  hits: readonly Hit[],
  outputs: readonly TableOutput[],
  making: Making,
  scope: DecisionScope,
): Made<readonly Hit[]> {
  const ranked = hits.map((hit) => ({ hit, ranks: [] as number[] }));
  for (const { name, order } of outputs) {
    if (order === undefined) continue;
    const values: DecisionValue[] = [];
    for (const text of order) {
      const result = making.evaluate(text, scope);
      if (!result.ok) return about(`output values of '${name}'`, result);
      values.push(result.value);
    }
    for (const { hit, ranks } of ranked) {
      const value = hit.row[name] ?? null;
      const rank = values.findIndex((one) => making.language.isSame(one, value));
      if (rank === -1)
        return notMade(`rule ${hit.number}, output '${name}': ${shownIn(making.language, value)} is none of the output values`);
      ranks.push(rank);
    }
  }
  ranked.sort((a, b) => a.ranks.map((rank, at) => rank - (b.ranks[at] ?? 0)).find((difference) => difference !== 0) ?? 0);
  return made(ranked.map(({ hit }) => hit));
}
