// tier all: waits for the time limits of connections without answers; takes 8 s

import { expect } from 'chai';
import { CommitUnknown, isRetryable, withTransaction } from '../../../src/db/connection.ts';
import { openPool, type Pool, ping } from '../../../src/db/pool.ts';
import { type CutProxy, openCutProxy } from '../../support/cut-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { soon } from '../../support/eventually.ts';

/** Longer than an answer takes on a machine that does much else: a new connection needs several of them in time. */
const ANSWER_MS = 1000;
const SELECT = { name: 'one', text: 'select 1 as one' };

for (const isPipelined of [false, true]) {
  describe(`a network that swallows everything, ${isPipelined ? 'with' : 'without'} pipelining (docs/contributing/spec/reliability.md#silent-network)`, () => {
    let database: TestDatabase;
    let wire: CutProxy;
    let pool: Pool;

    beforeEach(async () => {
      database = await createTestDatabase();
      wire = await openCutProxy(database.url);
      pool = openPool(wire.url, { max: 1, applicationName: 'sluice test', isPipelined, answerTimeoutMs: ANSWER_MS });
      await ping(pool);
    });
    afterEach(async () => {
      await pool.end();
      await wire.close();
      await database.drop();
    });

    const errorOf = (work: Promise<unknown>) =>
      soon(
        'the connection is given up',
        work.then(
          () => undefined,
          (error: unknown) => error,
        ),
      );

    it('ends a query that gets no answer, and the next one works', async () => {
      wire.freeze();
      expect(isRetryable(await errorOf(pool.query('select 1')))).to.equal(true);
      await soon('a new connection', ping(pool));
    });

    it('ends a transaction whose statement gets no answer: it may be repeated', async () => {
      const error = await errorOf(
        withTransaction(pool, async (transaction) => {
          wire.freeze();
          await transaction.query(SELECT, []);
        }),
      );
      expect([isRetryable(error), error instanceof CommitUnknown]).to.deep.equal([true, false]);
      await soon('a new connection', ping(pool));
    });

    it('leaves open whether a transaction happened when its commit gets no answer', async () => {
      const error = await errorOf(
        withTransaction(pool, async (transaction) => {
          await transaction.query(SELECT, []);
          wire.freeze();
        }),
      );
      expect(error).to.be.instanceOf(CommitUnknown);
      await soon('a new connection', ping(pool));
    });
  });
}
