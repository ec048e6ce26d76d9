/** Wakes the one loop that waits for it. A wake-up that comes while nothing waits is kept for the next wait. */
export interface WakeSignal {
  wake(): void;
  /** Resolves with `true` at the next wake-up, or with `false` when the time is up. Unit: ms. */
  wait(limitMs: number): Promise<boolean>;
}

/** Aborting the signal wakes the loop too. */
export function openWakeSignal(signal: AbortSignal): WakeSignal {
  let isAwake = false;
  let resume: (() => void) | undefined;
  const wake = () => {
    isAwake = true;
    resume?.();
  };
  signal.addEventListener('abort', wake, { once: true });
  return {
    wake,
    async wait(limitMs) {
      if (!isAwake) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, limitMs);
          resume = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        resume = undefined;
      }
      const wasWoken = isAwake;
      isAwake = false;
      return wasWoken;
    },
  };
}
