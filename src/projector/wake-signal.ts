/** Wake-up signal for one waiting loop. A signal without a waiter is kept for the next wait. */
export interface WakeSignal {
  wake(): void;
  /** Resolves at the next signal or after the time limit. Unit: ms. */
  wait(limitMs: number): Promise<void>;
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
      isAwake = false;
    },
  };
}
