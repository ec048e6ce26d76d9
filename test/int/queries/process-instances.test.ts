import { expect } from 'chai';
import { type InstanceItem, instanceNames, listInstances } from '../../../src/queries/instances/process-instances.ts';
import { type ListNames, parseListQuery } from '../../../src/queries/lists/list-query.ts';
import type { ListPage } from '../../../src/queries/lists/paging.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { idOf, insertInstance } from './rows.ts';

describe('the list of instances of a process', () => {
  let database: OpenDatabase;
  before(async () => {
    database = await openDatabase();
    const { db } = database;
    await insertInstance(db, { instanceId: idOf(1), businessId: 'PO-1', createdAt: '2026-01-01T00:00:00.000Z' });
    await insertInstance(db, {
      instanceId: idOf(2),
      businessId: 'po-2',
      outcome: 'failed',
      createdAt: '2026-01-02T00:00:00.000Z',
    });
    await insertInstance(db, {
      instanceId: idOf(3),
      businessId: 'A,1|2',
      outcome: 'cancelled',
      createdAt: '2026-01-03T00:00:00.123Z',
    });
    await insertInstance(db, { instanceId: idOf(4), outcome: 'completed', createdAt: '2026-02-01T00:00:00.000Z' });
    await insertInstance(db, { instanceId: idOf(5), businessId: 'null', version: 2, createdAt: '2026-02-02T00:00:00.000Z' });
    await insertInstance(db, {
      instanceId: idOf(6),
      businessId: 'Ärger_*%',
      startedAt: null,
      createdAt: '2026-02-02T00:00:00.000Z',
    });
    await insertInstance(db, { instanceId: idOf(7), key: 'other', businessId: 'PO-1' });
  });
  after(() => database.close());

  async function list(query: string, version?: number, key = 'order'): Promise<ListPage<InstanceItem>> {
    const names: ListNames = instanceNames;
    const parameters = new Map([...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase(), value]));
    const parsed = parseListQuery(parameters, names);
    if (!parsed.ok) throw new Error(parsed.detail);
    return listInstances(database.db, key, version, parsed.value);
  }
  async function ids(filters: string, more = ''): Promise<number[]> {
    const page = await list(`filters=${encodeURIComponent(filters)}&sorts=CreatedAt${more}`);
    return page.items.map((item) => Number(item.instanceId.slice(-3)));
  }

  const cases: readonly [filters: string, expected: readonly number[]][] = [
    ['IsCompleted==true,IsFailed==true', [2]],
    ['(IsCancelled|IsFailed)==true', [2, 3]],
    ['IsStarted==false', [6]],
    ['IsCompleted!=true', [1, 5, 6]],
    ['BusinessId@=*po-', [1, 2]],
    ['BusinessId@=PO-', [1]],
    ['BusinessId==PO-1|po-2', [1, 2]],
    ['BusinessId==A\\,1\\|2', [3]],
    ['BusinessId==null', [4]],
    ['BusinessId!=null', [1, 2, 3, 5, 6]],
    ['BusinessId==\\null', [5]],
    ['BusinessId==*null', [5]],
    ['BusinessId!=PO-1', [2, 3, 5, 6]],
    ['BusinessId!=*PO-2', [1, 3, 5, 6]],
    ['BusinessId_=PO', [1]],
    ['BusinessId_=*PO', [1, 2]],
    ['BusinessId!_=PO', [2, 3, 5, 6]],
    ['BusinessId!_=*PO', [3, 5, 6]],
    ['BusinessId_-=2', [2, 3]],
    ['BusinessId_-=*LL', [5]],
    ['BusinessId!_-=2', [1, 5, 6]],
    ['BusinessId!_-=*LL', [1, 2, 3, 6]],
    ['BusinessId!@=-', [3, 5, 6]],
    ['BusinessId!@=*PO', [3, 5, 6]],
    ['BusinessId@=_\\*%', [6]],
    ['BusinessId==*äRGER_\\*%', [6]],
    ['BusinessId@=', [1, 2, 3, 5, 6]],
    ['BusinessId_-=', [1, 2, 3, 5, 6]],
    ['BusinessId==', []],
    ['CreatedAt>=2026-01-02,CreatedAt<2026-02-01', [2, 3]],
    ['CreatedAt==2026-01-03T00:00:00.123Z', [3]],
    ['CreatedAt==2026-01-03T02:00:00.123 02:00', [3]],
    ['CreatedAt>2026-01-03T00:00:00.1229', [3, 4, 5, 6]],
    ['CreatedAt!=2026-02-02', [1, 2, 3, 4]],
    ['CreatedAt>0000-01-01', [1, 2, 3, 4, 5, 6]],
    ['CreatedAt<9999-12-31T23:59:60-23:59', [1, 2, 3, 4, 5, 6]],
  ];
  for (const [filters, expected] of cases) {
    it(`finds ${expected.length} when the filter is ${filters}`, async () => {
      expect(await ids(filters)).to.deep.equal(expected);
    });
  }

  it('compares the business id exactly when it is its own parameter', async () => {
    expect(await ids('', `&businessId=${encodeURIComponent('A,1|2')}`)).to.deep.equal([3]);
    expect(await ids('IsFailed==true', '&businessId=PO-1')).to.deep.equal([]);
  });

  it('lists one version when a version is asked for', async () => {
    const page = await list('', 2);
    expect(page.items.map((item) => item.instanceId)).to.deep.equal([idOf(5)]);
    expect(page.totalCount).to.equal(1);
  });

  it('has an empty page when the key is unknown', async () => {
    expect(await list('', undefined, 'nobody')).to.deep.equal({ items: [], page: 1, pageSize: 20, totalCount: 0 });
  });

  it('lists the newest first, equal times by id, when no order is asked for', async () => {
    const page = await list('');
    expect(page.items.map((item) => Number(item.instanceId.slice(-1)))).to.deep.equal([5, 6, 4, 3, 2, 1]);
  });

  it('orders texts by code point and rows without a value last when both directions are asked for', async () => {
    const up = await list('sorts=BusinessId');
    expect(up.items.map((item) => item.businessId)).to.deep.equal(['A,1|2', 'PO-1', 'null', 'po-2', 'Ärger_*%', null]);
    const down = await list('sorts=-BusinessId');
    expect(down.items.map((item) => item.businessId)).to.deep.equal(['Ärger_*%', 'po-2', 'null', 'PO-1', 'A,1|2', null]);
  });

  it('neither repeats nor loses a row when it is paged through', async () => {
    const seen: string[] = [];
    for (let page = 1; page <= 4; page++) {
      const { items, totalCount } = await list(`sorts=-CompletedAt&pageSize=2&page=${page}`);
      expect(totalCount).to.equal(6);
      seen.push(...items.map((item) => item.instanceId));
    }
    expect(new Set(seen).size).to.equal(6);
    expect(seen).to.have.length(6);
  });

  it('has no rows and the true total when the page is behind the last one', async () => {
    const page = await list('page=2147483647&pageSize=100');
    expect(page).to.deep.include({ items: [], page: 2147483647, pageSize: 100, totalCount: 6 });
  });
});
