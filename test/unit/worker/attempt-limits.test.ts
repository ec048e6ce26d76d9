import { expect } from 'chai';
import type { Pool } from '../../../src/db/pool.ts';
import { AttemptLimits, AttemptsExhausted } from '../../../src/worker/delivery/attempt-limits.ts';
import { isFault } from '../../../src/worker/delivery/commit-envelope.ts';
import { OverlongRun } from '../../../src/worker/transaction/overlong-run.ts';

/** What the driver says of a session that ended, as it says it. */
const ENDINGS: readonly Error[] = [
  new Error('Connection terminated unexpectedly'),
  new Error('Client has encountered a connection error and is not queryable'),
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
  Object.assign(new Error('terminating connection due to idle-in-transaction timeout'), { code: '25P03' }),
];
const answering = { query: async () => ({ rows: [] }) } as unknown as Pool;
const silent = { query: () => Promise.reject(new Error('Connection terminated unexpectedly')) } as unknown as Pool;

/** What is thrown at each attempt. */
async function judged(pool: Pool, error: Error, attempts: number): Promise<unknown[]> {
  const limits = new AttemptLimits(pool);
  const thrown: unknown[] = [];
  for (let attempt = 1; attempt <= attempts; attempt += 1) thrown.push(await limits.judge(error));
  return thrown;
}

describe('faults of the work itself', () => {
  for (const ending of ENDINGS) {
    it(`'${ending.message}': tried 20 times while the database answers others, and then no more`, async () => {
      const thrown = await judged(answering, ending, 20);
      expect(thrown.slice(0, 19).every(isFault)).to.equal(true);
      expect(thrown[19]).to.be.instanceOf(AttemptsExhausted);
      expect(isFault(thrown[19])).to.equal(false);
    });

    it(`'${ending.message}': tried for as long as the database does not answer`, async () => {
      expect((await judged(silent, ending, 40)).every(isFault)).to.equal(true);
    });

    it(`'${ending.message}': after being decided for too long tried three times`, async () => {
      const thrown = await judged(answering, new OverlongRun(7000, ending), 3);
      expect(thrown.map(isFault)).to.deep.equal([true, true, false]);
    });
  }

  it('a statement without an answer is tried for as long as it takes: a lock may hold its table for hours', async () => {
    expect((await judged(answering, new Error('Query read timeout'), 40)).every(isFault)).to.equal(true);
  });

  it('an outage in between shows that it is the infrastructure: the count starts again', async () => {
    let isAway = false;
    const pool = { query: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve({ rows: [] })) } as unknown as Pool;
    const limits = new AttemptLimits(pool);
    const judge = () => limits.judge(new Error('Connection terminated unexpectedly'));
    for (let attempt = 1; attempt <= 40; attempt += 1) {
      isAway = attempt % 15 === 0;
      expect(isFault(await judge()), `attempt ${attempt}`).to.equal(true);
    }
  });
});
