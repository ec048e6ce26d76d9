// tier nightly: measures how long the event loop is blocked, and the growth of memory

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { openPool, type Pool } from '../../src/db/pool.ts';
import { startService, type TestService } from '../support/service.ts';
import { insertLargeAndSmall, LARGE, largeInstance, open, pathOf, sizeOf } from './large-state-rows.ts';

const instance = largeInstance({ steps: 300, longStep: 20_000, living: 4000, messageLength: 0 });
const READERS = 8;
/** generous, for a busy machine; in one go it is several seconds, and 900 MB */
const LONGEST_BLOCK_MS = 1000;
const MOST_GROWTH_BYTES = 400 * 1024 * 1024;

describe('the time of the state of a large instance (docs/contributing/spec/http/instances.md#state-pages)', () => {
  let service: TestService;
  let pool: Pool;
  before(async () => {
    service = await startService({ roles: [startApi] });
    pool = openPool(service.databaseUrl, { max: 1, applicationName: 'test' });
    await insertLargeAndSmall(pool, instance);
  });
  after(async () => {
    await pool.end();
    await service.stop();
  });

  it('keeps the process from nothing else, in bounded memory, when many read it concurrently', async () => {
    const idle = process.memoryUsage().rss;
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 20);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const sizes = await Promise.all(Array.from({ length: READERS }, async () => sizeOf(await open(service.url, pathOf(LARGE)))));
    delay.disable();
    clearInterval(watch);
    expect(new Set(sizes).size).to.equal(1);
    expect(delay.max / 1e6).to.be.below(LONGEST_BLOCK_MS);
    expect(most - idle).to.be.below(MOST_GROWTH_BYTES);
  });
});
