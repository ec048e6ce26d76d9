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

/** Result of a script. */
export type RedisAnswer = string | number | boolean | (string | number | boolean)[];

/** Counters that all replicas share. */
export interface CounterLink {
  /** prefix of the keys of this installation */
  readonly prefix: string;
  /** False: count locally; logged at most once a minute. */
  isOpen(): boolean;
  /** Rejects after COUNTER_TIMEOUT_MS. */
  send(name: string, ...args: string[]): Promise<RedisAnswer>;
  /** Reports a failure: for REST_MS, `isOpen` returns false. */
  lose(error: unknown): void;
  close(): void;
}

/** Wait of a request for Redis; the specification allows 500 ms (docs/contributing/spec/http/access.md#redis-away). */
export const COUNTER_TIMEOUT_MS = 400;
/** Pause after a failure. */
const REST_MS = 1000;
const WARN_EVERY_MS = 60_000;
/** Wait for the first connection, so that the first request can use Redis. */
const FIRST_CONNECT_MS = 500;
const reconnectDelayMs = (attempt: number) => Math.min(200 + attempt * 50, 500);

/** A separate connection: counting must not wait for commands of the queue. Resolves within FIRST_CONNECT_MS, even if Redis is unreachable. */
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

/** Loads a script on every primary of a cluster: the key of a later command decides which one runs it. */
async function sendTo(redis: RedisClient, name: string, args: string[]): Promise<unknown> {
  if (name !== 'SCRIPT') return redis.call(name, ...args);
  const loading = primariesOf(redis).map((server) => server.call(name, ...args));
  await Promise.allSettled(loading);
  return Promise.any(loading); // counters of an unreachable primary cannot be used either
}

async function untilReady(redis: RedisClient): Promise<void> {
  const ready = new Promise<void>((resolve) => redis.once('ready', () => resolve()));
  await withTimeout(ready, FIRST_CONNECT_MS, 'Redis').catch(() => {});
}

/** Counts for one policy: in Redis, and locally while Redis is unreachable (docs/contributing/spec/http/access.md#shared-counters). */
export function createSharedCounters(policy: string, link: CounterLink): Store {
  const local = new MemoryStore();
  let options: Options;
  let shared: RedisStore | undefined;

  /** Creates the store again after a failure: it is unusable if its scripts could not be loaded. */
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

/** See docs/contributing/spec/http/access.md#rate-limiting. */
export interface RateLimiter {
  /** Counts requests, sets the `RateLimit` headers, and answers 429 above the limit. 500 if the policy is not configured. */
  middlewareFor(name: RateLimitName): Middleware;
  close(): void;
}

/** Logs once which policies are not configured. `link` undefined: each replica counts only its own requests, which is logged. */
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

/** The policy is not configured. */
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
    validate: false, // its checks do not apply: address and store are set here
  }) as Middleware;
}

/** Seconds until the window ends, rounded up, at least 1 (docs/contributing/spec/http/access.md#rate-limit-rejection). */
function secondsLeft(request: object, { windowSeconds }: RateLimit): number {
  const { resetTime } = (request as { readonly rateLimit?: { readonly resetTime?: Date } }).rateLimit ?? {};
  const leftMs = resetTime === undefined ? windowSeconds * 1000 : resetTime.getTime() - Date.now();
  return Math.max(1, Math.ceil(leftMs / 1000));
}
