import { expect } from 'chai';
import { type Transaction, withTransaction } from '../../../src/db/connection.ts';
import { newId } from '../../../src/platform/ids.ts';
import { findDueWork } from '../../../src/store/due-work.ts';
import { NO_BEGINNING } from '../../../src/store/leases.ts';
import { leaseHardStarts, leaseLateStarts, leaseSuspectStart, takeDueStarts } from '../../../src/store/timer-starts.ts';
import { leaseHardTimers, leaseLateTimers, leaseSuspectTimer, takeDueTimers } from '../../../src/store/timers.ts';
import { openWriteSide, type WriteSide } from '../../support/write-side.ts';

describe('timers that are due', () => {
  const NONE = { isOnTime: false, isLate: false, isTried: false };
  let side: WriteSide;

  before(async () => {
    side = await openWriteSide();
    await side.sql('alter table timer disable trigger all');
    await side.sql('alter table start_trigger disable trigger all');
  });
  after(() => side.close());
  beforeEach(() => side.sql('truncate timer, start_trigger'));

  const insert = (dueIn: string, attempts = 0, leasedFor: string | null = null) =>
    side.sql(
      `insert into timer (instance_id, subscription, due_at, attempts, leased_until)
      values ($1, 1, clock_timestamp() + $2::interval, $3, clock_timestamp() + $4::interval)`,
      [newId(), dueIn, attempts, leasedFor],
    );
  const timers = async () => (await findDueWork(side.connection, NO_BEGINNING)).timers;

  it('are found by one statement that distinguishes those on time, late ones, and those whose lease has ended', async () => {
    expect(await findDueWork(side.connection, NO_BEGINNING)).to.deep.equal({ timers: NONE, starts: NONE });
    await insert('1 day');
    await insert('2 days');
    await side.sql(`update timer set due_at = 'infinity' where due_at > clock_timestamp() + interval '36 hours'`, []);
    expect((await findDueWork(side.connection, NO_BEGINNING)).nextMs).to.be.closeTo(86_400_000, 60_000);
    await insert('-1 minute', 2, '1 minute');
    expect(await timers()).to.deep.equal(NONE);
    await insert('0');
    expect(await timers()).to.deep.equal({ ...NONE, isOnTime: true });
    await insert('-1 minute');
    expect(await timers()).to.deep.equal({ ...NONE, isOnTime: true, isLate: true });
    await insert('-1 minute', 1);
    await insert('-1 minute', 2, '-1 second');
    expect(await timers()).to.deep.equal({ isOnTime: true, isLate: true, isTried: true });
  });

  it('count as late when they were due before the worker started', async () => {
    await insert('-1 second');
    const begunAt = await side.value<string>('select clock_timestamp()::text');
    expect((await findDueWork(side.connection, begunAt)).timers).to.deep.equal({ ...NONE, isLate: true });
  });

  it('are found without a read of the timers that wait', async () => {
    await side.sql(
      `insert into timer (instance_id, subscription, due_at)
      select gen_random_uuid(), 1, clock_timestamp() + interval '1 day' from generate_series(1, 2000)`,
    );
    await side.sql('analyze timer');
    const read = ['timer', 'timer_due', 'timer_hard', 'timer_pkey'].map(
      (name) => `pg_stat_get_xact_tuples_returned('${name}'::regclass)`,
    );
    const rowsRead = async (transaction: Transaction) => {
      const statement = { name: 'rows-read', text: `select (${read.join(' + ')})::int as rows` };
      return (await transaction.query<{ rows: number }>(statement, []))[0]?.rows ?? Number.NaN;
    };
    const poll = async (transaction: Transaction) => {
      const before = await rowsRead(transaction);
      await findDueWork(transaction, NO_BEGINNING);
      for (const take of [takeDueTimers, leaseLateTimers, leaseHardTimers, takeDueStarts, leaseLateStarts])
        await take(transaction, 100);
      await leaseHardStarts(transaction, 100);
      await leaseSuspectTimer(transaction);
      await leaseSuspectStart(transaction);
      return (await rowsRead(transaction)) - before;
    };
    expect(await withTransaction(side.pool, poll)).to.be.below(100); // the planner reads some
  });
});
