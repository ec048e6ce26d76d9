import { useEffect, useState } from 'react';
import { oldestOpenRequest } from '../api/client.ts';
import { isServiceThere } from '../shell/use-recovery.ts';

/** Time without an answer before the page shows it; the longest regular reads are shorter. */
const SILENT_MS = 10_000;
const LOOK_MS = 1000;

/** `since`: start of the oldest request without an answer, ms since 1970. `isWorkerMissing`: the service is ready, only the action has no answer. */
export interface Silence {
  readonly since: number;
  readonly isWorkerMissing: boolean;
}

/** Undefined: all requests have an answer, or are recent. */
export function useSilence(): Silence | undefined {
  const [silence, setSilence] = useState<Silence>();
  useEffect(() => {
    let seen: Silence | undefined;
    const show = (next: Silence | undefined) => {
      seen = next;
      setSilence(next);
    };
    const look = () => {
      const oldest = oldestOpenRequest();
      if (oldest === undefined || Date.now() - oldest.since < SILENT_MS) {
        if (seen !== undefined) show(undefined);
        return;
      }
      if (seen?.since === oldest.since) return;
      const { since, isWrite } = oldest;
      show({ since, isWorkerMissing: false });
      if (!isWrite) return;
      void isServiceThere().then((isThere) => {
        if (isThere && seen?.since === since) show({ since, isWorkerMissing: true });
      });
    };
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return silence;
}
