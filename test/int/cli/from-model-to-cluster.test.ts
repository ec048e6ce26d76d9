import { expect } from 'chai';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { openProgramSession, type ProgramSession } from '../../support/pages/program-session.ts';
import { findRedis, type TestRedis } from '../../support/redis.ts';

// tier all: starts a cluster of programs, by the commands of the page; takes 21 s

describe('the tutorial from-model-to-cluster.md', function () {
  this.timeout(300_000);
  let database: TestDatabase;
  let redis: TestRedis | undefined;
  let session: ProgramSession;
  before(async () => {
    database = await createTestDatabase({ isMigrated: false });
    const shared = process.env['TEST_REDIS_URL'] ?? '';
    redis = shared === '' ? await findRedis((text) => process.stderr.write(`${text}\n`)) : undefined;
    const redisUrl = shared === '' ? redis?.url : shared;
    if (redisUrl === undefined) process.stderr.write('no Redis here: the tutorial runs with its queue in Postgres\n');
    session = await openProgramSession({
      pages: ['docs/tutorials/approval-process.md', 'docs/tutorials/from-model-to-cluster.md'],
      ports: [8080, 8090, 9464, 9465, 9466, 9467],
      env: { DATABASE_URL: database.url, ...(redisUrl !== undefined && { REDIS_URL: redisUrl }) },
    });
  });
  after(async () => {
    await session?.close();
    await redis?.stop();
    await database?.drop();
  });

  it('does what it specifies when its commands are run one after the other, on real replicas of which one is killed', async () => {
    expect(session.blockCount).to.equal(9);
    expect((await session.run()) ?? 'by the commands of the page').to.equal('by the commands of the page');
  });
});
