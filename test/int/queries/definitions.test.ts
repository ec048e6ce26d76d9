import { expect } from 'chai';
import { definitionNames, listDefinitions } from '../../../src/queries/definitions.ts';
import { parseListQuery } from '../../../src/queries/lists/list-query.ts';
import { readQueryParameters } from '../../../src/requests/request-texts.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { idOf, insertDefinition, insertProcess } from './rows.ts';

describe('the list of definitions', () => {
  let database: OpenDatabase;
  before(async () => {
    database = await openDatabase();
    const { db } = database;
    await insertProcess(db, idOf(1), 'order', true);
    await insertProcess(db, idOf(2), 'Invoice', false);
    await insertProcess(db, idOf(3), 'äpfel', true);
    await insertDefinition(db, 'order', 1, { deployedAt: '2026-01-01T00:00:00Z' });
    await insertDefinition(db, 'order', 2, { deployedAt: '2026-01-03T00:00:00Z' });
    await insertDefinition(db, 'order', 10, { deployedAt: '2026-01-04T00:00:00Z' });
    await insertDefinition(db, 'Invoice', 1, { deployedAt: '2026-01-02T00:00:00Z' });
    await insertDefinition(db, 'äpfel', 1, { deployedAt: '2026-01-02T00:00:00Z' });
  });
  after(() => database.close());

  async function list(query: string): Promise<string[]> {
    const parsed = parseListQuery(readQueryParameters(query), definitionNames);
    if (!parsed.ok) throw new Error(parsed.detail);
    const page = await listDefinitions(database.db, parsed.value);
    return page.items.map((item) => `${item.key} ${item.version}`);
  }

  it('is ordered by key in code points, newest version first, when no order is asked for', async () => {
    expect(await list('')).to.deep.equal(['Invoice 1', 'order 10', 'order 2', 'order 1', 'äpfel 1']);
  });

  it('breaks ties by key and version, ascending, when another order is asked for', async () => {
    expect(await list('sorts=DeployedAt')).to.deep.equal(['order 1', 'Invoice 1', 'äpfel 1', 'order 2', 'order 10']);
    expect(await list('sorts=-ProcessDefinitionKey')).to.deep.equal(['äpfel 1', 'order 1', 'order 2', 'order 10', 'Invoice 1']);
  });

  const cases: readonly [filters: string, expected: readonly string[]][] = [
    ['IsActive==false', ['Invoice 1']],
    ['IsActive!=false,Version>1', ['order 10', 'order 2']],
    ['Version>=2,Version<=9', ['order 2']],
    ['Version==1|10', ['Invoice 1', 'order 10', 'order 1', 'äpfel 1']],
    ['Version!=99999999999999999999', ['Invoice 1', 'order 10', 'order 2', 'order 1', 'äpfel 1']],
    ['Version<-5', []],
    ['ProcessDefinitionKey==*ÄPFEL|invoice', ['Invoice 1', 'äpfel 1']],
    ['ProcessDefinitionKey==invoice', []],
    ['ProcessDefinitionKey_-=er', ['order 10', 'order 2', 'order 1']],
    ['ProcessDefinitionKey==null', []],
  ];
  for (const [filters, expected] of cases) {
    it(`has ${expected.length} rows when the filter is ${filters}`, async () => {
      expect(await list(`filters=${encodeURIComponent(filters)}`)).to.deep.equal(expected);
    });
  }

  it('shows everything of a version when it is found', async () => {
    const parsed = parseListQuery(readQueryParameters('filters=ProcessDefinitionKey==Invoice'), definitionNames);
    if (!parsed.ok) throw new Error(parsed.detail);
    expect(await listDefinitions(database.db, parsed.value)).to.deep.equal({
      items: [
        {
          definitionId: 'Invoice:1:x',
          key: 'Invoice',
          version: 1,
          deployedAt: new Date('2026-01-02T00:00:00Z'),
          activitiesCount: 5,
          sequenceFlowsCount: 4,
          isActive: false,
          isSuspended: false,
          startForm: null,
        },
      ],
      page: 1,
      pageSize: 20,
      totalCount: 1,
    });
  });
});
