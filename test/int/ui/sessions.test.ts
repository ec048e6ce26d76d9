import { expect } from 'chai';
import express from 'express';
import { openPool, type Pool } from '../../../src/db/pool.ts';
import { sharedSetting } from '../../../src/db/settings.ts';
import { type RunningHttpServer, startHttpServer } from '../../../src/platform/http-server.ts';
import { openSessions, type SessionSettings, type Sessions } from '../../../src/ui/server/sign-in/session.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

describe('sessions of the UI', () => {
  let database: TestDatabase;
  let pool: Pool;
  before(async () => {
    database = await createTestDatabase();
    pool = openPool(database.url, { max: 4, applicationName: 'sessions test' });
  });
  after(async () => {
    await pool.end();
    await database.drop();
  });

  const open = (more: Partial<SessionSettings>) =>
    openSessions({ pool, secret: 'a-secret', minutes: 5, hours: 12, isAlwaysSecure: false, onFault: () => {}, ...more });

  for (const isAlwaysSecure of [true, false]) {
    it(`${isAlwaysSecure ? 'keep' : 'do not keep'} the cookie to https when RequireHttpsMetadata is ${isAlwaysSecure} and the request is plain http`, async () => {
      const sessions = open({ isAlwaysSecure });
      const server = await serve(sessions);
      try {
        const set = (await fetch(server.url)).headers.get('set-cookie') ?? '';
        expect(/; Secure/.test(set), set).to.equal(isAlwaysSecure);
        expect(set).to.contain('; HttpOnly').and.to.contain('; SameSite=Lax');
      } finally {
        await server.close(0);
        await sessions.close();
      }
    });
  }

  it('report a visit that could not be kept when its answer is already on the way', async () => {
    const faults: unknown[] = [];
    const sessions = open({ onFault: (error) => faults.push(error) });
    const server = await serve(sessions);
    try {
      await pool.query('alter table ui_session rename to ui_session_away');
      expect((await fetch(server.url)).status).to.equal(200);
      expect(faults.map(String)).to.deep.equal(['error: relation "ui_session" does not exist']);
    } finally {
      await pool.query('alter table ui_session_away rename to ui_session');
      await server.close(0);
      await sessions.close();
    }
  });

  it('are protected by one key when several processes ask for it concurrently', async () => {
    let made = 0;
    const ask = () => {
      made += 1;
      return sharedSetting(pool, 'a-key', () => `value ${made}`);
    };
    const values = await Promise.all([ask(), ask(), ask(), ask()]);
    expect(new Set(values).size).to.equal(1);
    expect(await ask()).to.equal(values[0]);
  });
});

function serve(sessions: Sessions): Promise<RunningHttpServer> {
  const app = express();
  app.use(sessions.handler, (request, response) => {
    request.session.user = { name: 'a', subject: 'a', userId: null, groups: [], idToken: null };
    response.end();
  });
  return startHttpServer(app, '127.0.0.1', { key: 'UI_PORT', number: 0, isExplicit: true });
}
