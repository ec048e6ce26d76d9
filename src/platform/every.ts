import { backoffMs } from './retry.ts';

/**
 * Runs work regularly, the first time after one interval, and never twice concurrently. Work that fails is tried again at its next turn.
 * @param longestPauseMs pauses grow up to this while the work fails; absent: they do not grow
 * @returns the timer, to be stopped with clearInterval
 */
export function everyMs(intervalMs: number, work: () => Promise<void>, longestPauseMs = intervalMs): NodeJS.Timeout {
  let isRunning = false;
  let failures = 0;
  let againAt = 0;
  return setInterval(() => {
    if (isRunning || performance.now() < againAt) return;
    isRunning = true;
    work()
      .then(
        () => {
          failures = 0;
        },
        () => {
          failures += 1;
          // the first turn after a failure comes as usual
          const pauseMs = failures === 1 ? 0 : backoffMs({ firstDelayMs: intervalMs, maxDelayMs: longestPauseMs }, failures);
          againAt = longestPauseMs > intervalMs ? performance.now() + pauseMs : 0;
        },
      )
      .finally(() => {
        isRunning = false;
      });
  }, intervalMs);
}
