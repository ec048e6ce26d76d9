// runs alone: answers have to come within 600 ms

import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { expectError } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer } from '../support/http/http-client.ts';
import { until } from '../support/http/steps.ts';
import { type RecordingLog, recordingLog } from '../support/recording-log.ts';
import { type RestartableRedis, startRestartableRedis } from '../support/redis-on-port.ts';
import { BACKENDS, startService, type TestService } from '../support/service.ts';

const TOO_MANY = 'Too many requests. Please retry later.';
const LIMIT = 6;
const LIMITS = {
  RateLimiting__Read__PermitLimit: String(LIMIT),
  RateLimiting__Polling__PermitLimit: String(LIMIT),
  RateLimiting__WorkflowMutation__PermitLimit: String(LIMIT),
  RateLimiting__TaskOperation__PermitLimit: String(LIMIT),
  RateLimiting__Admin__PermitLimit: String(LIMIT),
  Authentication__KnownProxies: '127.0.0.1',
};

describe('counters of two replicas (docs/spec/http/access.md#shared-counters)', () => {
  let service: TestService;
  let urls: readonly string[];
  let log: RecordingLog;

  async function startTwo(env: Record<string, string>): Promise<void> {
    log = recordingLog();
    service = await startService({ env: { ...LIMITS, ...env }, roles: [startApi], log });
    urls = [service.url, (await service.start(startApi)).url ?? ''];
  }
  const read = (replica: number, client: string): Promise<HttpAnswer> =>
    get(urls[replica] ?? '', '/Definitions', { 'X-Forwarded-For': client });
  const statuses = async (replica: number, client: string, count: number) => {
    const answers: number[] = [];
    for (let n = 0; n < count; n++) answers.push((await read(replica, client)).status);
    return answers;
  };

  describe('without Redis', () => {
    before(() => startTwo({}));
    after(() => service.stop());

    it('are kept by each process for itself', async () => {
      for (const replica of [0, 1]) {
        expect(await statuses(replica, '1.1.1.1', LIMIT)).to.deep.equal(Array(LIMIT).fill(200));
        expectError(await read(replica, '1.1.1.1'), 429, TOO_MANY);
      }
    });

    it('are said not to be shared, once per process at its start-up', () => {
      expect(log.of(7034).map(({ properties }) => properties['Reason'])).to.deep.equal([
        'REDIS_URL is not set',
        'REDIS_URL is not set',
      ]);
    });
  });

  if (!BACKENDS.includes('redis')) return;

  describe('with Redis', () => {
    let redis: RestartableRedis;
    beforeEach(async () => {
      redis = await startRestartableRedis();
      await startTwo({ REDIS_URL: redis.url });
    });
    afterEach(async () => {
      if (redis.pid !== undefined) signal('SIGCONT');
      await service.stop();
      await redis.kill();
    });
    const signal = (name: NodeJS.Signals) => {
      try {
        process.kill(redis.pid ?? 0, name);
      } catch {
        // it has ended
      }
    };

    it('are shared: permits used up at one are used up at the other', async () => {
      expect(await statuses(0, '1.1.1.1', LIMIT - 1)).to.deep.equal(Array(LIMIT - 1).fill(200));
      const last = await read(1, '1.1.1.1');
      expect(last.headers['ratelimit']).to.match(/^"Read"; r=0; t=(60|59)$/);
      for (const replica of [0, 1]) expectError(await read(replica, '1.1.1.1'), 429, TOO_MANY);
      expect((await read(1, '2.2.2.2')).status).to.equal(200);
      expect(log.of(7034)).to.deep.equal([]);
    });

    it('count no request twice when many come at the same moment', async () => {
      const answers = await Promise.all(Array.from({ length: 4 * LIMIT }, (_, n) => read(n % 2, '1.1.1.1')));
      expect(answers.filter(({ status }) => status === 200)).to.have.length(LIMIT);
    });

    it('have one window for both, which begins with the first request', async () => {
      await read(0, '1.1.1.1');
      const answer = await read(1, '1.1.1.1');
      const left = Number(/t=(\d+)/.exec(String(answer.headers['ratelimit']))?.[1]);
      expect(left).to.be.within(58, 60);
    });

    it('are kept by each process for itself, with one warning in a minute, while Redis is away', async () => {
      await read(0, '1.1.1.1');
      await redis.kill();
      for (const replica of [0, 1]) {
        const answered = await statuses(replica, '3.3.3.3', LIMIT + 2);
        expect(answered).to.deep.equal([...Array(LIMIT).fill(200), 429, 429]);
      }
      expect(log.of(7034).length).to.be.within(1, 2);
      expect(log.of(7034)[0]?.properties).to.have.property('Reason');
    });

    it('are shared again when Redis is back, empty', async () => {
      await redis.kill();
      await statuses(0, '1.1.1.1', 1);
      await redis.start();
      // a client of its own per look: nobody's permits are used up by looking
      let client = 0;
      await until(
        async () => {
          client += 1;
          await read(0, `5.5.5.${client}`);
          return (await read(1, `5.5.5.${client}`)).headers['ratelimit'];
        },
        (header) => String(header).includes(`r=${LIMIT - 2};`),
      );
    });

    it('are shared again when Redis has lost its scripts', async () => {
      await read(0, '1.1.1.1');
      await redis.kill();
      await redis.start();
      const header = await until(
        async () => (await read(0, '1.1.1.1')).headers['ratelimit'],
        (text) => text !== undefined,
      );
      expect(header).to.match(/^"Read"; r=\d/);
    });

    it('hold up no request longer than half a second when Redis hangs', async () => {
      await read(0, '1.1.1.1');
      signal('SIGSTOP');
      for (let n = 0; n < 4; n++) {
        const begun = performance.now();
        const { status, headers } = await read(0, '4.4.4.4');
        expect(performance.now() - begun).to.be.below(600);
        expect(status).to.equal(200);
        expect(headers['ratelimit']).to.match(new RegExp(`r=${LIMIT - 1 - n};`));
      }
      expect(log.of(7034)).to.have.length(1);
      signal('SIGCONT');
    });
  });
});
