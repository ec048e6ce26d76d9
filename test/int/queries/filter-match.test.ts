import { expect } from 'chai';
import fc from 'fast-check';
import { sql } from 'kysely';
import { matchesAll, type RowValue } from '../../../src/queries/lists/filter-match.ts';
import { FILTER_OPERATORS, isUsable } from '../../../src/queries/lists/filter-operators.ts';
import { conditionOf } from '../../../src/queries/lists/filter-sql.ts';
import { type FilterField, parseFilters } from '../../../src/queries/lists/list-filters.ts';
import { itFull } from '../../support/tier.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';

interface Row {
  readonly number: number;
  readonly text: string;
  readonly maybe: string | null;
  readonly guid: string | null;
  /** ms since epoch */
  readonly at: number;
}
const GUIDS = ['0f0e0d0c-0b0a-4900-8807-060504030201', '11111111-2222-4333-8444-555555555555'];
const FIELDS: readonly FilterField[] = [
  { name: 'Number', type: 'integer', expression: sql.ref('number') },
  { name: 'Text', type: 'text', expression: sql`(text collate "C")` },
  { name: 'Maybe', type: 'text', expression: sql`(maybe collate "C")`, hasNull: true },
  { name: 'Guid', type: 'guid', expression: sql`guid::uuid`, hasNull: true },
  { name: 'At', type: 'time', expression: sql`to_timestamp(at / 1000.0)` },
];
const TEXTS = ['', 'a', 'A', 'aBc', 'ab', 'null', 'é', 'É', 'a,b|c', '*', '%_', '\\'];
const VALUES: Readonly<Record<string, readonly string[]>> = {
  integer: ['0', '1', '-1', '2', '99999999999999999999'],
  text: ['', 'a', 'B', 'ab', 'null', '\\null', 'É', 'a\\,b\\|c', '\\*', '%', '\\\\'],
  guid: [...GUIDS, GUIDS[0]?.toUpperCase() ?? '', 'null'],
  time: ['2026-01-01', '2026-01-01T00:00:00.001Z', '2025-12-31T23:59:59.9999Z'],
};

const rows = fc.array(
  fc.record<Row>({
    number: fc.integer({ min: -1, max: 2 }),
    text: fc.constantFrom(...TEXTS),
    maybe: fc.constantFrom(null, ...TEXTS),
    guid: fc.constantFrom(null, ...GUIDS),
    at: fc.constantFrom(...[-1, 0, 1, 2].map((ms) => Date.UTC(2026, 0, 1) + ms)),
  }),
  { minLength: 1, maxLength: 12 },
);
const term = fc
  .constantFrom(...FIELDS)
  .chain((field) =>
    fc
      .tuple(
        fc.constantFrom(...FILTER_OPERATORS.filter((operator) => isUsable(operator, field.type))),
        fc.array(fc.constantFrom(...(VALUES[field.type] ?? [])), { minLength: 1, maxLength: 3 }),
      )
      .map(([operator, values]) => `${field.name}${operator.text}${values.join('|')}`),
  );

describe('a filter on rows that no table holds', () => {
  let database: OpenDatabase;
  before(async () => {
    database = await openDatabase();
  });
  after(() => database.close());

  itFull('keeps the rows that the database would keep when the rows and the filter are anything', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.array(term, { maxLength: 3 }), async (given, terms) => {
        const parsed = parseFilters(terms.join(','), FIELDS);
        if (!parsed.ok) return; // null with an operator or a type that has none
        const kept = given.filter((row) => matchesAll(parsed.value, (name) => valueIn(row, name)));
        expect(kept).to.deep.equal(await keptByDatabase(database, given, parsed.value.map(conditionOf)));
      }),
      { numRuns: 400 },
    );
  });
});

function valueIn(row: Row, name: string): RowValue {
  return name === 'At' ? row.at / 1000 : (row[name.toLowerCase() as 'text'] as RowValue);
}

async function keptByDatabase({ db }: OpenDatabase, given: readonly Row[], conditions: ReturnType<typeof conditionOf>[]) {
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
  const { rows: kept } = await sql<{ n: number }>`
    select n::int from json_to_recordset(${JSON.stringify(given.map((row, n) => ({ ...row, n })))}::json)
      as t (n int, number int, text text, maybe text, guid text, at float8)
    where ${where} order by n`.execute(db);
  return kept.map(({ n }) => given[n]);
}
