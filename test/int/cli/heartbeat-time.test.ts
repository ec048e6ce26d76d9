import { expect } from 'chai';
import { startHeartbeat } from '../../../src/cli/roles.ts';
import { openCallStatistics } from '../../../src/platform/call-statistics.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { silentLog } from '../../../src/platform/log.ts';
import type { RoleConfig } from '../../../src/platform/role.ts';
import { openCutProxy } from '../../support/cut-proxy.ts';
import { createTestDatabase } from '../../support/database.ts';

// tier nightly: measures how long a stop waits for a silent database

describe('the heartbeat of a process that stops', () => {
  it('delays a stop by two seconds at most when the database takes everything and answers nothing', async () => {
    const database = await createTestDatabase();
    const wire = await openCutProxy(database.url);
    const config = readConfig({ DATABASE_URL: wire.url, PROCESS_NAME: 'me' }, 'worker') as RoleConfig;
    const heart = await startHeartbeat(config, openCallStatistics(), silentLog);
    wire.freeze();
    const begun = performance.now();
    await heart.beginShutdown();
    await heart.stop();
    expect(performance.now() - begun).to.be.below(4000);
    await wire.close();
    await database.drop();
  });
});
