import { type ClientRateLimitInfo, MemoryStore, type Options, type Store } from 'express-rate-limit';
import { RedisStore } from 'rate-limit-redis';
import { withTimeout } from '../../platform/retry.ts';
import { COUNTER_TIMEOUT_MS, type CounterLink } from './counter-link.ts';

/** Counters of one policy in Redis, one per client; local counters while Redis is unreachable (docs/contributing/spec/http/access.md#shared-counters). */
export function createSharedCounters(policy: string, link: CounterLink): Store {
  const local = new MemoryStore();
  let options: Options;
  let shared: RedisStore | undefined;

  /** Recreated after a failure: a store whose scripts failed to load never recovers. */
  async function countTogether(key: string): Promise<ClientRateLimitInfo> {
    if (shared === undefined) {
      const prefix = `${link.prefix}:rate:${policy}:`;
      shared = new RedisStore({ prefix, sendCommand: (name, ...args) => link.send(name ?? '', ...args) });
      await shared.init(options);
    }
    return shared.increment(key);
  }
  return {
    init(given) {
      options = given;
      local.init(given);
    },
    async increment(key) {
      if (!link.isOpen()) return local.increment(key);
      try {
        return await withTimeout(countTogether(key), COUNTER_TIMEOUT_MS, 'Redis');
      } catch (error) {
        shared = undefined;
        link.lose(error);
        return local.increment(key);
      }
    },
    decrement: (key) => local.decrement(key),
    resetKey: (key) => local.resetKey(key),
    shutdown: () => local.shutdown(),
  };
}
