import { expect } from 'chai';
import type { Pool } from '../../../src/db/pool.ts';
import { holdSubscriber } from '../../../src/feed-out/lease.ts';
import { deferred } from '../../support/deferred.ts';

describe('holding a subscriber', () => {
  it('waits longer after each failure, up to ten seconds, when the database refuses', async () => {
    const pauses: number[] = [];
    const ended = deferred();
    const pool = { query: () => Promise.reject(new Error('refused')) } as unknown as Pool;
    const failures: string[] = [];
    const stop = holdSubscriber({
      pool,
      subscriber: { kind: 'webhook', name: 'w' },
      begin: 'end',
      owner: 'me',
      send: async () => {},
      onFailure: (error) => failures.push((error as Error).message),
      async pause(durationMs, ending) {
        pauses.push(durationMs);
        if (pauses.length < 6) return;
        ended.resolve();
        if (!ending.aborted) await new Promise((resolve) => ending.addEventListener('abort', resolve, { once: true }));
      },
    });
    await ended.promise;
    await stop();
    expect(failures).to.deep.equal(Array.from({ length: 6 }, () => 'refused'));
    for (const [index, full] of [2000, 4000, 8000, 10_000, 10_000, 10_000].entries())
      expect(pauses[index], `pause ${index + 1}`).to.be.within(full / 2, full);
  });
});
