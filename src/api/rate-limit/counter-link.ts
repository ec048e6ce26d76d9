import { Redis } from 'ioredis';
import type { Logger } from '../../platform/log.ts';
import { errorMessage } from '../../platform/redact.ts';
import { withTimeout } from '../../platform/retry.ts';

/** One answer of Redis as the limiter's scripts give it. */
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

/** A request waits at most so long, a hanging Redis included; 500 are allowed (docs/contributing/spec/http/access.md#redis-away). Unit: ms. */
export const COUNTER_TIMEOUT_MS = 400;
/** After a failure Redis is left alone for this time. */
const REST_MS = 1000;
const WARN_EVERY_MS = 60_000;
/** The first connection is given this time, so that a Redis that is there is used from the first request. */
const FIRST_CONNECT_MS = 500;
const reconnectDelayMs = (attempt: number) => Math.min(200 + attempt * 50, 500);

/** Opens a separate connection: counting must not wait behind the queue. Resolves soon, with or without Redis. */
export async function openCounterLink(url: string, log: Logger, prefix: string): Promise<CounterLink> {
  const redis = new Redis(url, {
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
    send: (name, ...args) => redis.call(name, ...args) as Promise<RedisAnswer>,
    lose(error) {
      lastError = errorMessage(error);
      restsUntil = performance.now() + REST_MS;
      warn();
    },
    close: () => redis.disconnect(),
  };
}

async function untilReady(redis: Redis): Promise<void> {
  const ready = new Promise<void>((resolve) => redis.once('ready', () => resolve()));
  await withTimeout(ready, FIRST_CONNECT_MS, 'Redis').catch(() => {});
}
