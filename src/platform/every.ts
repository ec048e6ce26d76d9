/**
 * Runs work regularly, the first time after one interval, and never twice at once. Work that fails is tried again at its next turn.
 * @returns the timer, to be stopped with clearInterval
 */
export function everyMs(intervalMs: number, work: () => Promise<void>): NodeJS.Timeout {
  let isRunning = false;
  return setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    work()
      .catch(() => {})
      .finally(() => {
        isRunning = false;
      });
  }, intervalMs);
}
