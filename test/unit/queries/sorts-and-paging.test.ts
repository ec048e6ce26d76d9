import { expect } from 'chai';
import fc from 'fast-check';
import { sql } from 'kysely';
import { offsetOf, pageOf, parsePaging } from '../../../src/queries/lists/paging.ts';
import { parseSorts, type SortField } from '../../../src/queries/lists/sorts.ts';
import { readQueryParameters } from '../../../src/requests/request-texts.ts';

const createdAt: SortField = { name: 'CreatedAt', expression: sql`a` };
const businessId: SortField = { name: 'BusinessId', expression: sql`b`, hasNull: true };
const fields = [createdAt, businessId];
const fallback = [{ field: createdAt, isDescending: true }];
const ALLOWED = 'Allowed names: CreatedAt, BusinessId.';

function sorts(text: string | undefined): string {
  const parsed = parseSorts(text, fields, fallback);
  if (!parsed.ok) return parsed.detail;
  return parsed.value.map(({ field, isDescending }) => (isDescending ? '-' : '') + field.name).join(',');
}

describe('sorts', () => {
  const cases: readonly [text: string | undefined, meaning: string][] = [
    [undefined, '-CreatedAt'],
    ['', '-CreatedAt'],
    [' , ', '-CreatedAt'],
    ['createdat', 'CreatedAt'],
    ['-BUSINESSID, CreatedAt', '-BusinessId,CreatedAt'],
    [' - BusinessId ', '-BusinessId'],
    ['CreatedAt,-CreatedAt,BusinessId', 'CreatedAt,BusinessId'],
    ['Nope', `Unknown sort name 'Nope'. ${ALLOWED}`],
    ['-Nope', `Unknown sort name 'Nope'. ${ALLOWED}`],
    ['-', `Unknown sort name ''. ${ALLOWED}`],
    ['--CreatedAt', `Unknown sort name '-CreatedAt'. ${ALLOWED}`],
    ['+CreatedAt', `Unknown sort name '+CreatedAt'. ${ALLOWED}`],
    ['CreatedAt,x,y', `Unknown sort name 'x'. ${ALLOWED}`],
    ['x'.repeat(300), `Unknown sort name '${'x'.repeat(256)}…'. ${ALLOWED}`],
    [Array(20).fill('CreatedAt').join(','), 'CreatedAt'],
    [Array(21).fill('CreatedAt').join(','), `Too many terms in sorts. At most 20 are allowed. ${ALLOWED}`],
  ];
  for (const [text, meaning] of cases) {
    it(`are ${meaning.slice(0, 60)} when they are ${JSON.stringify(text?.slice(0, 40))}`, () => {
      expect(sorts(text)).to.equal(meaning);
    });
  }
});

describe('paging', () => {
  function paging(query: string): string {
    const parsed = parsePaging(readQueryParameters(query));
    return parsed.ok ? `${parsed.value.page} ${parsed.value.pageSize}` : parsed.detail;
  }
  const cases: readonly [query: string, meaning: string][] = [
    ['', '1 20'],
    ['page=&pageSize=', '1 20'],
    ['page=3&pageSize=7', '3 7'],
    ['PAGE=3&PageSize=7', '3 7'],
    ['page=0&pageSize=0', '1 1'],
    ['page=-2147483648&pageSize=-1', '1 1'],
    ['page=2147483647&pageSize=2147483647', '2147483647 100'],
    ['page=007', '7 20'],
    ['page=%2B7', '7 20'],
    ['page=2147483648', 'page must be an integer.'],
    ['page=-2147483649', 'page must be an integer.'],
    ['page=1.0', 'page must be an integer.'],
    ['page=1e3', 'page must be an integer.'],
    ['page=%201', 'page must be an integer.'],
    ['page=0x10', 'page must be an integer.'],
    ['pageSize=ten', 'pageSize must be an integer.'],
    ['pageSize=x&page=x', 'page must be an integer.'],
    ['page=2&page=x', '2 20'],
  ];
  for (const [query, meaning] of cases) {
    it(`is ${meaning} when the query is "${query}"`, () => {
      expect(paging(query)).to.equal(meaning);
    });
  }

  it('counts the rows before the page when it is the first and when it is the last there can be', () => {
    expect(offsetOf({ page: 1, pageSize: 20 })).to.equal(0);
    expect(offsetOf({ page: 2147483647, pageSize: 100 })).to.equal(214748364600);
  });

  it('recognises the true total when any page is asked for', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(200),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 100 }),
        async (total, page, pageSize) => {
          const all = Array.from({ length: total }, (_, n) => n);
          const items = all.slice(offsetOf({ page, pageSize }), offsetOf({ page, pageSize }) + pageSize);
          const result = await pageOf({ page, pageSize }, items, async () => total);
          expect(result).to.deep.equal({ items, page, pageSize, totalCount: total });
        },
      ),
    );
  });
});

describe('query parameters', () => {
  it('are found in any case, the first one counting, when one is repeated', () => {
    const parameters = readQueryParameters('Assignee=a&ASSIGNEE=b&=c');
    expect(parameters.get('assignee')).to.equal('a');
  });

  it('are decoded, also when the bytes are not UTF-8', () => {
    expect(readQueryParameters('a=x+y%20z%C3%A4').get('a')).to.equal('x y zä');
    expect(readQueryParameters('a=%ff%zz').get('a')).to.equal('\ufffd%zz');
  });
});
