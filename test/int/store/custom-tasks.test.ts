import { expect } from 'chai';
import { poolConnection } from '../../../src/db/connection.ts';
import { openPool } from '../../../src/db/pool.ts';
import { entityId, newId } from '../../../src/platform/ids.ts';
import {
  countWaiting,
  extendCustomTasks,
  fetchAndLock,
  type LockedTask,
  releaseCustomTasks,
} from '../../../src/store/custom-task-locks.ts';
import { completeOf, startOf } from '../../support/commands.ts';
import { oneTask } from '../../support/models/custom-task-models.ts';
import { openWriteSide, type WriteSide } from '../../support/write-side.ts';

describe('the locks of custom tasks (ADR 0021)', () => {
  let side: WriteSide;
  before(async () => {
    side = await openWriteSide();
    await side.deploy(oneTask('order', 'Mail', { inputs: { to: '=who' }, outputs: { got: '=__response' }, retries: '2' }));
  });
  after(() => side.close());
  beforeEach(() => side.sql('truncate custom_task'));

  const begin = async (count = 1) => {
    const starts = Array.from({ length: count }, () => startOf('order', { variables: { who: 'ann' }, businessId: 'b' }));
    await side.run(...starts);
    return starts.map(({ instanceId }) => instanceId);
  };
  const claim = (holder: string, limit = 10, lockSeconds = 60) =>
    fetchAndLock(side.connection, { typeKey: 'mail', holder, limit, lockSeconds });
  const one = async (holder: string, lockSeconds = 60) => {
    const [task] = await claim(holder, 10, lockSeconds);
    if (task === undefined) throw new Error('nothing to claim');
    return task;
  };
  const lockOf = ({ taskId, instanceId, attempt }: LockedTask) => ({ taskId, instanceId, attempt });
  const complete = (task: LockedTask) =>
    side.run({ kind: 'CompleteCustomTask', id: newId(), ...lockOf(task), result: { __response: 1 } });
  const fail = (task: LockedTask, more: object = {}) =>
    side.run({
      kind: 'FailCustomTask',
      id: newId(),
      ...lockOf(task),
      code: 'E',
      message: 'm',
      isRetryable: true,
      retryAfterMs: null,
      ...more,
    });
  const expire = () => side.sql(`update custom_task set available_at = now() - interval '1 second'`);
  const rows = () => side.value<number>('select count(*)::int from custom_task');
  const isLate = (replies: Awaited<ReturnType<typeof complete>>) =>
    replies[0]?.ok === false && replies[0].rejection.code === 'CUSTOM_TASK_NOT_LOCKED';

  it('give a task with everything its context shows when it is claimed', async () => {
    const [instanceId = ''] = await begin();
    const task = await one('a');
    expect(task).to.deep.include({
      instanceId,
      taskId: entityId(instanceId, task.entry),
      taskType: 'Mail',
      processKey: 'order',
      activityId: 'work',
      businessId: 'b',
      input: { to: 'ann' },
      attempt: 1,
      losses: 0,
    });
    expect(await claim('b')).to.deep.equal([]);
  });

  it('give each task to one holder when many claim at the same time', async () => {
    await begin(40);
    const claimed = await Promise.all(Array.from({ length: 8 }, (_, n) => claim(`h${n}`, 5)));
    const ids = claimed.flat().map(({ taskId }) => taskId);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it('pass a task on when its lock runs out, and then the result of the first holder is late', async () => {
    await begin();
    const first = await one('a');
    await expire();
    const second = await one('b');
    expect([second.attempt, second.losses]).to.deep.equal([2, 1]);
    expect(isLate(await complete(first))).to.equal(true);
    expect((await complete(second))[0]?.ok).to.equal(true);
    expect(await rows()).to.equal(0);
    expect(isLate(await complete(second))).to.equal(true);
  });

  it('take a result when the lock has run out but no one has claimed the task', async () => {
    await begin();
    const task = await one('a');
    await expire();
    expect((await complete(task))[0]?.ok).to.equal(true);
  });

  it('answer a repeated result from the record when its command id is the same', async () => {
    await begin();
    const command = { kind: 'CompleteCustomTask', id: newId(), ...lockOf(await one('a')), result: {} } as const;
    const [first] = await side.run(command);
    const [second] = await side.run(command);
    expect(second).to.deep.equal(first);
  });

  it('show which are lost when they are extended', async () => {
    const [ended = ''] = await begin(3);
    const tasks = await claim('a');
    const ofEnded = tasks.find(({ instanceId }) => instanceId === ended);
    const [taken, kept] = tasks.filter(({ instanceId }) => instanceId !== ended);
    await side.run(completeOf(ended, 'work'));
    await side.sql(`update custom_task set attempt = attempt + 1 where task_id = $1`, [taken?.taskId]);
    expect((await extendCustomTasks(side.connection, tasks, 60)).sort()).to.deep.equal([ofEnded?.taskId, taken?.taskId].sort());
    expect(kept).to.not.equal(undefined);
  });

  it('do not wait for a row that is being decided on when they are extended', async () => {
    await begin();
    const task = await one('a');
    const client = await side.pool.connect();
    try {
      await client.query('begin');
      await client.query('select from custom_task for update');
      expect(await extendCustomTasks(poolConnection(side.pool), [task], 60)).to.deep.equal([]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('are free immediately, without a loss, when they are given back', async () => {
    await begin();
    await releaseCustomTasks(side.connection, [await one('a')]);
    const again = await one('b');
    expect([again.attempt, again.losses]).to.deep.equal([2, 0]);
    expect(isLate(await complete({ ...again, attempt: 1 }))).to.equal(true);
  });

  it('wait for the next run when a run fails and the model allows another, then fail the activity', async () => {
    await begin();
    const first = await one('a');
    const [reply] = await fail(first, { retryAfterMs: 60_000 });
    expect(reply?.ok && 'retryAt' in reply.result && reply.result.retryAt).to.be.a('string');
    expect(await claim('a')).to.deep.equal([]);
    expect(isLate(await complete(first))).to.equal(true);
    await expire();
    const second = await one('a');
    expect((await fail(second))[0]).to.deep.include({ ok: true, result: { retryAt: null } });
    expect(await rows()).to.equal(0);
  });

  it('wait a year at most when a model or a worker asks for more', async () => {
    await begin();
    const [reply] = await fail(await one('a'), { retryAfterMs: 1e15 });
    const retryAt = reply?.ok && 'retryAt' in reply.result ? Date.parse(reply.result.retryAt ?? '') : 0;
    expect(retryAt - Date.now()).to.be.within(364 * 86_400_000, 366 * 86_400_000);
  });

  it('fail the activity immediately when a failure cannot be repeated', async () => {
    await begin();
    expect((await fail(await one('a'), { isRetryable: false }))[0]).to.deep.include({ ok: true, result: { retryAt: null } });
  });

  it('disappear when the instance ends otherwise', async () => {
    const [instanceId = ''] = await begin();
    await side.run({ kind: 'CancelInstance', id: newId(), instanceId, reason: 'no' });
    expect(await rows()).to.equal(0);
  });

  it('are found by their index, not sorted, when many tasks of one process wait', async () => {
    await begin();
    await side.sql(`insert into custom_task (task_id, instance_id, entry, type_key, task_type, definition_id, process_key, activity_id, input,
        available_at, created_at) select gen_random_uuid(), instance_id, n, type_key, task_type, definition_id, process_key, activity_id, input,
        available_at - random() * interval '1 day', created_at from custom_task, generate_series(1, 5000) n`);
    await side.sql('analyze custom_task');
    const pool = openPool(side.url, { max: 1, applicationName: 'locks test', readsByKey: true });
    try {
      for (const chosen of [{}, { chosen: {} }, { chosen: { byPriority: true } }])
        await fetchAndLock(poolConnection(pool), { typeKey: 'mail', holder: 'a', limit: 1, lockSeconds: 60, ...chosen });
      const { rows: prepared } = await pool.query("select name from pg_prepared_statements where name like 'fetch-and-lock%'");
      expect(prepared).to.have.length(3);
      for (const { name } of prepared) {
        const more = String(name).includes('-8') ? '' : ', null, null, null, null, null, null, null, null';
        const { rows: lines } = await pool.query(`explain execute "${name}" ('mail', 20, 'h', 60, '{}'${more})`);
        const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
        expect(plan, name).to.include('Index Scan using custom_task_available').and.not.include('Sort');
      }
    } finally {
      await pool.end();
    }
  });

  it('give those with a higher priority first when that is asked for, else the oldest', async () => {
    await begin(5);
    await side.sql(`update custom_task c set priority = n.priority, available_at = now() - make_interval(secs => n.at) from
      (select task_id, (array[-5, 0, 7, 3, 0])[row_number() over ()] as priority, row_number() over () as at from custom_task) n
      where n.task_id = c.task_id`);
    const request = { typeKey: 'mail', holder: 'a', lockSeconds: 60, chosen: { byPriority: true } };
    const prioritiesOf = (tasks: readonly LockedTask[]) => tasks.map(({ priority }) => priority);
    expect(prioritiesOf(await fetchAndLock(side.connection, { ...request, limit: 1 }))).to.deep.equal([7]);
    expect(prioritiesOf(await fetchAndLock(side.connection, { ...request, limit: 2 }))).to.deep.equal([3, 0]);
    expect(prioritiesOf(await fetchAndLock(side.connection, { ...request, limit: 9 }))).to.deep.equal([0, -5]);
  });

  it('are chosen by values in their input, without inputs that Postgres cannot read', async () => {
    await begin(2);
    await side.sql(`update custom_task c set input = case n.at when 1 then '{"a":1,"b":"x"}' else '{"a":1,"b":"x","c":"\\u0000"}' end::json
      from (select task_id, row_number() over () as at from custom_task) n where n.task_id = c.task_id`);
    const chosenBy = (inputs: Readonly<Record<string, string>>) =>
      fetchAndLock(side.connection, { typeKey: 'mail', holder: 'a', lockSeconds: 60, limit: 9, chosen: { inputs } });
    for (const inputs of [{ a: '"1"' }, { a: '1', b: 'null' }, { other: 'null' }])
      expect(await chosenBy(inputs)).to.deep.equal([]);
    expect((await chosenBy({ a: '1', b: '"x"' })).map(({ input }) => input)).to.deep.equal([{ a: 1, b: 'x' }]);
  });

  it('count what waits by type', async () => {
    await begin(3);
    await claim('a', 1);
    expect(await countWaiting(side.connection, 10)).to.deep.equal([{ taskType: 'Mail', count: 2 }]);
  });
});
