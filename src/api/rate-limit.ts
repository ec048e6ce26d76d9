import type { IncomingMessage } from 'node:http';
import { type ClientRateLimitInfo, MemoryStore, type Options, rateLimit, type Store } from 'express-rate-limit';
import { RedisStore } from 'rate-limit-redis';
import type { OriginReader } from '../platform/client-address.ts';
import {
  RATE_LIMIT_NAMES,
  type RateLimit,
  type RateLimitingConfig,
  type RateLimitName,
} from '../platform/config/config-security.ts';
import type { Logger } from '../platform/log.ts';
import { errorMessage } from '../platform/redact.ts';
import { withTimeout } from '../platform/retry.ts';
import { openRedis, primariesOf, type RedisClient } from '../queue/open-redis.ts';
import { commonAnswers } from './common-answers.ts';
import type { ApiResponse, Middleware } from './exchange.ts';
import { countedAddress } from './open-requests.ts';

/** Result of a limiter script in Redis. */
export type RedisAnswer = string | number | boolean | (string | number | boolean)[];

/** The way to the counters that all replicas share. */
export interface CounterLink {
  /** beginning of the keys of this installation */
  readonly prefix: string;
  /** False: count locally, without Redis. Logs this at most once a minute. */
  isOpen(): boolean;
  send(name: string, ...args: string[]): Promise<RedisAnswer>;
  /** Reports a failure: the next requests are counted locally without waiting for Redis. */
  lose(error: unknown): void;
  close(): void;
}

/** Maximum time a request waits for Redis; the specification allows 500 (docs/contributing/spec/http/access.md#redis-away). */
export const COUNTER_TIMEOUT_MS = 400;
/** Pause of requests to Redis after a failure. */
const REST_MS = 1000;
const WARN_EVERY_MS = 60_000;
/** The first connection is given this time, so that a Redis that is there is used from the first request. */
const FIRST_CONNECT_MS = 500;
const reconnectDelayMs = (attempt: number) => Math.min(200 + attempt * 50, 500);

/** Opens a separate connection: counting must not wait behind the queue. Resolves soon, with or without Redis. */
export async function openCounterLink(url: string, log: Logger, prefix: string): Promise<CounterLink> {
  const redis = openRedis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COUNTER_TIMEOUT_MS,
    connectTimeout: 2000,
    retryStrategy: reconnectDelayMs,
  });
  let lastError = 'not connected yet';
  let restsUntil = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;
  redis.on('error', (error: Error) => {
    lastError = errorMessage(error);
  });

  function warn(): void {
    const now = performance.now();
    if (now - warnedAt < WARN_EVERY_MS) return;
    warnedAt = now;
    log.event('rate-limit-counters-not-shared', { Reason: lastError });
  }
  await untilReady(redis);
  return {
    prefix,
    isOpen() {
      if (redis.status !== 'ready') warn();
      return redis.status === 'ready' && performance.now() >= restsUntil;
    },
    send: (name, ...args) => sendTo(redis, name, args) as Promise<RedisAnswer>,
    lose(error) {
      lastError = errorMessage(error);
      restsUntil = performance.now() + REST_MS;
      warn();
    },
    close: () => redis.disconnect(),
  };
}

/** Loads a script on every primary of a cluster: a key decides only later which of them runs it. */
async function sendTo(redis: RedisClient, name: string, args: string[]): Promise<unknown> {
  if (name !== 'SCRIPT') return redis.call(name, ...args);
  const loading = primariesOf(redis).map((server) => server.call(name, ...args));
  await Promise.allSettled(loading);
  return Promise.any(loading); // a primary that is down has no script, and no counters either
}

async function untilReady(redis: RedisClient): Promise<void> {
  const ready = new Promise<void>((resolve) => redis.once('ready', () => resolve()));
  await withTimeout(ready, FIRST_CONNECT_MS, 'Redis').catch(() => {});
}

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

/** Limits the requests of a client per time (docs/contributing/spec/http/access.md#rate-limiting). */
export interface RateLimiter {
  /**
   * The middleware that counts requests to endpoints with this limit, sets the `RateLimit` headers, and refuses requests above the
   * limit.
   */
  middlewareFor(name: RateLimitName): Middleware;
  close(): void;
}

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
  const addressOf = (request: IncomingMessage) => originOf(request).address;
  return rateLimit({
    windowMs: limit.windowSeconds * 1000,
    limit: limit.permitLimit,
    identifier: name,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    store,
    keyGenerator: (request) => countedAddress(addressOf(request)),
    retryAfter: (request) => secondsLeft(request, limit),
    handler: (request, { locals }) => {
      log.event('rate-limit-reached', { Policy: name, ClientAddress: addressOf(request) ?? 'unknown' });
      (locals as ApiResponse['locals']).exchange.reply(commonAnswers.tooManyRequests());
    },
    validate: false, // the limiter itself sets the address and the store, and ignores headers of strangers
  }) as Middleware;
}

/** Rounded up, at least 1 (docs/contributing/spec/http/access.md#rate-limit-rejection). */
function secondsLeft(request: object, { windowSeconds }: RateLimit): number {
  const { resetTime } = (request as { readonly rateLimit?: { readonly resetTime?: Date } }).rateLimit ?? {};
  const leftMs = resetTime === undefined ? windowSeconds * 1000 : resetTime.getTime() - Date.now();
  return Math.max(1, Math.ceil(leftMs / 1000));
}
