import { expect } from 'chai';
import {
  CommitUnknown,
  isRetryable,
  isUniqueViolation,
  poolConnection,
  type Transaction,
  withTransaction,
} from '../../../src/db/connection.ts';
import { openPool, type Pool } from '../../../src/db/pool.ts';
import type { Statement } from '../../../src/db/statement.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

const insert: Statement = { name: 'test_insert', text: 'insert into note (id, body) values ($1, $2)' };
const count: Statement = { name: 'test_count', text: 'select count(*)::int as n from note' };
const terminateMe: Statement = { name: 'test_terminate', text: 'select pg_terminate_backend(pg_backend_pid())' };

for (const isPipelined of [false, true]) {
  describe(`a transaction on a ${isPipelined ? 'pipelined' : 'plain'} pool`, () => {
    let database: TestDatabase;
    let pool: Pool;

    before(async () => {
      database = await createTestDatabase({ isMigrated: false });
      pool = openPool(database.url, { max: 4, applicationName: 'transaction test', isPipelined });
      await pool.query('create table note (id int primary key deferrable initially immediate, body text)');
    });
    beforeEach(() => pool.query('truncate note'));
    after(async () => {
      await pool.end();
      await database.drop();
    });

    async function rows(): Promise<number | undefined> {
      return (await poolConnection(pool).query<{ n: number }>(count, []))[0]?.n;
    }
    function failure(work: Promise<unknown>): Promise<unknown> {
      return work.then(
        () => undefined,
        (error: unknown) => error,
      );
    }

    it('keeps everything when the work succeeds', async () => {
      const result = await withTransaction(pool, async (transaction) => {
        await transaction.query(insert, [1, 'a']);
        for (let id = 2; id <= 5; id++) transaction.enqueue(insert, [id, 'b']);
        return 'done';
      });
      expect([result, await rows()]).to.deep.equal(['done', 5]);
    });

    it('keeps what it writes when it begins with a read', async () => {
      const work = async (transaction: Transaction) => {
        const [row] = await transaction.query<{ n: number }>(count, []);
        for (let id = 1; id <= 3; id++) transaction.enqueue(insert, [id, 'b']);
        return row?.n;
      };
      expect([await withTransaction(pool, work, { beginsWithRead: true }), await rows()]).to.deep.equal([0, 3]);
    });

    it('keeps nothing when it begins with a read and fails', async () => {
      const thrown = await failure(
        withTransaction(
          pool,
          async (transaction) => {
            await transaction.query(count, []);
            transaction.enqueue(insert, [1, 'a']);
            await transaction.query(count, []);
            throw new Error('no');
          },
          { beginsWithRead: true },
        ),
      );
      expect([(thrown as Error).message, await rows()]).to.deep.equal(['no', 0]);
    });

    it('keeps nothing, and the connection serves others, when the read that it begins with fails', async () => {
      const wrong: Statement = { name: 'test_wrong', text: 'select 1 / (select 0)' };
      const work = (transaction: Transaction) => transaction.query(wrong, []);
      expect(await failure(withTransaction(pool, work, { beginsWithRead: true }))).to.have.property('code', '22012');
      expect(await rows()).to.equal(0);
    });

    it('shows why when a statement that no one waited for has failed before a query', async () => {
      const thrown = await failure(
        withTransaction(pool, async (transaction) => {
          transaction.enqueue(insert, [1, 'a']);
          transaction.enqueue(insert, [1, 'again']);
          await transaction.query(count, []);
        }),
      );
      expect(isUniqueViolation(thrown)).to.equal(true);
      expect(await rows()).to.equal(0);
    });

    it('shows why when a query that no one has waited for yet has failed before another one', async () => {
      const wrong: Statement = { name: 'test_wrong', text: 'select 1 / (select 0)' };
      const thrown = await failure(
        withTransaction(pool, async (transaction) => {
          await transaction.query(count, []);
          const early = transaction.query(wrong, []);
          early.catch(() => {});
          await transaction.query(count, []);
          await early;
        }),
      );
      expect(thrown).to.have.property('code', '22012');
      expect(await rows()).to.equal(0);
    });

    const unreadable = () => {
      throw new Error('cannot be read');
    };
    for (const [what, value, message] of [
      ['cannot be encoded', new Proxy([], { get: unreadable }), 'cannot be read'],
      ['are too long', 'x'.repeat(300_000_000), "the values of statement 'test_insert' are longer than 268435456 characters"],
    ] as const) {
      it(`keeps nothing when the values of a statement ${what}`, async () => {
        const thrown = await failure(
          withTransaction(pool, async (transaction) => {
            transaction.enqueue(insert, [1, 'a']);
            transaction.enqueue(insert, [2, value]);
            transaction.enqueue(insert, [3, 'a']);
          }),
        );
        expect([await rows(), (thrown as Error).message, isRetryable(thrown)]).to.deep.equal([0, message, false]);
      });
    }

    it('keeps nothing when the work throws, and throws the same error', async () => {
      const reason = new Error('no');
      const thrown = await failure(
        withTransaction(pool, async (transaction) => {
          await transaction.query(insert, [1, 'a']);
          transaction.enqueue(insert, [2, 'a']);
          throw reason;
        }),
      );
      expect([thrown, await rows()]).to.deep.equal([reason, 0]);
    });

    it('throws the error of the first failed statement when an enqueued one fails', async () => {
      const thrown = await failure(
        withTransaction(pool, async (transaction) => {
          transaction.enqueue(insert, [1, 'a']);
          transaction.enqueue(insert, [1, 'again']);
          transaction.enqueue(insert, [2, 'b']);
        }),
      );
      expect(isUniqueViolation(thrown, 'note')).to.equal(true);
      expect(isUniqueViolation(thrown, 'inbox')).to.equal(false);
      expect(await rows()).to.equal(0);
    });

    it('sees enqueued rows when it queries after them', async () => {
      await withTransaction(pool, async (transaction) => {
        transaction.enqueue(insert, [1, 'a']);
        expect(await transaction.query(count, [])).to.deep.equal([{ n: 1 }]);
      });
    });

    it('does not pretend to have committed when the work swallowed a failed statement', async () => {
      const thrown = await failure(
        withTransaction(pool, async (transaction) => {
          await transaction.query(insert, [1, 'a']);
          await failure(transaction.query(insert, [1, 'again']));
        }),
      );
      expect((thrown as Error).message).to.contain('rolled back');
      expect(await rows()).to.equal(0);
    });

    it('throws a retryable error when the connection is terminated in the middle', async () => {
      const thrown = await failure(withTransaction(pool, (transaction) => transaction.query(terminateMe, [])));
      expect(isRetryable(thrown)).to.equal(true);
    });

    it('throws CommitUnknown when the connection breaks during the commit', async () => {
      await pool.query(`create or replace function die() returns trigger language plpgsql as $$
        begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`);
      await pool.query(
        'create constraint trigger dying after insert on note deferrable initially deferred for each row execute function die()',
      );
      const thrown = await failure(withTransaction(pool, (transaction) => transaction.query(insert, [1, 'a'])));
      await pool.query('drop trigger dying on note');
      expect(thrown).to.be.instanceOf(CommitUnknown);
      expect(isRetryable(thrown)).to.equal(true);
    });

    it('gives its connection back when it ends, however it ends', async () => {
      await Promise.all(
        Array.from({ length: 12 }, (_, n) => failure(withTransaction(pool, (t) => t.query(insert, [n % 6, 'x'])))),
      );
      expect([pool.totalCount - pool.idleCount, pool.waitingCount]).to.deep.equal([0, 0]);
    });
  });
}
