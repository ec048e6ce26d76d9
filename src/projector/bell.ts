/** Something to wait at. A ring nobody waited for is kept for the next who waits. */
export interface Bell {
  ring(): void;
  /** Ends when the bell rings or the time is up. */
  wait(limitMs: number): Promise<void>;
}

/** Makes a bell for one who waits; aborting the signal rings it. */
export function makeBell(signal: AbortSignal): Bell {
  let isRung = false;
  let hear: (() => void) | undefined;
  const ring = () => {
    isRung = true;
    hear?.();
  };
  signal.addEventListener('abort', ring, { once: true });
  return {
    ring,
    async wait(limitMs) {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, limitMs);
          hear = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        hear = undefined;
      }
      isRung = false;
    },
  };
}
