import { expect } from 'chai';
import { parseListQuery } from '../../../src/queries/lists/list-query.ts';
import { findUserTask } from '../../../src/queries/user-tasks/user-task.ts';
import { listUserTasks, readAudience, userTaskNames } from '../../../src/queries/user-tasks/user-tasks.ts';
import { readQueryParameters } from '../../../src/requests/request-texts.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { idOf, insertUserTask } from './rows.ts';

describe('the list of user tasks', () => {
  let database: OpenDatabase;
  before(async () => {
    database = await openDatabase();
    const { db } = database;
    const plan = { dueAt: '2026-02-01T00:00:00Z', followUpAt: '2026-01-20T00:00:00Z', priority: 70, category: 'invoices' };
    await insertUserTask(db, { taskId: idOf(1), assignee: 'john', createdAt: '2026-01-01T00:00:00Z', ...plan });
    const candidateGroups = ['managers', 'a,b'];
    await insertUserTask(db, { taskId: idOf(2), candidateGroups, createdAt: '2026-01-02T00:00:00Z', priority: -5 });
    await insertUserTask(db, {
      taskId: idOf(3),
      assignee: 'john',
      candidateUsers: ['ann'],
      candidateGroups: ['managers'],
      claimedBy: 'john',
      createdAt: '2026-01-03T00:00:00Z',
    });
  });
  after(() => database.close());

  async function list(query: string): Promise<number[]> {
    const parameters = readQueryParameters(query);
    const parsed = parseListQuery(parameters, userTaskNames);
    if (!parsed.ok) throw new Error(parsed.detail);
    const page = await listUserTasks(database.db, readAudience(parameters), parsed.value);
    return page.items.map((task) => Number(task.taskId.slice(-1)));
  }

  const cases: readonly [query: string, expected: readonly number[]][] = [
    ['', [3, 2, 1]],
    ['sorts=CreatedAt', [1, 2, 3]],
    ['assignee=john', [3, 1]],
    ['assignee=John', []],
    ['assignee=ann', []],
    ['assignee=&candidateGroup=', [3, 2, 1]],
    ['candidateGroup=managers', [3, 2]],
    ['candidateGroup=a,b', [2]],
    ['candidateGroup=manager', []],
    ['assignee=john&candidateGroup=managers', [3]],
    ['filters=TaskState==created', [2, 1]],
    ['filters=TaskState!=Created', [3]],
    ['filters=TaskState==Created|Claimed', [3, 2, 1]],
    ['filters=TaskState==Completed', []],
    ['filters=CreatedAt>2026-01-01,TaskState==Created', [2]],
    ['pageSize=1&page=2', [2]],
    ['sorts=DueDate', [1, 2, 3]],
    ['sorts=-DueDate,-CreatedAt', [1, 3, 2]],
    ['sorts=FollowUpDate', [1, 2, 3]],
    ['sorts=Priority', [2, 1, 3]],
    ['sorts=-Priority', [1, 2, 3]],
    ['filters=DueDate<2026-02-02', [1]],
    ['filters=DueDate>=2026-02-02', []],
    ['filters=DueDate==null', [3, 2]],
    ['filters=FollowUpDate!=null', [1]],
    ['filters=Priority>0', [1]],
    ['filters=Priority<=99999999999999999999', [2, 1]],
    ['filters=Category==invoices', [1]],
    ['filters=Category@=*VOIC', [1]],
    ['filters=Category==null', [3, 2]],
  ];
  for (const [query, expected] of cases) {
    it(`has ${expected.length} tasks when the query is "${query}"`, async () => {
      expect(await list(query)).to.deep.equal(expected);
    });
  }

  it('finds one task by its id when it is pending', async () => {
    expect(await findUserTask(database.db, idOf(3), undefined)).to.deep.equal({
      isSuspended: false,
      taskId: idOf(3),
      instanceId: idOf(900),
      activityId: 'review',
      assignee: 'john',
      candidateUsers: ['ann'],
      candidateGroups: ['managers'],
      claimedBy: 'john',
      createdAt: new Date('2026-01-03T00:00:00Z'),
      expectedOutputs: ['approved'],
      form: null,
      dueAt: null,
      followUpAt: null,
      priority: null,
      category: null,
      called: [],
      item: null,
    });
    expect(await findUserTask(database.db, idOf(4), undefined)).to.equal(undefined);
  });
});
