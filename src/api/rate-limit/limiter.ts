import type { IncomingMessage } from 'node:http';
import { ipKeyGenerator, MemoryStore, rateLimit, type Store } from 'express-rate-limit';
import type { OriginReader } from '../../platform/client-address.ts';
import {
  RATE_LIMIT_NAMES,
  type RateLimit,
  type RateLimitingConfig,
  type RateLimitName,
} from '../../platform/config/config-security.ts';
import type { Logger } from '../../platform/log.ts';
import { commonAnswers } from '../common-answers.ts';
import type { ApiResponse, Middleware } from '../exchange.ts';
import type { CounterLink } from './counter-link.ts';
import { createSharedCounters } from './shared-counters.ts';

/** Lets a client do so much in a time (docs/contributing/spec/http/access.md#rate-limiting). */
export interface RateLimiter {
  /**
   * The middleware that counts requests to endpoints with this limit, sets the `RateLimit` headers, and refuses requests above the
   * limit.
   */
  middlewareFor(name: RateLimitName): Middleware;
  close(): void;
}

/** One host owns a whole /64 and could otherwise take a new address per request (docs/contributing/spec/http/access.md#client-of-the-limiter). */
const IPV6_NETWORK_BITS = 64;
const UNKNOWN_CLIENT = 'unknown';

/** Prepares the five rate limits; those that are not configured are named in the log once. Without a link nothing is shared. */
export function createRateLimiter(
  config: RateLimitingConfig,
  originOf: OriginReader,
  log: Logger,
  link: CounterLink | undefined,
): RateLimiter {
  const missing = RATE_LIMIT_NAMES.filter((name) => config[name] === undefined);
  if (missing.length > 0) log.event('rate-limit-policies-missing', { Policies: missing });
  if (link === undefined) {
    const reason = 'REDIS_URL is not set';
    log.event('rate-limit-counters-not-shared', { Reason: reason });
  }
  const stores: Store[] = [];
  const middleware = new Map<RateLimitName, Middleware>();
  for (const name of RATE_LIMIT_NAMES) {
    const limit = config[name];
    if (limit === undefined) {
      middleware.set(name, missingLimit(name));
      continue;
    }
    const store = link === undefined ? new MemoryStore() : createSharedCounters(name, link);
    stores.push(store);
    middleware.set(name, createMiddleware(name, limit, store, originOf, log));
  }
  return {
    middlewareFor: (name) => middleware.get(name) ?? missingLimit(name),
    close() {
      for (const store of stores) store.shutdown?.();
      link?.close();
    },
  };
}

/** A limit that should be there and is not lets nothing pass. */
function missingLimit(name: RateLimitName): Middleware {
  return (_request, response) => {
    const { path, reply } = response.locals.exchange;
    reply(commonAnswers.rateLimitMissing(path, name));
  };
}

function createMiddleware(name: RateLimitName, limit: RateLimit, store: Store, originOf: OriginReader, log: Logger): Middleware {
  const addressOf = (request: IncomingMessage) => originOf(request).address ?? UNKNOWN_CLIENT;
  return rateLimit({
    windowMs: limit.windowSeconds * 1000,
    limit: limit.permitLimit,
    identifier: name,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    store,
    keyGenerator: (request) => ipKeyGenerator(addressOf(request), IPV6_NETWORK_BITS),
    retryAfter: (request) => secondsLeft(request, limit),
    handler: (request, { locals }) => {
      log.event('rate-limit-reached', { Policy: name, ClientAddress: addressOf(request) });
      (locals as ApiResponse['locals']).exchange.reply(commonAnswers.tooManyRequests());
    },
    validate: false, // validate: false, // the limiter itself sets the address and the store, and ignores headers of strangers
  }) as Middleware;
}

/** Rounded up, at least 1 (docs/contributing/spec/http/access.md#rate-limit-rejection). */
function secondsLeft(request: object, { windowSeconds }: RateLimit): number {
  const { resetTime } = (request as { readonly rateLimit?: { readonly resetTime?: Date } }).rateLimit ?? {};
  const leftMs = resetTime === undefined ? windowSeconds * 1000 : resetTime.getTime() - Date.now();
  return Math.max(1, Math.ceil(leftMs / 1000));
}
