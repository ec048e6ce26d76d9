import { expect } from 'chai';
import { readInstanceState } from '../../../src/queries/instances/instance-state.ts';
import { eventually } from '../../support/eventually.ts';
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

  it('is unknown immediately when the write side does not know the instance', async () => {
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

  /** Reads while `project` writes. Repeated with another instance if the machine has made the write later than a read waits. */
  const readBeside = (
    project: (instanceId: string) => Promise<unknown>,
    { seq, of }: { readonly seq: number; readonly of: number },
    prepare: (instanceId: string) => Promise<unknown> = async () => {},
  ) => {
    let number = of;
    return eventually('an answer', async () => {
      const instanceId = idOf(++number);
      await insertKnownInstance(database.db, instanceId, seq);
      await prepare(instanceId);
      const reading = readInstanceState(database.db, instanceId);
      await project(instanceId);
      const answer = await reading;
      return answer.kind === 'found' && answer.state;
    });
  };

  it('waits for the projection when it does not show the instance yet', async () => {
    const state = await readBeside((instanceId) => insertInstance(database.db, { instanceId, lastSeq: 1 }), { seq: 1, of: 300 });
    expect(state.isCompleted).to.equal(false);
  });

  it('waits for the projection when it shows an earlier state', async () => {
    const update = (instanceId: string) =>
      database.db
        .updateTable('q_instance')
        .set({ last_seq: 6, is_completed: true })
        .where('instance_id', '=', instanceId)
        .execute();
    const earlier = (instanceId: string) => insertInstance(database.db, { instanceId, lastSeq: 4, outcome: 'running' });
    const state = await readBeside(update, { seq: 5, of: 400 }, earlier);
    expect(state.isCompleted).to.equal(true);
  });

  it('stops waiting after two seconds, not earlier, when the projection does not catch up', async () => {
    await insertKnownInstance(database.db, idOf(5), 1);
    const startedAt = performance.now();
    expect(await readInstanceState(database.db, idOf(5))).to.deep.equal({ kind: 'behind' });
    expect(performance.now() - startedAt).to.be.at.least(1800);
  });
});
