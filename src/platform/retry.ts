import { setTimeout as delay } from 'node:timers/promises';

/** Delays between attempts. */
export interface Backoff {
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
}

/** Limits of `retry`. Without `maxAttempts` it tries until the signal ends it. */
export interface RetryOptions extends Backoff {
  readonly maxAttempts?: number;
  readonly signal?: AbortSignal;
  readonly isRetryable?: (error: unknown) => boolean;
  readonly onRetry?: (error: unknown, attempt: number, delayMs: number) => void;
}

/** Delay before attempt n + 1: doubles each time, then is reduced randomly by up to half, so that many clients do not retry at the same time. */
export function backoffMs(backoff: Backoff, attempt: number, random: () => number = Math.random): number {
  const full = Math.min(backoff.maxDelayMs, backoff.firstDelayMs * 2 ** Math.min(attempt - 1, 30));
  return Math.round(full * (1 - random() / 2));
}

/** Waits; rejects with the signal's reason when it is aborted first. */
export async function sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
  try {
    await delay(durationMs, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

/** Waits; ends early, without an error, when the signal is aborted. */
export async function pause(durationMs: number, ending: AbortSignal): Promise<void> {
  await delay(durationMs, undefined, { signal: ending }).catch(() => {});
}

/** Runs `work` until it succeeds. Rethrows the last error when attempts end, the error is final, or the signal is aborted. */
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

/** Rejects with a timeout error when `work` has not ended in time. The work itself is not stopped. */
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
