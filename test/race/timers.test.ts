import { expect } from 'chai';
import { newId } from '../../src/platform/ids.ts';
import { leaseHardTimers, leaseLateTimers, leaseSuspectTimer } from '../../src/store/timers.ts';
import type { DeliveryTools } from '../../src/worker/delivery/delivery-tools.ts';
import { startDueLoop } from '../../src/worker/timers/due-loop.ts';
import type { DueTools } from '../../src/worker/timers/due-tools.ts';
import { completeOf, startOf } from '../support/commands.ts';
import { eventually } from '../support/eventually.ts';
import { boundary, catching, message, onMessage, onTimer, processOf, startedBy } from '../support/models/event-elements.ts';
import { script, task } from '../support/models/models.ts';
import { openStage, type Stage } from '../support/pause-points.ts';
import { type KeptLog, keptLog } from '../support/read-side.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../support/write-side.ts';

/** Nothing that has failed waits for its next attempt. */
const IS_FREE = '(leased_until is null or leased_until <= clock_timestamp())';
const DAY_MS = 86_400_000;
const LONG_AGO = '2020-01-01T00:00:00Z';

describe('timers that become due (docs/contributing/spec/waiting.md#due-timer)', () => {
  let side: WriteSide;
  let stage: Stage;
  let log: KeptLog;
  let loops: { stop(): Promise<void> }[];
  beforeEach(async () => {
    log = keptLog();
    side = await openWriteSide({ log });
    stage = openStage();
    loops = [];
  });
  afterEach(async () => {
    stage.close();
    await stopWorkers();
    await side.close();
  });

  /** Workers that look for due timers side by side. */
  function startWorkers(count: number): void {
    for (let n = 0; n < count; n++) {
      const tools: DueTools = { ...side.worker({ log }), afterCommit: () => {} };
      loops.push(startDueLoop(tools));
    }
  }
  async function stopWorkers(): Promise<void> {
    for (const loop of loops.splice(0)) await loop.stop();
  }
  const startMany = async (key: string, count: number): Promise<string[]> => {
    const commands = Array.from({ length: count }, () => startOf(key));
    await side.run(...commands);
    return commands.map((command) => command.instanceId);
  };
  const untilNoneIsDue = () =>
    eventually('no timer is due', () =>
      side.value<boolean>(
        `select not exists (select from timer where due_at <= clock_timestamp() and ${IS_FREE})
            and not exists (select from start_trigger where due_at <= clock_timestamp() and ${IS_FREE})`,
      ),
    );
  /** How many instances have how many commits. */
  const commits = async (key: string) =>
    side.sql<{ commits: number; instances: number }>(
      `select commits, count(*)::int as instances
        from (select count(*)::int as commits from journal join instance on id = subject_id
          where definition_id like $1 || ':%' group by id) as i group by commits order by commits`,
      [key],
    );
  const timersFired = (instanceId: string) =>
    side.value(
      `select count(*)::int from journal, json_array_elements(events) e
        where subject_id = $1 and e->>'type' = 'ElementCompleted' and e->>'elementType' = 'boundaryEvent'`,
      [instanceId],
    );

  it('fire each once when several workers look at the same moment', async () => {
    await side.deploy(processOf('soon', '', [catching('wait', onTimer('PT0S')), task('after')]));
    for (let n = 0; n < 6; n++) await startMany('soon', 100);
    expect(await side.value('select count(*)::int from timer')).to.equal(600);
    startWorkers(3);
    await untilNoneIsDue();
    await stopWorkers();
    expect(await commits('soon')).to.deep.equal([{ commits: 2, instances: 600 }]);
    expect(await side.value('select count(*)::int from timer')).to.equal(0);
    expect(log.of(10003)).to.deep.equal([]);
  });

  it('fire once when they are overdue after a downtime, also cycles with many missed ticks, which then continue in step', async () => {
    const cycle = boundary('tick', 'work', onTimer(`R/${LONG_AGO}/P1D`, 'timeCycle'), false);
    await side.deploy(processOf('cycle', '', [task('work')], cycle));
    const date = boundary('tick', 'work', onTimer(LONG_AGO, 'timeDate'), false);
    await side.deploy(processOf('date', '', [task('work')], date));
    const [cycles, dates] = [await startMany('cycle', 20), await startMany('date', 20)];
    const begunAt = Number(await side.value<Date>('select clock_timestamp()'));
    startWorkers(2);
    await untilNoneIsDue();
    await stopWorkers();
    for (const id of [...cycles, ...dates]) expect(await timersFired(id)).to.equal(1);
    const next = await side.sql<{ due_at: Date }>('select distinct due_at from timer');
    expect(next).to.have.length(1);
    const [dueAt = 0, now = 0] = [next[0]?.due_at.getTime(), await side.value<Date>('select clock_timestamp()').then(Number)];
    expect(dueAt % DAY_MS).to.equal(0);
    expect(dueAt).to.be.within(begunAt, now + DAY_MS);
  });

  it('start one instance each when start events are overdue and several workers look', async () => {
    await side.deploy(startedBy('once', '', onTimer(LONG_AGO, 'timeDate')));
    await side.deploy(startedBy('hourly', '', onTimer(`R3/${LONG_AGO}/PT1H`, 'timeCycle')));
    startWorkers(3);
    await untilNoneIsDue();
    await stopWorkers();
    for (const key of ['once', 'hourly']) expect(await commits(key), key).to.deep.equal([{ commits: 1, instances: 1 }]);
  });

  it('leave an instance alone that another transaction has locked, and do nothing when that one has ended their host', async () => {
    await side.deploy(processOf('held', '', [task('work')], boundary('late', 'work', onTimer('PT0S'))));
    await side.deploy(processOf('soon', '', [catching('wait', onTimer('PT0S'))]));
    const [held = ''] = await startMany('held', 1);
    const complete = completeOf(held, 'work');
    const standing = stage.hold('before-commit', complete.id);
    const completing = deliverTo(side.worker(), [complete]);
    await standing.reached();
    const [other] = await startMany('soon', 1);
    startWorkers(2);
    await eventually('the other timer has fired', () =>
      side.value<boolean>('select is_terminal from instance where id = $1', [other]),
    );
    expect(await side.value('select count(*)::int from timer where instance_id = $1', [held])).to.equal(1);
    standing.release();
    const { announced } = await completing;
    expect(announced[0]?.reply).to.deep.include({ ok: true, result: {} });
    await untilNoneIsDue();
    expect(await timersFired(held)).to.equal(0);
    expect(await commits('held')).to.deep.equal([{ commits: 2, instances: 1 }]);
  });

  it('wait a minute and delay no other when firing them meets a fault', async () => {
    for (const key of ['broken', 'sound']) await side.deploy(processOf(key, '', [catching('wait', onTimer('PT0S'))]));
    await side.deploy(startedBy('broken-start', '', onTimer(LONG_AGO, 'timeDate')));
    const [broken = ''] = await startMany('broken', 1);
    await startMany('sound', 5);
    await side.damageModels('broken%'); // new workers have it in no cache
    await side.sql(`update timer set due_at = due_at - interval '1 hour' where instance_id = $1`, [broken]);
    const begunAt = await side.value<string>('select clock_timestamp()::text');
    startWorkers(1);
    await untilNoneIsDue();
    await stopWorkers();
    expect(await commits('sound')).to.deep.equal([{ commits: 2, instances: 5 }]);
    const again = `select count(*)::int from (select leased_until from timer union all select leased_until from start_trigger) as waiting
      where leased_until between $1::timestamptz + interval '60 s' and clock_timestamp() + interval '60 s'`;
    await eventually('both wait for a minute', async () => (await side.value(again, [begunAt])) === 2);
    expect(log.of(10003)).to.have.length(1);
    expect(log.of(10003)[0]).to.include({ WorkflowInstanceId: broken });
    const start = { ProcessDefinitionKey: 'broken-start' };
    expect(log.of(8003)[0]).to.include(start);
    expect(log.of(4013)[0]).to.include({ EventKind: 'timer', Name: 'start', ...start });
  });

  it('fires the ticks of a cycle, none early, on an instance that 32 clients never leave alone', async () => {
    const tick = boundary('tick', 'work', onTimer('R/PT1S', 'timeCycle'), false);
    const heard = boundary('heard', 'work', onMessage('m'), false);
    await side.deploy(processOf('hot', message('m', 'hot'), [task('work')], tick + heard));
    const asked = performance.now();
    const [hot = ''] = await startMany('hot', 1);
    let isOver = false;
    const workers = [side.worker(), side.worker()];
    const clients = Array.from({ length: 32 }, async (_, n) => {
      while (!isOver) {
        const send = { kind: 'DeliverMessage', name: 'hot', correlationKey: '', variables: {}, businessId: null } as const;
        await deliverTo(workers[n % 2] as DeliveryTools, [{ ...send, id: newId() }]);
      }
    });
    startWorkers(2);
    const ticks = () =>
      side.value(
        `select count(*)::int from journal, json_array_elements(events) e
          where subject_id = $1 and e->>'type' = 'ElementCompleted' and e->>'element' = 'tick'`,
        [hot],
      );
    try {
      const seen = await eventually('two ticks', async () => (await ticks()) >= 2 && (await ticks()));
      expect(seen).to.be.at.most(Math.floor((performance.now() - asked) / 1000));
    } finally {
      isOver = true;
      await Promise.all(clients);
    }
  });

  it('let the others fire when one ends the worker that fires it, and wait longer from attempt to attempt', async () => {
    await side.deploy(processOf('deadly', '', [catching('wait', onTimer('PT0S'))]));
    await side.deploy(processOf('healthy', '', [catching('wait', onTimer('PT0S'))]));
    const [deadly = ''] = await startMany('deadly', 1);
    await startMany('healthy', 5);
    await side.sql(`update timer set due_at = due_at - interval '1 minute'`); // a worker has died of them already
    // the worker is gone between lease and commit: only the lease shows it
    expect((await leaseLateTimers(side.connection, 100)).map((row) => row.attempts)).to.deep.equal([2, 2, 2, 2, 2, 2]);
    await side.sql(`update timer set leased_until = clock_timestamp() + interval '1 day' where instance_id <> $1`, [deadly]);
    for (const [attempt, seconds] of [
      [3, 60],
      [4, 240],
      [5, 960],
    ] as const) {
      const before = await side.value<string>(
        'update timer set leased_until = clock_timestamp() where instance_id = $1 returning leased_until::text',
        [deadly],
      );
      expect(await leaseSuspectTimer(side.connection)).to.include({ instanceId: deadly, attempts: attempt });
      expect(await leaseHardTimers(side.connection, 100)).to.deep.equal([]);
      const lasts = `select leased_until between $2::timestamptz + make_interval(secs => $3) and clock_timestamp() + make_interval(secs => $3)
        from timer where instance_id = $1`;
      expect(await side.value(lasts, [deadly, before, seconds]), `attempt ${attempt}`).to.equal(true);
    }
    await side.sql(`update timer set leased_until = clock_timestamp() where instance_id <> $1`, [deadly]);
    await side.sql(`update timer set leased_until = clock_timestamp() + interval '1 hour' where instance_id = $1`, [deadly]);
    loops.push(startDueLoop({ ...side.worker(), afterCommit: () => {} }));
    await untilNoneIsDue();
    await eventually('the healthy ones', async () => (await side.value('select count(*)::int from timer')) === 1);
    expect(await commits('healthy')).to.deep.equal([{ commits: 2, instances: 5 }]);
  });

  it('are tried forever when they fail forever, and delay no other: neither the count nor their number ends it', async () => {
    await side.deploy(processOf('broken', '', [catching('wait', onTimer('PT0S'))]));
    await side.deploy(processOf('sound', '', [catching('wait', onTimer('PT0S'))]));
    const broken = await startMany('broken', 5);
    const [sound = ''] = await startMany('sound', 1);
    await side.deploy(startedBy('hourly', '', onTimer(`R3/${LONG_AGO}/PT1H`, 'timeCycle')));
    await side.damageModels('broken');
    // once a minute for three weeks, and again now: no worker has died of it
    await side.sql('update timer set attempts = 1, leased_until = clock_timestamp() where instance_id = any($1::uuid[])', [
      broken,
    ]);
    await side.sql(`update timer set attempts = 1, due_at = due_at + interval '1 s' where instance_id = $1`, [sound]);
    await eventually('it is due', () => side.value<boolean>('select bool_and(due_at <= clock_timestamp()) from timer'));
    startWorkers(1);
    await eventually('the sound one has fired', () =>
      side.value<boolean>('select is_terminal from instance where id = $1', [sound]),
    );
    await eventually('the process has started', async () => (await commits('hourly')).length === 1);
    await untilNoneIsDue();
    const again = `select count(*)::int from timer where attempts = 1 and leased_until > clock_timestamp() and leased_until < 'infinity'`;
    await eventually('all of them wait for their next attempt', async () => (await side.value(again)) === 5);
    expect(await side.sql('select from dead_letter')).to.deep.equal([]);
  });

  // slow: a lock is waited for until its time limit
  it('let others have their turn when their instances stay locked by other transactions', async () => {
    await side.deploy(processOf('held', '', [catching('wait', onTimer('PT0S'))]));
    await side.deploy(processOf('other', '', [catching('wait', onTimer('PT0S'))]));
    const held = await startMany('held', 6);
    const [other = ''] = await startMany('other', 1);
    await side.sql(`update timer set attempts = 1, due_at = due_at - interval '1 minute' where instance_id = any($1::uuid[])`, [
      held,
    ]);
    await side.sql('update timer set attempts = 1 where instance_id = $1', [other]);
    const holder = await side.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('set local idle_in_transaction_session_timeout = 0');
      await holder.query('select from instance where id = any($1::uuid[]) for update', [held]);
      startWorkers(1);
      await eventually('the other one has fired', () =>
        side.value<boolean>('select is_terminal from instance where id = $1', [other]),
      );
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    await eventually('all have fired', async () => (await side.value('select count(*)::int from timer')) === 0);
  });

  it('have a time limit each, not one together, when they run scripts', async () => {
    const slow = script('slow', 'let n = 0; for (let i = 0; i < 200; i++) n = n + 1;');
    await side.deploy(
      processOf('slow-scripts', '', [catching('wait', onTimer('PT0S')), slow]).replaceAll('csharp', 'javascript'),
    );
    await startMany('slow-scripts', 20);
    const tools: DueTools = { ...side.worker({ log, maxScriptMs: 0.001 }), afterCommit: () => {} };
    loops.push(startDueLoop(tools));
    await eventually('all have fired', async () => (await side.value('select count(*)::int from timer')) === 0);
    await stopWorkers();
    expect(await commits('slow-scripts')).to.deep.equal([{ commits: 2, instances: 20 }]);
    expect(
      await side.value(`select count(*)::int from journal, json_array_elements(events) e where e->>'type' = 'InstanceFailed'`),
    ).to.equal(0);
  });
});
