import { withTimeout } from './retry.ts';

/** Longest wait for the source of a gauge. Unit: ms. */
const COLLECT_TIMEOUT_MS = 2000;

/**
 * Asks the source of a gauge, for 2 s at most. Undefined if it fails or takes longer. Until it has answered it is not asked again, however often a
 * scrape or an export comes: the answer is for all of them.
 */
export function askedSource<T>(source: () => Promise<T> | T): () => Promise<T | undefined> {
  let asking: Promise<T> | undefined;
  return () => {
    asking ??= Promise.resolve()
      .then(source)
      .finally(() => {
        asking = undefined;
      });
    return withTimeout(asking, COLLECT_TIMEOUT_MS, 'the source of a gauge').catch(() => undefined);
  };
}
