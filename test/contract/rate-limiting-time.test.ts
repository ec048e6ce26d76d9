// tier nightly: measures a window of one second, and how long requests wait for a Redis that hangs

import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { expectError } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer } from '../support/http/http-client.ts';
import { until } from '../support/http/steps.ts';
import { startRestartableRedis } from '../support/redis-on-port.ts';
import { BACKENDS, startService } from '../support/service.ts';

const LIMITS = {
  RateLimiting__WorkflowMutation__PermitLimit: '2',
  RateLimiting__TaskOperation__PermitLimit: '2',
  RateLimiting__Read__PermitLimit: '2',
  RateLimiting__Admin__PermitLimit: '2',
  RateLimiting__Polling__PermitLimit: '2',
};

describe('the time of rate limits (docs/contributing/spec/http/access.md#rate-limiting)', () => {
  const read = (url: string): Promise<HttpAnswer> => get(url, '/Definitions');

  it('begins a new window of one second when the one of the first request has ended', async () => {
    const service = await startService({ env: { ...LIMITS, RateLimiting__Read__Window: '1' }, roles: [startApi] });
    try {
      const begun = performance.now();
      for (let n = 0; n < 2; n++) await read(service.url);
      const refused = await read(service.url);
      expectError(refused, 429, 'Too many requests. Please retry later.');
      expect(refused.headers['retry-after']).to.equal('1');
      const answer = await until(
        () => read(service.url),
        ({ status }) => status === 200,
      );
      expect(performance.now() - begun).to.be.within(990, 2500);
      expect(answer.headers['ratelimit']).to.equal('"Read"; r=1; t=1');
    } finally {
      await service.stop();
    }
  });

  if (!BACKENDS.includes('redis')) return;

  it('delays no request longer than half a second when Redis hangs', async () => {
    const redis = await startRestartableRedis();
    const env = { ...LIMITS, RateLimiting__Read__PermitLimit: '6', REDIS_URL: redis.url };
    const service = await startService({ env, roles: [startApi] });
    try {
      await read(service.url);
      if (redis.pid !== undefined) process.kill(redis.pid, 'SIGSTOP');
      for (let n = 0; n < 4; n++) {
        const begun = performance.now();
        const { status } = await read(service.url);
        expect(performance.now() - begun).to.be.below(600);
        expect(status).to.equal(200);
      }
    } finally {
      if (redis.pid !== undefined) process.kill(redis.pid, 'SIGCONT');
      await service.stop();
      await redis.kill();
    }
  });
});
