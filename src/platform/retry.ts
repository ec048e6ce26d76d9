import { setTimeout as delay } from 'node:timers/promises';

export interface Backoff {
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
}

/**
 * `maxAttempts` absent: no limit. `isRetryable` absent: every error is retryable. `onRetry` is called before each delay; `attempt`: number of the failed
 * attempt, from 1.
 */
export interface RetryOptions extends Backoff {
  readonly maxAttempts?: number;
  readonly signal?: AbortSignal;
  readonly isRetryable?: (error: unknown) => boolean;
  readonly onRetry?: (error: unknown, attempt: number, delayMs: number) => void;
}

/**
 * `attempt`: number of the failed one, from 1. Doubles each time up to `maxDelayMs`, then is reduced randomly by up to half, so that many clients do not
 * retry at the same time.
 */
export function backoffMs(backoff: Backoff, attempt: number, random: () => number = Math.random): number {
  const full = Math.min(backoff.maxDelayMs, backoff.firstDelayMs * 2 ** Math.min(attempt - 1, 30));
  return Math.round(full * (1 - random() / 2));
}

/** Rejects with the reason of the signal if it is aborted before or during the wait. */
export async function sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
  try {
    await delay(durationMs, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

/** Resolves early if the signal is aborted. Never rejects. */
export async function pause(durationMs: number, ending: AbortSignal): Promise<void> {
  await delay(durationMs, undefined, { signal: ending }).catch(() => {});
}

/** Rejects with the error if it is not retryable, or after the last attempt, and with the reason of the signal if that is aborted. */
export async function retry<T>(work: (attempt: number) => Promise<T>, options: RetryOptions): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    options.signal?.throwIfAborted();
    try {
      return await work(attempt);
    } catch (error) {
      const isFinal = options.isRetryable !== undefined && !options.isRetryable(error);
      if (isFinal || attempt >= (options.maxAttempts ?? Number.POSITIVE_INFINITY)) throw error;
      const delayMs = backoffMs(options, attempt);
      options.onRetry?.(error, attempt, delayMs);
      await sleep(delayMs, options.signal);
    }
  }
}

/** Rejects if `work` has not ended within `timeoutMs`; does not stop it. `what`: subject of the error text. */
export async function withTimeout<T>(work: Promise<T>, timeoutMs: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
