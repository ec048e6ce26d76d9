import { expect } from 'chai';
import { arrayLiteral } from '../../../src/db/array-binary.ts';
import { poolConnection } from '../../../src/db/connection.ts';
import { openPool, type Pool } from '../../../src/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

const TEXTS = [
  '',
  'a',
  'NULL',
  'null',
  ' padded ',
  '{a,b}',
  'a,b',
  '"',
  '\\',
  '\\"',
  "'",
  'line\nbreak\ttab\r\u0001\u001f',
  '\u007f\u2028',
  'ä😀',
  '{"a":"\\"\\\\n"}',
];

describe('arrays on their way to the database', () => {
  let database: TestDatabase;
  let pool: Pool;

  before(async () => {
    database = await createTestDatabase();
    pool = openPool(database.url, { max: 1, applicationName: 'sluice test' });
  });
  after(async () => {
    await pool.end();
    await database.drop();
  });

  const echoed = async (type: string, items: readonly unknown[]) => {
    const text = `select array_to_json($1::${type}[])::text as echo`;
    const [row] = await poolConnection(pool).query<{ echo: string }>({ name: `echo-${type}`, text }, [items]);
    return JSON.parse(row?.echo ?? '') as unknown;
  };

  it('arrive as they are when texts hold what has a meaning in array literals', async () => {
    expect(await echoed('text', [...TEXTS, null, TEXTS.join('')])).to.deep.equal([...TEXTS, null, TEXTS.join('')]);
  });

  it('arrive as they are when they hold numbers, nothing, or nulls only', async () => {
    expect(await echoed('float8', [1, -2.5, 1e21, null])).to.deep.equal([1, -2.5, 1e21, null]);
    expect(await echoed('int', [])).to.deep.equal([]);
    expect(await echoed('uuid', [null, null])).to.deep.equal([null, null]);
  });

  it('arrive as they are in their binary forms', async () => {
    const id = '0B9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11';
    expect(await echoed('uuid', [id, null, id.toUpperCase()])).to.deep.equal([id.toLowerCase(), null, id.toLowerCase()]);
    expect(await echoed('int', [0, -1, 2_147_483_647, -2_147_483_648, null])).to.deep.equal([
      0,
      -1,
      2_147_483_647,
      -2_147_483_648,
      null,
    ]);
    expect(await echoed('bigint', [0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 4_294_967_296, null])).to.deep.equal([
      0,
      -1,
      Number.MAX_SAFE_INTEGER,
      Number.MIN_SAFE_INTEGER,
      4_294_967_296,
      null,
    ]);
    const moments = [
      '2000-01-01T00:00:00.000Z',
      '1969-07-20T20:17:40.123Z',
      '2026-11-27T12:00:00.999Z',
      '2300-01-01T00:00:00.001Z',
    ];
    for (const moment of moments)
      expect((await echoed('timestamptz', [new Date(moment)])) as string[]).to.deep.equal([
        moment.replace('Z', '+00:00').replace(/\.?0*\+/, '+'),
      ]);
    expect(await echoed('bool', [true, null, false])).to.deep.equal([true, null, false]);
    const value = { a: 'line\n"\\ä😀' };
    expect(await echoed('json', [JSON.stringify(value), null])).to.deep.equal([value, null]);
    expect(await echoed('char', ['i', 'd'])).to.deep.equal(['i', 'd']);
  });

  for (const [type, items, says] of [
    ['uuid', ['0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a1x'], /invalid input syntax for type uuid/],
    ['uuid', ['0b9d5b9e06d0c04b1a09a5206f3f9c1c7a11'], /invalid input syntax for type uuid/],
    ['uuid', ['é'.repeat(36)], /invalid input syntax for type uuid/],
    ['int', [2_147_483_648], /out of range for type integer/],
    ['int', [1.5], /invalid input syntax for type integer/],
    ['json', ['{'], /invalid input syntax for type json/],
    ['text', ['a\u0000b'], /invalid byte sequence for encoding "UTF8": 0x00/],
  ] as const) {
    it(`are refused by the server when they are no array of ${type}: ${JSON.stringify(items)}`, async () => {
      let message = '';
      await echoed(type, items).catch((error: Error) => {
        message = error.message;
      });
      expect(message).to.match(says);
    });
  }

  it('are left to the driver when they hold something else', async () => {
    expect(arrayLiteral([new Date(0)])).to.equal(undefined);
    expect(await echoed('bool', [true, false])).to.deep.equal([true, false]);
  });

  it('carry U+FFFD instead of half a surrogate pair', async () => {
    expect(await echoed('text', ['a\ud800b"'])).to.deep.equal(['a\ufffdb"']);
  });

  it('hold a long text that consists of nothing but what is escaped', () => {
    const text = JSON.stringify({ text: '"'.repeat(200_000) });
    expect(arrayLiteral([text])).to.equal(`{"${text.replaceAll(/["\\]/g, '\\$&')}"}`);
  });
});
