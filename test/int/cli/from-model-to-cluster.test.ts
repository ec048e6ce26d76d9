import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { commandLine } from '../../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { commandBlocks, filesOf } from '../../support/pages/page-blocks.ts';
import { openPageSession, type PageSession } from '../../support/pages/page-session.ts';
import { findRedis, freePort, type TestRedis } from '../../support/redis.ts';

const TUTORIALS = new URL('../../../docs/tutorials/', import.meta.url);
/** The ports of the page; each replica gets a free one here. */
const PORTS = [8080, 8090, 9464, 9465, 9466, 9467];

const read = (name: string) => readFile(new URL(name, TUTORIALS), 'utf8');

describe('the tutorial from-model-to-cluster.md', function () {
  this.timeout(300_000);
  let folder: string;
  let database: TestDatabase;
  let redis: TestRedis | undefined;
  let session: PageSession;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-cluster-'));
    database = await createTestDatabase({ isMigrated: false });
    const shared = process.env['TEST_REDIS_URL'] ?? '';
    redis = shared === '' ? await findRedis((text) => process.stderr.write(`${text}\n`)) : undefined;
    const redisUrl = shared === '' ? redis?.url : shared;
    if (redisUrl === undefined) process.stderr.write('no Redis here: the tutorial runs with its queue in Postgres\n');
    const programs = join(folder, 'programs');
    await mkdir(programs);
    // a program of its own: its number is that of the replica, which the page kills
    const words = [process.execPath, ...commandLine()].map((word) => `'${word}'`).join(' ');
    await writeFile(join(programs, 'sluice'), `#!/bin/sh\nexec ${words} "$@"\n`);
    await chmod(join(programs, 'sluice'), 0o755);
    for (const file of filesOf(await read('approval-process.md'))) await writeFile(join(folder, file.name), file.text);
    const ports = new Map<number, number>();
    for (const port of PORTS) ports.set(port, await freePort());
    const env = {
      ...{ DATABASE_URL: database.url, HOST: '127.0.0.1', NODE_ENV: 'production' },
      ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
    };
    session = await openPageSession({ folder, url: `http://127.0.0.1:${ports.get(8080)}`, env, programs, ports });
  });
  after(async () => {
    await session?.end('kill -9 $(jobs -p) 2>/dev/null');
    await redis?.stop();
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('does what it says when its commands are run one after the other, on real replicas of which one is killed', async () => {
    const blocks = commandBlocks(await read('from-model-to-cluster.md')).filter(({ notRun }) => notRun === undefined);
    expect(blocks).to.have.length(9);
    for (const block of blocks) {
      const fault = await session.check(block);
      if (fault !== undefined) expect.fail(`line ${block.line}: ${fault}`);
    }
  });
});
