import { expect } from 'chai';
import { sql } from 'kysely';
import type { KeyLimits } from '../../../src/platform/access-roles.ts';
import { listIgnoredFailures } from '../../../src/queries/ignored-failures.ts';
import { readCalledIncidents, readRoots } from '../../../src/queries/instances/called-incidents.ts';
import { countElements, readElementStatistics } from '../../../src/queries/operator/element-statistics.ts';
import { groupFailed, groupIncidents, MOST_READ } from '../../../src/queries/operator/failure-groups.ts';
import { countPresentLetters } from '../../../src/queries/operator/health-of-service.ts';
import { countOpenTasks, listOpenTasks } from '../../../src/queries/operator/open-tasks.ts';
import { groupOverdueTasks } from '../../../src/queries/operator/overdue.ts';
import { readDurations } from '../../../src/queries/operator/statistics.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { idOf, insertInstance, insertKnownInstance, insertProcess, insertUserTask } from './rows.ts';

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

describe('items that need attention now', () => {
  let database: OpenDatabase;
  beforeEach(async () => {
    database = await openDatabase();
  });
  afterEach(() => database.close());

  /** Incidents with numbers from `from` on. `message`: SQL over the number `n`. */
  async function incidents(count: number, { key = 'order', message = "'declined'", from = 1, code = 'E1' } = {}): Promise<void> {
    await sql`insert into incident
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, ${idOf(9)}::uuid, n, n, 'charge', ${`${key}:2:x`}, ${key}, null, ${code},
        ${sql.raw(message)}, 'script', 'enter', 1, now() - make_interval(mins => n), now() - make_interval(secs => n)
      from generate_series(${from}::int, ${from + count - 1}::int) n`.execute(database.db);
  }

  /** Fails instances that were inserted. */
  async function fail(instanceId: string, element: string, code: string, message: string): Promise<void> {
    await sql`update q_instance set failed_element = ${element}, error_code = ${code}, error_message = ${message}
      where instance_id = ${instanceId}::uuid`.execute(database.db);
  }

  it('is one group when the same failed at the same place, with its first and last time', async () => {
    await incidents(3);
    await incidents(1, { from: 4, code: 'E2' });
    const { groups, more, isExact } = await groupIncidents(database.db, undefined);
    expect([more, isExact]).to.deep.equal([0, true]);
    expect(groups.map(({ key, activityId, code, message, count }) => [key, activityId, code, message, count])).to.deep.equal([
      ['order', 'charge', 'E1', 'declined', 3],
      ['order', 'charge', 'E2', 'declined', 1],
    ]);
    const [group] = groups;
    expect((group?.lastAt.getTime() ?? 0) - (group?.firstAt.getTime() ?? 0)).to.equal(179_000);
    expect(group?.definitionId).to.equal('order:2:x');
  });

  it('is one group of several messages when each has its own text, and shows how many', async () => {
    await incidents(12, { message: "'order ' || n || ' not found'" });
    await incidents(3, { from: 20, key: 'bill', message: "'bill ' || n || ' not found'" });
    const { groups } = await groupIncidents(database.db, undefined);
    expect(
      groups.map(({ key, message, latestMessage, messages, count }) => [key, message, latestMessage, messages, count]),
    ).to.deep.equal([
      ['order', null, 'order 1 not found', 12, 12],
      ['bill', 'bill 20 not found', 'bill 20 not found', 1, 1],
      ['bill', 'bill 21 not found', 'bill 21 not found', 1, 1],
      ['bill', 'bill 22 not found', 'bill 22 not found', 1, 1],
    ]);
  });

  it('keeps repeated messages as separate groups, and lists the others as one group without them', async () => {
    await incidents(4, { message: "'no code'" });
    await incidents(4, { from: 10, message: "'limit of ' || n || ' exceeded'" });
    await incidents(2, { from: 20, message: "'twice'" });
    const { groups, count } = await groupIncidents(database.db, undefined);
    expect(groups.map((group) => [group.message, group.messages, group.count, group.excluded])).to.deep.equal([
      ['no code', 1, 4, []],
      [null, 4, 4, ['no code', 'twice']],
      ['twice', 1, 2, []],
    ]);
    expect(groups[1]?.examples).to.deep.equal([10, 11, 12, 13].map((n) => `limit of ${n} exceeded`));
    expect(count).to.equal(10);
    for (const n of [30, 32, 34]) await incidents(2, { from: n, message: `'more ${n}'` });
    const more = (await groupIncidents(database.db, undefined)).groups;
    expect(more.map(({ message }) => message)).to.have.members(['no code', null, 'more 30', 'more 32']);
    expect(more.find(({ message }) => message === null)).to.include({ count: 8, messages: 6 });
  });

  it('excludes ignored messages from the group of the others, and shows when a list cannot', async () => {
    const ignore = (id: number, message: string | null, except: string[] | null = null) =>
      database.db
        .insertInto('ignored_failure')
        .values({
          ...{ ignored_id: idOf(id), process_key: 'order', activity_id: 'charge', code: 'E1', message, except_messages: except },
          ...{ reason: 'r', ends_at: null, ignored_by: null, ignored_at: ago(1) },
        })
        .execute();
    const shown = async () =>
      (await groupIncidents(database.db, undefined)).groups.map((group) => [
        group.message,
        group.count,
        group.excluded,
        group.isExactList,
      ]);
    await incidents(4, { message: "'limit of ' || n || ' exceeded'" });
    await incidents(3, { from: 20, message: "'no code'" });
    await incidents(2, { from: 30, message: "'known'" });
    await ignore(1, 'known');
    expect(await shown()).to.deep.equal([
      [null, 4, ['known', 'no code'], true],
      ['no code', 3, [], true],
    ]);
    await ignore(2, `${'x'.repeat(301)}`);
    expect((await shown())[0]).to.deep.equal([null, 4, ['known', 'no code'], false]);
    await ignore(3, null, ['known', 'no code']);
    expect(await shown()).to.deep.equal([['no code', 3, [], true]]);
  });

  it('names no message when no filter could express it', async () => {
    for (const [n, message] of ["''", "' begins with a space'", "E'ends\\n'", "repeat('x', 1001)"].entries())
      await incidents(1, { from: n + 1, code: `E${n}`, message });
    const { groups } = await groupIncidents(database.db, undefined);
    expect(groups.map(({ message }) => message)).to.deep.equal([null, null, null, null]);
  });

  it('is counted among the newest when there are more than a reader can use, and leaves the smallest groups out', async () => {
    await incidents(MOST_READ + 5);
    const one = await groupIncidents(database.db, undefined);
    expect([one.groups[0]?.count, one.isExact]).to.deep.equal([MOST_READ + 1, false]);
    for (let n = 0; n < 25; n += 1) await incidents(1, { from: 20_000 + n, key: `k${n}` });
    await sql`delete from incident where process_key = 'order'`.execute(database.db);
    const many = await groupIncidents(database.db, undefined);
    expect([many.groups.length, many.more, many.isExact]).to.deep.equal([20, 5, true]);
  });

  it('is of the keys that a user sees, and nothing else', async () => {
    await incidents(2, { key: 'order' });
    await incidents(5, { from: 10, key: 'bill' });
    await insertProcess(database.db, idOf(1), 'order', true);
    await insertProcess(database.db, idOf(2), 'bill', true);
    for (const [n, key] of ['order', 'bill', 'bill'].entries())
      await insertInstance(database.db, { instanceId: idOf(n + 1), key, outcome: 'failed', completedAt: ago(1).toISOString() });
    const keys = (groups: readonly { readonly key: string; readonly count: number }[]) =>
      groups.map(({ key, count }) => `${key} ${count}`);
    expect(keys((await groupIncidents(database.db, ['ord*'])).groups)).to.deep.equal(['order 2']);
    expect(keys((await groupFailed(database.db, ago(24), ['order'])).groups)).to.deep.equal(['order 1']);
    expect((await groupFailed(database.db, ago(24), [])).groups).to.deep.equal([]);
    expect(await readDurations(database.db, ['order'])).to.deep.equal([]);
    expect(await countPresentLetters(database.db, ['order'])).to.deep.equal({ count: 0, isExact: true, lastAt: null });
  });

  it('counts instances that failed within the time, by element and message', async () => {
    for (const [n, hours] of [1, 2, 30].entries()) {
      await insertInstance(database.db, { instanceId: idOf(n + 1), outcome: 'failed', completedAt: ago(hours).toISOString() });
      await fail(idOf(n + 1), 'pack', 'FLOOD', 'wet');
    }
    const { groups } = await groupFailed(database.db, ago(24), undefined);
    expect(groups.map(({ activityId, code, message, count }) => [activityId, code, message, count])).to.deep.equal([
      ['pack', 'FLOOD', 'wet', 2],
    ]);
    expect(groups[0]?.hourly).to.deep.equal([...Array(21).fill(0), 1, 1, 0]);
  });

  it('first failed before a revive when an instance failed again in the same way', async () => {
    for (const n of [1, 2]) {
      await insertInstance(database.db, { instanceId: idOf(n), outcome: 'failed', completedAt: ago(n).toISOString() });
      await fail(idOf(n), 'pack', 'FLOOD', 'wet');
    }
    const earlier = async (message: string) => {
      await database.db
        .updateTable('q_instance')
        .set({ earlier_failure: JSON.stringify({ element: 'pack', code: 'FLOOD', message, firstAt: ago(50).getTime() }) })
        .where('instance_id', '=', idOf(1))
        .execute();
      const { groups } = await groupFailed(database.db, ago(24), undefined);
      return Math.round((Date.now() - (groups[0]?.firstAt.getTime() ?? 0)) / HOUR_MS);
    };
    expect(await earlier('dry')).to.equal(2);
    expect(await earlier('wet')).to.equal(50);
  });

  it('leaves out failures that an operator ignores, until the time is over', async () => {
    await incidents(2);
    await incidents(3, { from: 10, message: "'other'" });
    await insertInstance(database.db, { instanceId: idOf(1), outcome: 'failed', completedAt: ago(1).toISOString() });
    await fail(idOf(1), 'charge', 'E1', 'declined');
    const ignore = (id: number, message: string | null, endsAt: Date | null) =>
      database.db
        .insertInto('ignored_failure')
        .values({
          ...{
            ignored_id: idOf(id),
            process_key: 'order',
            activity_id: 'charge',
            code: 'E1',
            message,
            except_messages: null,
            reason: 'r',
          },
          ...{ ends_at: endsAt, ignored_by: null, ignored_at: ago(1) },
        })
        .execute();
    const counts = async () => {
      const found = [await groupIncidents(database.db, undefined), await groupFailed(database.db, ago(24), undefined)];
      return found.map(({ groups }) => groups.map(({ message, count }) => `${message} ${count}`));
    };
    await ignore(100, null, ago(1));
    expect(await counts()).to.deep.equal([['other 3', 'declined 2'], ['declined 1']]);
    await ignore(101, 'declined', ago(-1));
    expect(await counts()).to.deep.equal([['other 3'], []]);
    await ignore(102, null, null);
    expect(await counts()).to.deep.equal([[], []]);
    const listed = await listIgnoredFailures(database.db, ago(24), undefined);
    expect(listed.map(({ message, incidents: open, failed }) => [message, open, failed])).to.have.deep.members([
      [null, 5, 1],
      ['declined', 2, 1],
    ]);
    expect(await listIgnoredFailures(database.db, ago(24), ['bill'])).to.deep.equal([]);
  });

  it('counts user tasks whose due date is past, the largest group first', async () => {
    await insertInstance(database.db, { instanceId: idOf(900), key: 'order' });
    for (const [n, hours] of [3, 1, -1].entries())
      await insertUserTask(database.db, { taskId: idOf(n + 1), dueAt: ago(hours).toISOString() });
    await insertUserTask(database.db, { taskId: idOf(9) });
    const { groups } = await groupOverdueTasks(database.db, undefined);
    expect(groups.map(({ key, activityId, count }) => [key, activityId, count])).to.deep.equal([['order', 'review', 2]]);
    expect(groups[0]?.oldestAt.getTime()).to.be.closeTo(ago(3).getTime(), 60_000);
  });

  it('counts the open tasks of each type, and lists as many', async () => {
    await sql`insert into custom_task (task_id, instance_id, entry, type_key, task_type, definition_id, process_key, activity_id, input, failures,
        available_at, locked_by, created_at, is_held)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, ${idOf(1)}::uuid, n, 'charge', 'Charge', 'order:1:x',
        case when n < 20 then 'order' else 'bill' end, 'charge', '{}', case when n % 4 = 1 then 1 else 0 end,
        now() + make_interval(mins => case when n % 4 = 0 then 5 else -5 end), case when n % 4 = 0 then 'host' end, now(), n = 3
      from generate_series(1, 24) n`.execute(database.db);
    const [type, ...others] = await countOpenTasks(database.db, undefined);
    expect(others).to.deep.equal([]);
    expect(type).to.include({ taskType: 'Charge', waiting: 11, running: 6, retrying: 6, isExact: true });
    for (const [state, count] of [
      ['Waiting', 11],
      ['Running', 6],
      ['Retrying', 6],
    ] as const) {
      const page = await listOpenTasks(database.db, { typeKey: 'charge', state, limits: undefined }, { page: 1, pageSize: 4 });
      expect([page.totalCount, page.items.length, new Set(page.items.map((task) => task.state))]).to.deep.equal([
        count,
        4,
        new Set([state]),
      ]);
    }
    const behind = await listOpenTasks(
      database.db,
      { typeKey: 'charge', state: undefined, limits: undefined },
      { page: 9, pageSize: 20 },
    );
    expect([behind.items, behind.totalCount]).to.deep.equal([[], 23]);
    expect((await countOpenTasks(database.db, ['bill']))[0]).to.include({ waiting: 2, running: 2, retrying: 1 });
    expect(await countOpenTasks(database.db, ['none'])).to.deep.equal([]);
  });

  it('is hidden from users who do not see the called process when a called instance has it', async () => {
    const entries = [{ entry: 1, element: 'pay', childInstanceId: idOf(9) }];
    await insertInstance(database.db, { instanceId: idOf(1), businessId: 'SO-1', live: { entries, variableScopes: [] } });
    await insertInstance(database.db, { instanceId: idOf(9), key: 'bill' });
    for (const id of [idOf(1), idOf(9)]) await insertKnownInstance(database.db, id, 1);
    await sql`update q_instance set parent_id = ${idOf(1)}::uuid where instance_id = ${idOf(9)}::uuid`.execute(database.db);
    await sql`update instance set root_id = ${idOf(1)}::uuid where id = ${idOf(9)}::uuid`.execute(database.db);
    await incidents(2, { key: 'bill' });
    for (const [limits, open] of [
      [undefined, 2],
      [['order', 'bill'], 2],
      [['order'], 0],
    ] as const) {
      const called = await readCalledIncidents(database.db, [idOf(1), idOf(9)], limits);
      expect([...called.values()].map(({ openIncidents }) => openIncidents)).to.deep.equal(open === 0 ? [] : [open]);
      const [row] = await countElements(database.db, 'order', 1, limits);
      expect(row).to.include({ activityId: 'pay', active: 1, incidents: 0, calledIncidents: open === 0 ? 0 : 1 });
    }
    const rootFor = async (limits: KeyLimits) => (await readRoots(database.db, [idOf(1), idOf(9)], limits)).get(idOf(9));
    expect(await rootFor(undefined)).to.deep.equal({ instanceId: idOf(1), key: 'order', businessId: 'SO-1' });
    expect(await rootFor(['bill'])).to.deep.equal({ instanceId: idOf(1), key: null, businessId: null });
  });

  it('counts an instance once at an element that it came to several times', async () => {
    const entries = [1, 2, 3].map((entry) => ({ entry, element: 'work' }));
    await insertInstance(database.db, { instanceId: idOf(1), live: { entries, variableScopes: [] } });
    await insertInstance(database.db, { instanceId: idOf(9) });
    await incidents(2);
    expect(await countElements(database.db, 'order', 1, undefined)).to.deep.equal([
      { activityId: 'charge', active: 0, completed: 0, failed: 0, everFailed: 0, incidents: 1, calledIncidents: 0 },
      { activityId: 'work', active: 1, completed: 0, failed: 0, everFailed: 0, incidents: 0, calledIncidents: 0 },
    ]);
  });

  it('counts those at an element with their age, without one of an earlier release, and its time in an incident apart', async () => {
    const element = (instance: number, activeSince: Date | null) =>
      database.db
        .insertInto('q_instance_element')
        .values({ instance_id: idOf(instance), element: 'charge', is_failed: false, begun_at: ago(5), active_since: activeSince })
        .execute();
    for (const instance of [1, 2, 9]) await insertInstance(database.db, { instanceId: idOf(instance) });
    await element(1, ago(2));
    await element(2, null);
    await element(9, ago(3));
    await incidents(1);
    const span = { stepMs: HOUR_MS, steps: 24 };
    const counted = { key: 'order', version: 1, limits: undefined };
    const read = async (since: Date) => (await readElementStatistics(database.db, counted, { since, span }))?.elements[0];
    const day = await read(ago(24));
    expect(day).to.include({ activityId: 'charge', active: 3, inIncident: 1, totalMs: 0 });
    for (const age of [day?.openOldestMs, day?.openMedianMs]) expect(age).to.be.closeTo(2 * HOUR_MS, 60_000);
    expect(day?.openMs).to.be.closeTo(5 * HOUR_MS, 120_000);
    expect(day?.failedMs).to.be.within(1000, 60_000);
    expect((await read(ago(1)))?.openMs).to.be.closeTo(2 * HOUR_MS, 120_000);
  });
});
