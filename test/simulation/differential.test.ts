import { expect } from 'chai';
import { type Moment, recordSessions } from '../../lab/simulation/database/history.ts';
import { prepareDatabase, replayOnPostgres } from '../../lab/simulation/database/replay-on-postgres.ts';
import { simulate, startingPoint } from '../../lab/simulation/simulate.ts';
import { openPool } from '../../src/db/pool.ts';
import { createTestDatabase } from '../support/database.ts';
import { firstPositions } from '../support/positions.ts';

const SEEDS = [37, 40, 9, 52];

/** Whether a sender's commands were read whose positions another order has as texts. */
function crossesPowerOfTen(moment: Moment): boolean {
  if (moment.kind !== 'answered' || !moment.sent.name.startsWith('read-sender')) return false;
  const positions = (moment.answered?.rows ?? []).map((row) => (row as { position: string }).position);
  return positions.some((position, n) => n > 0 && (positions[n - 1] ?? '') > position);
}

describe('the simulated database', () => {
  let crossings = 0;

  for (const seed of SEEDS) {
    it(`answers as Postgres does, statement by statement, in seed ${seed}`, async function () {
      this.timeout(60_000);
      const history: Moment[] = [];
      await simulate(seed, { watch: (server) => recordSessions(server, history) });
      crossings += history.filter(crossesPowerOfTen).length;
      const database = await createTestDatabase();
      const admin = openPool(database.url, { max: 1, applicationName: 'sluice differential' });
      try {
        await prepareDatabase(admin, await startingPoint(seed), firstPositions(seed));
        const difference = await replayOnPostgres(database.url, admin, history);
        expect(difference, JSON.stringify(difference, null, 2)).to.equal(undefined);
      } finally {
        await admin.end();
        await database.drop();
      }
    });
  }

  it('has read commands of one sender on both sides of a power of ten by then', () => {
    expect(
      crossings,
      'Choose seeds in which that happens: positions that are sorted as texts would not be noticed.',
    ).to.be.greaterThan(0);
  });
});
