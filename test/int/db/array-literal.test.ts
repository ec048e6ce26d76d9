import { expect } from 'chai';
import { arrayLiteral } from '../../../src/db/array-literal.ts';
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

  it('are left to the driver when they hold something else', async () => {
    expect(arrayLiteral([new Date(0)])).to.equal(undefined);
    expect(await echoed('bool', [true, false])).to.deep.equal([true, false]);
  });

  it('carry U+FFFD where half a surrogate pair stood', async () => {
    expect(await echoed('text', ['a\ud800b"'])).to.deep.equal(['a\ufffdb"']);
  });

  it('cost little when a text consists of nothing but what is escaped', () => {
    const text = JSON.stringify({ text: '"'.repeat(2_000_000) });
    const began = performance.now();
    const literal = arrayLiteral([text]);
    expect(performance.now() - began).to.be.lessThan(400);
    expect(literal?.length).to.be.greaterThan(8_000_000);
  });
});
