/** Wake-up signal for one waiting loop. If the loop does not wait, its next `wait` returns immediately. */
export interface WakeSignal {
  wake(): void;
  /** True at the next signal, false after `limitMs`. */
  wait(limitMs: number): Promise<boolean>;
}

/** Creates a wake-up signal. An abort of `signal` also wakes the loop. */
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
