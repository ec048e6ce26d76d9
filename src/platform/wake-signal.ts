/** Wake-up signal for one waiting loop. A signal without a waiter is kept for the next wait. */
export interface WakeSignal {
  wake(): void;
  /** Resolves with `true` at the next signal, or with `false` after the time limit. Unit: ms. */
  wait(limitMs: number): Promise<boolean>;
}

/** Aborting `signal` wakes the loop too. */
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
