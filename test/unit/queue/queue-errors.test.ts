import { expect } from 'chai';
import { type Logger, type LogProperties, silentLog } from '../../../src/platform/log.ts';
import { logQueueErrors } from '../../../src/queue/opened-queues.ts';

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
});
