import { expect } from 'chai';
import { type Listener, listen, notify } from '../../../src/db/notify.ts';
import { openPool, type Pool } from '../../../src/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

describe('a listener', () => {
  let database: TestDatabase;
  let pool: Pool;
  let listener: Listener | undefined;

  before(async () => {
    database = await createTestDatabase({ isMigrated: false });
    pool = openPool(database.url, { max: 2, applicationName: 'notify test' });
  });
  afterEach(async () => {
    await listener?.close();
    listener = undefined;
  });
  after(async () => {
    await pool.end();
    await database.drop();
  });

  it('receives what is notified on its channel, and nothing else', async () => {
    const message = new Promise<string>((resolve) => {
      listener = listen(database.url, 'Reply channel "1"', { onMessage: resolve, onError: () => {} });
    });
    await listener?.ready;
    await notify(pool, 'another', 'not mine');
    await notify(pool, 'Reply channel "1"', 'mine');
    expect(await message).to.equal('mine');
  });

  it('listens again when its connection is terminated, and reports it', async () => {
    const errors: unknown[] = [];
    let connections = 0;
    let onSecond: () => void = () => {};
    const second = new Promise<void>((resolve) => {
      onSecond = resolve;
    });
    let onMessage: (payload: string) => void = () => {};
    const message = new Promise<string>((resolve) => {
      onMessage = resolve;
    });
    listener = listen(database.url, 'c', {
      onMessage: (payload) => onMessage(payload),
      onError: (error) => errors.push(error),
      onConnected: () => {
        connections++;
        if (connections === 2) onSecond();
      },
    });
    await listener.ready;
    await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sluice listen c'`);
    await second;
    await notify(pool, 'c', 'after');
    expect(await message).to.equal('after');
    expect(errors).to.have.lengthOf(1);
  });

  it('closes immediately when the server cannot be reached', async () => {
    let onError: (error: unknown) => void = () => {};
    const failed = new Promise<unknown>((resolve) => {
      onError = resolve;
    });
    listener = listen('postgres://nobody@127.0.0.1:1/none', 'c', { onMessage: () => {}, onError: (error) => onError(error) });
    expect((await failed) as NodeJS.ErrnoException)
      .to.have.property('code')
      .that.equals('ECONNREFUSED');
  });
});
