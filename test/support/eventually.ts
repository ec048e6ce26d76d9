import { setTimeout as pause } from 'node:timers/promises';

/** How long and how often `eventually` looks. */
export interface EventuallyOptions {
  readonly withinMs?: number;
  /** default: 10 ms at first, more the longer it takes */
  readonly everyMs?: number;
}

/** A short wait ends immediately, and a long one leaves the processor to the service: a tenth of the time that has passed, 10 to 100 ms. */
export function nextLookMs(passedMs: number): number {
  return Math.min(100, Math.max(10, passedMs / 10));
}

/**
 * Looks repeatedly until `look` gives a value that is neither false nor undefined, and resolves to it. Rejects after the deadline with
 * what was awaited and what was seen or thrown last. For facts that have no event to wait for.
 */
export async function eventually<T>(
  what: string,
  look: () => Promise<T> | T,
  { withinMs = 60_000, everyMs }: EventuallyOptions = {},
): Promise<Exclude<T, false | undefined>> {
  const begunAt = performance.now();
  const deadline = begunAt + withinMs;
  for (;;) {
    const seen = await attempt(look);
    if ('value' in seen && seen.value !== false && seen.value !== undefined) return seen.value as Exclude<T, false | undefined>;
    if (performance.now() > deadline) {
      const last = 'value' in seen ? JSON.stringify(seen.value) : String(seen.error);
      throw new Error(`${what}: not within ${withinMs} ms; last: ${last}`, 'error' in seen ? { cause: seen.error } : {});
    }
    await pause(everyMs ?? nextLookMs(performance.now() - begunAt));
  }
}

async function attempt<T>(look: () => Promise<T> | T): Promise<{ value: T } | { error: unknown }> {
  try {
    return { value: await look() };
  } catch (error) {
    return { error };
  }
}

/** Resolves to the value, or rejects after the deadline, because a test that waits forever reports nothing. */
export async function soon<T>(what: string, promise: Promise<T>, withinMs = 60_000): Promise<T> {
  const timer = new AbortController();
  const limit = pause(withinMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`${what}: not within ${withinMs} ms`);
  });
  limit.catch(() => {});
  try {
    return await Promise.race([promise, limit]);
  } finally {
    timer.abort();
  }
}
