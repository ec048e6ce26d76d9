import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { expect } from 'chai';
import { type Logger, type LogProperties, silentLog } from '../../../src/platform/log.ts';
import { logQueueErrors } from '../../../src/queue/opened-queues.ts';
import { openRedisBackend } from '../../../src/queue/redis-backend.ts';

describe('errors of the queue', () => {
  for (const [message, event] of [
    ['connect ECONNREFUSED 127.0.0.1:6379', 'queue-unreachable'],
    ['could not renew lock for job 32', 'job-lock-lost'],
  ] as const)
    it(`are logged as ${event} when the message is «${message}»`, () => {
      const logged: unknown[] = [];
      const log: Logger = {
        ...silentLog,
        event: (name, properties?: LogProperties) => logged.push([name, properties?.['ErrorMessage']]),
      };
      logQueueErrors(log)(new Error(message));
      expect(logged).to.deep.equal([[event, message]]);
    });

  it('name the reason of a node when no node of a cluster accepts a connection', async () => {
    const file = (name: string) => readFileSync(new URL(`../../support/tls/${name}`, import.meta.url));
    const untrusted = createServer({ cert: file('server.crt'), key: file('server.key') });
    await new Promise<void>((resolve) => untrusted.listen(0, resolve));
    const stop = new AbortController();
    const logged = new Promise<string>((resolve) => {
      const log: Logger = {
        ...silentLog,
        event: (_name, properties?: LogProperties) => resolve(String(properties?.['ErrorMessage'])),
      };
      const url = `rediss+cluster://localhost:${(untrusted.address() as AddressInfo).port}`;
      openRedisBackend(url, log, { installation: 'one', stopping: stop.signal }).catch(() => {});
    });
    expect(await logged).to.match(/^Failed to refresh slots cache\. First node: .*certificate/);
    stop.abort();
    untrusted.close();
  });
});
