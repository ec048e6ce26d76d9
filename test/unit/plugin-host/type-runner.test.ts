import { expect } from 'chai';
import { silentLog } from '../../../src/platform/log.ts';
import type { HostTools } from '../../../src/plugin-host/announcement.ts';
import { TypeRunner } from '../../../src/plugin-host/type-runner.ts';
import { registerPlugins } from '../../../src/plugins/registry.ts';

describe('claiming tasks of a type', () => {
  it('waits longer after each claim that fails, up to ten seconds, and as usual after one that succeeds', async () => {
    const [plugin] = registerPlugins([{ taskType: 'probe', execute: () => ({}) }]).values();
    if (plugin === undefined) throw new Error('no plugin');
    let now = 0;
    let isAway = true;
    let claims = 0;
    const connection = {
      async query() {
        claims += 1;
        if (isAway) throw new Error('away');
        return [];
      },
    };
    const tools = {
      connection,
      host: 'h',
      log: silentLog,
      settings: { concurrency: 2, lockSeconds: 60 },
    } as unknown as HostTools;
    const runner = new TypeRunner(
      tools,
      plugin,
      () => expect.fail('nothing to begin'),
      () => now,
    );
    const claimsAfter = async (ms: number) => {
      now += ms;
      const before = claims;
      for (let wakes = 0; wakes < 10; wakes += 1) {
        runner.wake();
        await new Promise(setImmediate);
      }
      return claims - before;
    };
    expect(await claimsAfter(0)).to.equal(1);
    expect(runner.room).to.equal(0);
    for (const full of [1000, 2000, 4000, 8000, 10_000, 10_000]) {
      expect(await claimsAfter(full / 2 - 1), `before ${full} ms`).to.equal(0);
      expect(await claimsAfter(full / 2 + 1), `after ${full} ms`).to.equal(1);
    }
    isAway = false;
    now += 10_000;
    expect(await claimsAfter(0)).to.be.greaterThan(1);
    expect(runner.room).to.equal(2);
    await runner.stop();
  });
});
