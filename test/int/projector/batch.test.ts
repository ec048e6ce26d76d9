import { expect } from 'chai';
import { withTransaction } from '../../../src/db/connection.ts';
import { projectBatch } from '../../../src/projector/batch.ts';
import type { ReadJournalRow } from '../../../src/projector/journal-row.ts';
import { closeGate } from '../../../src/projector/locks.ts';
import { reviewedInstance } from '../../support/hand-made-journal.ts';
import { idNumber, openReadSide, type ReadSide } from '../../support/read-side.ts';

const ID = idNumber(1);

describe('projection batch', () => {
  let side: ReadSide;
  beforeEach(async () => {
    side = await openReadSide();
  });
  afterEach(() => side.close());

  it('loses nothing when the projector dies in the middle of it', async () => {
    await side.write(reviewedInstance(ID, 5));
    const before = await side.dump();
    const death = withTransaction(side.pool, async (transaction) => {
      expect((await projectBatch(transaction, 10, [])).rowCount).to.equal(3);
      await transaction.query({ name: 'test-die', text: 'select pg_terminate_backend(pg_backend_pid())' }, []);
    });
    expect(
      await death.then(
        () => 'alive',
        () => 'dead',
      ),
    ).to.equal('dead');
    expect(await side.dump()).to.deep.equal(before);
    expect(await side.pending()).to.equal(3);
    const batch = await withTransaction(side.pool, (transaction) => projectBatch(transaction, 10, []));
    expect(batch).to.include({ takenCount: 3, rowCount: 3 });
    expect((await side.dump())['q_instance']).to.have.length(1);
  });

  it('applies nothing twice when two projectors meet on an instance no table knows yet', async () => {
    const [first, ...later] = reviewedInstance(ID, 50) as [ReadJournalRow, ...ReadJournalRow[]];
    await side.write([first]);
    const { second } = await withTransaction(side.pool, async (transaction) => {
      expect((await projectBatch(transaction, 10, [])).rowCount).to.equal(1);
      await side.write(later);
      const second = withTransaction(side.pool, (other) => projectBatch(other, 10, []));
      await someoneWaitsForALock(side);
      return { second };
    });
    expect((await second).rowCount).to.equal(2);
    const { q_instance: instances, q_instance_step: steps } = await side.dump();
    expect(instances![0]).to.include({ last_seq: 3, is_completed: true });
    expect(steps!.map((step) => (step as { seq: number }).seq)).to.deep.equal([1, 3]);
  });

  it('finds nothing new when an earlier batch has read further than its row', async () => {
    await side.write(reviewedInstance(ID, 5));
    await withTransaction(side.pool, (transaction) => projectBatch(transaction, 1, []));
    const after = await side.dump();
    const batch = await withTransaction(side.pool, (transaction) => projectBatch(transaction, 10, []));
    expect(batch).to.include({ takenCount: 2, rowCount: 0 });
    expect(await side.dump()).to.deep.equal(after);
  });

  it('skips an instance that is deleted while the batch reads it', async () => {
    const [first, second, third] = reviewedInstance(ID, 50) as [ReadJournalRow, ReadJournalRow, ReadJournalRow];
    const project = () => withTransaction(side.pool, (transaction) => projectBatch(transaction, 10, []));
    await side.write([first]);
    await project();
    const { live } = (await side.dump())['q_instance']![0] as { live: object };
    await side.write([second]);
    await project();
    // the state of a large instance is stored less often than its last row
    const older = { name: 'test-older-state', text: 'update q_instance set live_seq = 1, live = $1' };
    await side.connection.query(older, [JSON.stringify(live)]);
    await side.write([third]);
    const batch = await withTransaction(side.pool, (transaction) =>
      projectBatch(
        {
          enqueue: (...call) => transaction.enqueue(...call),
          async query(statement, values) {
            const deletion = { name: 'test-delete', text: 'delete from journal' };
            if (statement.name === 'projector-read-journal-between') await side.connection.query(deletion, []);
            return transaction.query(statement, values);
          },
        },
        10,
        [],
      ),
    );
    expect([batch.takenCount, batch.rowCount, batch.stopped.size]).to.deep.equal([1, 0, 0]);
    expect((await side.dump())['q_instance']![0]).to.include({ last_seq: 2 });
  });

  it('does nothing when a rebuild has closed the gate', async () => {
    await side.write(reviewedInstance(ID, 5));
    await withTransaction(side.pool, async (rebuild) => {
      await closeGate(rebuild);
      expect((await withTransaction(side.pool, (transaction) => projectBatch(transaction, 10, []))).takenCount).to.equal(0);
    });
    expect((await withTransaction(side.pool, (transaction) => projectBatch(transaction, 10, []))).takenCount).to.equal(3);
  });
});

async function someoneWaitsForALock(side: ReadSide): Promise<void> {
  const text = `select 1 from pg_locks where locktype = 'advisory' and not granted`;
  while ((await side.connection.query({ name: 'test-waits', text }, [])).length === 0);
}
