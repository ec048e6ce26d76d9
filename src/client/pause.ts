const FIRST_MS = 100;
const LONGEST_MS = 10_000;

/** Waits. Ends early, without an error, when the signal is aborted. Unit: ms. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}

/**
 * Delay after a failed attempt, counted from 1: it doubles each time and has a random part, so that clients that were
 * refused together do not retry together. Never shorter than the service requested.
 */
export function pauseBehind(attempt: number, retryAfterMs = 0): number {
  const most = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 20));
  return retryAfterMs + most / 2 + (Math.random() * most) / 2;
}
