import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import type { DoctorFinding } from '../../../src/cli/doctor/check-database.ts';
import { diagnose, reportText } from '../../../src/cli/doctor/doctor.ts';
import { openPool } from '../../../src/db/pool.ts';
import { storeApiAuthority } from '../../../src/db/settings.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startIssuer, type TestIssuer } from '../../support/oidc-issuer.ts';
import { commandBatchOf, installationOf, openView } from '../../support/open-backend.ts';
import { freePort } from '../../support/redis.ts';
import { type RestartableRedis, startRestartableRedis } from '../../support/redis-on-port.ts';

// tier all: the doctor waits 3 s for a Redis and 5 s for a database, and a slow machine may take longer

/** Free ports on a host of this test, so that doctor finds no other problem. */
const BASE = { HOST: '127.0.0.1', PORT: '0', UI_PORT: '0', METRICS_PORT: '0', DATA_DIR: tmpdir() };

async function textsOf(env: Record<string, string>, kind: DoctorFinding['kind']): Promise<readonly string[]> {
  const { findings } = await diagnose({ ...BASE, ...env });
  return findings.filter((finding) => finding.kind === kind).map(({ text }) => text);
}
const wrongs = (env: Record<string, string>) => textsOf(env, 'wrong');
const notices = (env: Record<string, string>) => textsOf(env, 'notice');
const https = 'Authentication__RequireHttpsMetadata';

describe('the doctor and its servers', () => {
  describe('about the database', () => {
    const databases: TestDatabase[] = [];
    after(async () => {
      for (const database of databases) await database.drop();
    });
    async function database(isMigrated: boolean): Promise<string> {
      const made = await createTestDatabase({ isMigrated });
      databases.push(made);
      return made.url;
    }
    const ofSchema = (texts: readonly string[]) => texts.filter((text) => /schema|tables|cannot be used/.test(text));

    it('is content when the schema fits', async () => {
      expect(ofSchema(await wrongs({ DATABASE_URL: await database(true) }))).to.deep.equal([]);
    });

    it('shows what to run when migrations are pending', async () => {
      const [found = ''] = ofSchema(await wrongs({ DATABASE_URL: await database(false) }));
      expect(found).to.match(/^The database has no tables of Sluice yet, version \d+ is needed: run `npm run migrate`\.$/);
    });

    it('reports it when the API asks for tokens and these settings name no issuer', async () => {
      const DATABASE_URL = await database(true);
      const issuer = { Authentication__Authority: 'https://issuer.example' };
      const ofTokens = async (env: Record<string, string>) =>
        (await notices({ DATABASE_URL, ...env })).filter((text) => text.startsWith('The API on this database'));
      expect(await ofTokens({})).to.deep.equal([]);
      const pool = openPool(DATABASE_URL, { max: 1, applicationName: 'sluice test' });
      await storeApiAuthority(pool, issuer.Authentication__Authority, false);
      await pool.end();
      expect(await ofTokens({})).to.deep.equal([
        'The API on this database requires tokens: without Authentication:Authority, as here, pages are read-only and an API is open to all users who can reach it.',
      ]);
      expect(await ofTokens(issuer)).to.deep.equal([]);
    });

    it('shows why, without the password, when it cannot be used', async () => {
      const [closed = ''] = await wrongs({ DATABASE_URL: `postgres://me:hush@127.0.0.1:${await freePort()}/x` });
      expect(closed).to.match(/^The database of DATABASE_URL cannot be used: connect ECONNREFUSED/);
      const url = new URL(await database(false));
      url.pathname = '/is_not_there';
      expect((await wrongs({ DATABASE_URL: url.href }))[0]).to.match(/database "is_not_there" does not exist/);
      expect(closed).not.to.contain('hush');
    });
  });

  describe('about Redis', () => {
    it('shows why when it cannot be used', async () => {
      for (const scheme of ['redis', 'redis+cluster']) {
        const [found] = await wrongs({ REDIS_URL: `${scheme}://127.0.0.1:${await freePort()}` });
        expect(found).to.match(/^The Redis of REDIS_URL cannot be used: connect ECONNREFUSED/);
      }
    });

    if (process.env['TEST_REDIS_URL'] === undefined) return;

    it('shows whose database it is, and names queues of others and of release 0.1 when Redis holds some', async () => {
      const redis: RestartableRedis = await startRestartableRedis();
      const databases = [await createTestDatabase(), await createTestDatabase()] as const;
      const client = new Redis(redis.url);
      try {
        const [mine, theirs] = await Promise.all(databases.map(({ url }) => installationOf(url)));
        for (const { url } of databases) {
          const view = await openView(url, redis.url);
          await view.add(commandBatchOf([]));
          await view.close();
        }
        await client.hset('sluice:commands:meta', 'version', '1');
        await client.rpush('sluice:commands:wait', '1', '2');
        const diagnosis = await diagnose({ ...BASE, DATABASE_URL: databases[0].url, REDIS_URL: redis.url });
        const texts = diagnosis.findings.map(({ text }) => text).filter((text) => text.startsWith('Redis'));
        expect(texts[0]).to.contain(`other installations: ${theirs}.`);
        expect(texts[1]).to.match(/^Redis holds 2 jobs in queues of release 0\.1/);
        expect(texts).to.have.length(2);
        expect(reportText(diagnosis)).to.contain(`Installation id of the database: ${mine}\n`);
      } finally {
        client.disconnect();
        for (const database of databases) await database.drop();
        await redis.kill();
      }
    });

    it('is content when it answers', async () => {
      const redis: RestartableRedis = await startRestartableRedis();
      try {
        expect((await diagnose({ ...BASE, REDIS_URL: redis.url })).findings).to.deep.equal([]);
      } finally {
        await redis.kill();
      }
    });
  });

  describe('about the issuer', () => {
    let issuer: TestIssuer;
    before(async () => {
      issuer = await startIssuer({ alice: {} }, 'ES256');
    });
    after(() => issuer.close());
    const signIn = { Authentication__ClientId: 'ui', Authentication__ClientSecret: 's' };
    const named = (authority: string) => ({ Authentication__Authority: authority, [https]: 'false', ...signIn });

    it('is content when its document and its keys can be had', async () => {
      expect((await diagnose({ ...BASE, ...named(issuer.url) })).findings).to.deep.equal([]);
    });

    it('reports it when its issuer name differs', async () => {
      const [found] = await notices(named(issuer.url.replace('127.0.0.1', 'localhost')));
      expect(found).to.equal(`The issuer calls itself ${issuer.url}: only tokens with exactly this \`iss\` are accepted.`);
    });

    it('reports it when it publishes no key that could have signed', async () => {
      issuer.override((path) => (path === '/jwks' ? '{"keys": [{"kty": "oct", "k": "eA"}]}' : undefined));
      expect((await wrongs(named(issuer.url)))[0]).to.match(/^The issuer publishes no RSA or EC key/);
      issuer.override(undefined);
    });

    it('shows what calls will be answered when it cannot be reached', async () => {
      const [found] = await wrongs(named(`http://127.0.0.1:${await freePort()}`));
      expect(found).to.match(
        /^The issuer of Authentication:Authority cannot be used: .* Until then every call is answered 401\.$/,
      );
    });
  });
});
