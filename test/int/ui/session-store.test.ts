import { expect } from 'chai';
import type { Request } from 'express';
import type { SessionData } from 'express-session';
import pg from 'pg';
import { SessionStore } from '../../../src/ui/server/sign-in/session.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

describe('sessions of the pages (docs/contributing/spec/http/access.md#bounded-sessions)', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let store: SessionStore;
  before(async () => {
    database = await createTestDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
    store = new SessionStore(pool, { visitors: 10, perUser: 3 });
  });
  after(async () => {
    store.close();
    await pool.end();
    await database.drop();
  });

  let moment = 0;
  /** Each session is used a second later than the one before. */
  const write = (sid: string, more: object = {}) =>
    new Promise<void>((resolve, reject) => {
      const expires = new Date(Date.now() + 60_000 + ++moment * 1000);
      const data = { cookie: { originalMaxAge: 60_000, expires }, ...more } as unknown as SessionData;
      store.set(sid, data, (error) => (error ? reject(error) : resolve()));
    });
  const ids = async (like: string) =>
    (await pool.query('select sid from ui_session where sid like $1 order by expire', [like])).rows.map(
      ({ sid }) => sid as string,
    );

  it('are bounded when no one signs in: those end that were not used for longest', async () => {
    for (let n = 0; n < 60; n += 1) await write(`v-${n}`);
    expect(await ids('v-%')).to.deep.equal(Array.from({ length: 10 }, (_, n) => `v-${50 + n}`));
  });

  it('are bounded for one person, and for no other, when a user signs in repeatedly', async () => {
    await write('b-0', { user: { subject: 'bob' } });
    for (let n = 0; n < 8; n += 1) await write(`a-${n}`, { user: { subject: 'ada' } });
    expect(await ids('a-%')).to.deep.equal(['a-5', 'a-6', 'a-7']);
    expect(await ids('b-%')).to.deep.equal(['b-0']);
    await write('l-0', { user: { subject: 'x'.repeat(9000) } });
    for (let n = 60; n < 80; n += 1) await write(`v-${n}`);
    expect(await ids('a-%')).to.have.length(3);
  });

  it('end all for one person, and for no other, when a user signs out everywhere', async () => {
    const long = 'y'.repeat(300);
    await write('v-new');
    await write('e-0', { user: { subject: long } });
    await write('e-1', { user: { subject: long } });
    await write('e-2', { user: { subject: `${long}2` } });
    await store.endAllOf(long);
    expect(await ids('e-%')).to.deep.equal(['e-2']);
    expect(await ids('v-new')).to.have.length(1);
  });

  it('stay ended when a request that began before the sign-out stores its session after it', async () => {
    await write('o-0', { user: { subject: 'olga' } });
    const stored = await new Promise<SessionData>((resolve, reject) =>
      store.get('o-0', (error, data) => (error || !data ? reject(error) : resolve(data))),
    );
    const request = { sessionID: 'o-0', sessionStore: store } as unknown as Request;
    const session = store.createSession(request, stored);
    session.signIns = [];
    const save = () => new Promise<void>((resolve, reject) => session.save((error) => (error ? reject(error) : resolve())));
    await save();
    const kept = await pool.query(`select sess -> 'signIns' as pending from ui_session where sid = 'o-0'`);
    expect(kept.rows).to.deep.equal([{ pending: [] }]);
    await new Promise<void>((resolve, reject) => store.destroy('o-0', (error) => (error ? reject(error) : resolve())));
    await save();
    expect(await ids('o-%')).to.deep.equal([]);
  });
});
