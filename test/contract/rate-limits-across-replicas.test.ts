import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { COUNTER_TIMEOUT_MS } from '../../src/api/rate-limit.ts';
import { eventually } from '../support/eventually.ts';
import { expectError } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer } from '../support/http/http-client.ts';
import { until } from '../support/http/steps.ts';
import { type RecordingLog, recordingLog } from '../support/recording-log.ts';
import { type RestartableRedis, startRestartableRedis } from '../support/redis-on-port.ts';
import { BACKENDS, startService, type TestService } from '../support/service.ts';

const TOO_MANY = 'Too many requests. Please retry later.';
const LIMIT = 6;
/** Longer than any test takes, so that no window ends in the middle of one. Unit: s. */
const WINDOW = 3600;
const POLICIES = ['WorkflowMutation', 'TaskOperation', 'Read', 'Admin', 'Polling'];
const LIMITS = Object.fromEntries([
  ['Authentication__KnownProxies', '127.0.0.1'],
  ...POLICIES.flatMap((name) => [
    [`RateLimiting__${name}__PermitLimit`, String(LIMIT)],
    [`RateLimiting__${name}__Window`, String(WINDOW)],
  ]),
]) as Record<string, string>;
/** How often a test starts again when a replica waited too long for Redis and counted for itself. */
const ATTEMPTS = 10;

describe('counters of two replicas (docs/contributing/spec/http/access.md#shared-counters)', () => {
  let service: TestService;
  let urls: readonly string[];
  let log: RecordingLog;

  async function startTwo(env: Record<string, string>): Promise<void> {
    log = recordingLog();
    service = await startService({ env: { ...LIMITS, ...env }, roles: [startApi], log, backend: 'postgres' });
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

    it('are reported as not shared, once per process at its start-up', () => {
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

    /**
     * Runs `work` until both replicas have asked Redis all the time. A replica that waits longer than COUNTER_TIMEOUT_MS counts for itself and logs
     * 7034: on a slow machine that shows nothing about shared counters.
     */
    async function whileShared(work: () => Promise<void>): Promise<void> {
      for (let attempt = 1; ; attempt++) {
        const failure = await work().then(
          () => undefined,
          (error: unknown) => ({ error }),
        );
        if (log.of(7034).length === 0) {
          if (failure === undefined) return;
          throw failure.error;
        }
        expect(attempt, 'attempts in which a replica did not reach Redis in time').to.be.below(ATTEMPTS);
        await service.stop();
        await redis.kill();
        await redis.start();
        await startTwo({ REDIS_URL: redis.url });
      }
    }

    it('are shared: permits used up at one are used up at the other', () =>
      whileShared(async () => {
        expect(await statuses(0, '1.1.1.1', LIMIT - 1)).to.deep.equal(Array(LIMIT - 1).fill(200));
        const last = await read(1, '1.1.1.1');
        expect(last.headers['ratelimit']).to.match(/^"Read"; r=0; t=\d+$/);
        for (const replica of [0, 1]) expectError(await read(replica, '1.1.1.1'), 429, TOO_MANY);
        expect((await read(1, '2.2.2.2')).status).to.equal(200);
      }));

    it('count no request twice when many come at the same moment', () =>
      whileShared(async () => {
        const answers = await Promise.all(Array.from({ length: 4 * LIMIT }, (_, n) => read(n % 2, '1.1.1.1')));
        expect(answers.filter(({ status }) => status === 200)).to.have.length(LIMIT);
      }));

    it('have one window for both, which begins with the first request', () =>
      whileShared(async () => {
        const before = Date.now();
        await read(0, '1.1.1.1');
        const begun = Date.now();
        await eventually('a second of the window has passed', () => Date.now() > begun + 1100);
        const answer = await read(1, '1.1.1.1');
        const left = Number(/t=(\d+)/.exec(String(answer.headers['ratelimit']))?.[1]);
        expect(left)
          .to.be.at.least(Math.floor(WINDOW - (Date.now() - before) / 1000))
          .and.at.most(WINDOW - 1);
      }));

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
      // its own client per look: no permits of others are used
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

    it('delay no request when Redis hangs: each process counts for itself', async () => {
      expect(COUNTER_TIMEOUT_MS).to.be.at.most(500);
      await read(0, '1.1.1.1');
      signal('SIGSTOP');
      for (let n = 0; n < 4; n++) {
        const { status, headers } = await read(0, '4.4.4.4');
        expect(status).to.equal(200);
        expect(headers['ratelimit']).to.match(new RegExp(`r=${LIMIT - 1 - n};`));
      }
      expect(log.of(7034)).not.to.have.length(0);
    });
  });
});
