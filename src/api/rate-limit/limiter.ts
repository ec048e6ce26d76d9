import type { IncomingMessage, ServerResponse } from 'node:http';
import { ipKeyGenerator, MemoryStore, rateLimit, type Store } from 'express-rate-limit';
import type { OriginReader } from '../../platform/client-address.ts';
import { POLICY_NAMES, type RateLimitingConfig, type RateLimitName, type RatePolicy } from '../../platform/config-security.ts';
import type { Logger } from '../../platform/log.ts';
import type { Answer } from '../answer.ts';
import { commonAnswers } from '../http-errors.ts';
import type { CounterLink } from './counter-link.ts';
import { policyOf } from './policies.ts';
import { createSharedCounters } from './shared-counters.ts';

/** Lets a client do so much in a time (docs/spec/http/access.md#rate-limiting). */
export interface RateLimiter {
  /**
   * Counts a request to an endpoint (verb and pattern) and puts the `RateLimit` headers on its response; gives the answer that turns it
   * away. `path` as sent, for problems.
   */
  check(request: IncomingMessage, response: ServerResponse, endpoint: string, path: string): Promise<Answer | undefined>;
  close(): void;
}

/** A fixed window of one policy: undefined lets the request pass. */
type Gate = (request: IncomingMessage, response: ServerResponse) => Promise<Answer | undefined>;

/** One host owns a whole /64 and could otherwise take a new address per request (docs/spec/http/access.md#client-of-the-limiter). */
const IPV6_NETWORK_BITS = 64;
const UNKNOWN_CLIENT = 'unknown';
const REFUSED = Symbol('refused');

/** Prepares the five policies; those that are not configured are named in the log once. Without a link nothing is shared. */
export function createRateLimiter(
  config: RateLimitingConfig,
  originOf: OriginReader,
  log: Logger,
  link: CounterLink | undefined,
): RateLimiter {
  const missing = POLICY_NAMES.filter((name) => config[name] === undefined);
  if (missing.length > 0) log.event(7033, `rate limit policies are missing: ${missing.join(', ')}`, { Policies: missing });
  if (link === undefined) {
    const reason = 'REDIS_URL is not set';
    log.event(7034, `every API process counts requests for itself: ${reason}`, { Reason: reason });
  }
  const stores: Store[] = [];
  const gates = new Map<RateLimitName, Gate>();
  for (const name of POLICY_NAMES) {
    const policy = config[name];
    if (policy === undefined) continue;
    const store = link === undefined ? new MemoryStore() : createSharedCounters(name, link);
    stores.push(store);
    gates.set(name, createGate(name, policy, store, originOf, log));
  }
  return {
    async check(request, response, endpoint, path) {
      const name = policyOf(endpoint);
      if (name === undefined) return undefined;
      const gate = gates.get(name);
      return gate === undefined ? commonAnswers.policyMissing(path, name) : gate(request, response);
    },
    close() {
      for (const store of stores) store.shutdown?.();
      link?.close();
    },
  };
}

function createGate(name: RateLimitName, policy: RatePolicy, store: Store, originOf: OriginReader, log: Logger): Gate {
  const addressOf = (request: IncomingMessage) => originOf(request).address ?? UNKNOWN_CLIENT;
  const limit = rateLimit({
    windowMs: policy.windowSeconds * 1000,
    limit: policy.permitLimit,
    identifier: name,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    store,
    keyGenerator: (request) => ipKeyGenerator(addressOf(request), IPV6_NETWORK_BITS),
    retryAfter: (request) => secondsLeft(request, policy),
    handler: (request, _response, next) => {
      log.event(7032, 'rate limit reached', { Policy: name, ClientAddress: addressOf(request) });
      next(REFUSED);
    },
    validate: false, // what it would check is decided here: the address, the store, and that headers of strangers are not read
  }) as unknown as (request: IncomingMessage, response: ServerResponse, next: (fault?: unknown) => void) => void;
  return (request, response) =>
    new Promise((resolve, reject) => {
      limit(request, response, (fault) => {
        if (fault === undefined) resolve(undefined);
        else if (fault === REFUSED) resolve(commonAnswers.tooManyRequests());
        else reject(fault);
      });
    });
}

/** Rounded up, at least 1 (docs/spec/http/access.md#rate-limit-rejection). */
function secondsLeft(request: object, policy: RatePolicy): number {
  const { resetTime } = (request as { readonly rateLimit?: { readonly resetTime?: Date } }).rateLimit ?? {};
  const leftMs = resetTime === undefined ? policy.windowSeconds * 1000 : resetTime.getTime() - Date.now();
  return Math.max(1, Math.ceil(leftMs / 1000));
}
