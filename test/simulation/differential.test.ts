import { expect } from 'chai';
import { openPool } from '../../src/db/pool.ts';
import { createTestDatabase } from '../support/database.ts';
import { firstPositions } from '../support/positions.ts';
import { type Moment, recordSessions } from '../support/simulation/database/history.ts';
import { prepareDatabase, replayOnPostgres } from '../support/simulation/database/replay-on-postgres.ts';
import { simulate, startingPoint } from '../support/simulation/simulate.ts';

const SEEDS = [86, 40, 17, 52];

describe('the simulated database', () => {
  for (const seed of SEEDS) {
    it(`answers as Postgres does, statement by statement, in seed ${seed}`, async function () {
      this.timeout(60_000);
      const history: Moment[] = [];
      await simulate(seed, { watch: (server) => recordSessions(server, history) });
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
});
