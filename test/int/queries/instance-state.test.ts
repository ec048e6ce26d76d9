// runs alone: a wait of two seconds is measured to half a second

import { expect } from 'chai';
import { readInstanceState } from '../../../src/queries/instance-state.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { idOf, insertInstance, insertKnownInstance } from './rows.ts';

const live = {
  entries: [{ entry: 4, element: 'review', activityType: 'UserTask', variableScope: 1, since: 1000 }],
  variableScopes: [{ variableScope: 1, kind: 'root', parent: null, values: { amount: 12.5 }, locals: [] }],
};
const ended = { entry: 3, element: 'start', activityType: 'StartEvent', variableScope: 1, since: 900, endedAt: 950 };
const condition = { flow: 'f1', condition: 'amount > 10', source: 'g', target: 'review', result: true };

describe('the state of an instance', () => {
  let database: OpenDatabase;
  before(async () => {
    database = await openDatabase();
  });
  after(() => database.close());

  function insertStep(instanceId: string, seq: number, completed: unknown[], conditions: unknown[]): Promise<unknown> {
    const row = { instance_id: instanceId, seq, completed: JSON.stringify(completed), conditions: JSON.stringify(conditions) };
    return database.db.insertInto('q_instance_step').values(row).execute();
  }

  it('is unknown at once when the write side does not know the instance', async () => {
    expect(await readInstanceState(database.db, idOf(99))).to.deep.equal({ kind: 'unknown' });
  });

  it('holds what lives and what has ended, in the order of the steps, when all is projected', async () => {
    await insertKnownInstance(database.db, idOf(1), 2);
    await insertInstance(database.db, { instanceId: idOf(1), lastSeq: 2, live, businessId: 'PO-1' });
    await insertStep(idOf(1), 2, [{ ...ended, element: 'second' }], [condition]);
    await insertStep(idOf(1), 1, [ended], []);
    const answer = await readInstanceState(database.db, idOf(1));
    expect(answer).to.deep.equal({
      kind: 'found',
      state: {
        instanceId: idOf(1),
        definitionId: 'order:1:x',
        businessId: 'PO-1',
        isCompleted: false,
        isCancelled: false,
        isFailed: false,
        suspendedBy: [],
        createdAt: new Date('2026-01-31T10:20:30.123Z'),
        startedAt: new Date('2026-01-31T10:20:30.123Z'),
        completedAt: null,
        live,
        ended: [ended, { ...ended, element: 'second' }],
        conditions: [condition],
      },
    });
  });

  it('leaves out steps when the instance row does not know them yet', async () => {
    await insertKnownInstance(database.db, idOf(2), 1);
    await insertInstance(database.db, { instanceId: idOf(2), lastSeq: 1, live });
    await insertStep(idOf(2), 1, [ended], []);
    await insertStep(idOf(2), 2, [ended], []);
    const answer = await readInstanceState(database.db, idOf(2));
    expect(answer.kind === 'found' && answer.state.ended).to.deep.equal([ended]);
  });

  it('waits for the projection when it does not show the instance yet', async () => {
    await insertKnownInstance(database.db, idOf(3), 1);
    const reading = readInstanceState(database.db, idOf(3));
    await insertInstance(database.db, { instanceId: idOf(3), lastSeq: 1 });
    expect((await reading).kind).to.equal('found');
  });

  it('waits for the projection when it shows an earlier state', async () => {
    await insertKnownInstance(database.db, idOf(4), 5);
    await insertInstance(database.db, { instanceId: idOf(4), lastSeq: 4, outcome: 'running' });
    const reading = readInstanceState(database.db, idOf(4));
    await database.db
      .updateTable('q_instance')
      .set({ last_seq: 6, is_completed: true })
      .where('instance_id', '=', idOf(4))
      .execute();
    const answer = await reading;
    expect(answer.kind === 'found' && answer.state.isCompleted).to.equal(true);
  });

  it('gives up after two seconds when the projection does not catch up', async () => {
    await insertKnownInstance(database.db, idOf(5), 1);
    const startedAt = performance.now();
    expect(await readInstanceState(database.db, idOf(5))).to.deep.equal({ kind: 'behind' });
    expect(performance.now() - startedAt).to.be.within(1800, 2500);
  });
});
