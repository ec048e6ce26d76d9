// runs alone: it asks how long others wait next to models that take all they can get

import { expect } from 'chai';
import { ATTACKS, beside, memoryOf } from '../../lab/bench/hostile.ts';
import { startRedisStack } from '../../lab/bench/stack.ts';

/**
 * `npm run bench -- hostile` shows what is usual; this is what must hold on a slow machine that has other work. `growthMb`: over what the role has used
 * before, at its peak; that of one and the same code differs by some 60 MB from run to run.
 */
const MOST = { p99: 2000, disableMs: 2000, growthMb: 200 };
const hasRedis = (process.env['TEST_REDIS_URL'] ?? '') !== '';

describe('next to models whose authors are no friends', function () {
  this.timeout(120_000);

  if (hasRedis) {
    it('others are served, operators are heard, and no role grows without bound', async () => {
      const stack = await startRedisStack();
      try {
        const idle = memoryOf(stack.pids);
        const all = () => Promise.all(Object.values(ATTACKS).map((attack) => attack(stack)));
        const { errors, p99, disableMs, memoryMb } = await beside(stack, all, 8);
        expect(errors, 'refused starts').to.equal(0);
        expect(p99, 'ms of a start').to.be.lessThan(MOST.p99);
        expect(disableMs, 'ms until disable is answered').to.be.lessThan(MOST.disableMs);
        for (const [role, mb] of Object.entries(memoryMb)) {
          if (!Number.isNaN(mb)) expect(mb - (idle[role] ?? 0), `MB that ${role} has grown by`).to.be.lessThan(MOST.growthMb);
        }
      } finally {
        await stack.stop();
      }
    });
  }
});
