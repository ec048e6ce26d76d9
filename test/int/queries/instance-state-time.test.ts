// tier nightly: measures how long a read waits
// runs alone: a wait of two seconds is measured to half a second

import { expect } from 'chai';
import { readInstanceState } from '../../../src/queries/instances/instance-state.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { idOf, insertKnownInstance } from './rows.ts';

describe('the state of an instance', () => {
  let database: OpenDatabase;
  before(async () => {
    database = await openDatabase();
  });
  after(() => database.close());

  it('stops waiting after two seconds when the projection does not catch up', async () => {
    await insertKnownInstance(database.db, idOf(5), 1);
    const startedAt = performance.now();
    expect(await readInstanceState(database.db, idOf(5))).to.deep.equal({ kind: 'behind' });
    expect(performance.now() - startedAt).to.be.within(1800, 2500);
  });
});
