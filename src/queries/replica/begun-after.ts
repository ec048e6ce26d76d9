/**
 * Shares a query between concurrent callers. A caller never gets the result of a query that was sent before its call.
 * @returns the shared function
 */
export function begunAfter<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const begin = (): Promise<T> => {
    const asked = ask();
    running = asked;
    const ended = () => {
      if (running === asked) running = undefined;
    };
    asked.then(ended, ended);
    return asked;
  };
  const beginNext = (): Promise<T> => {
    next = undefined;
    return begin();
  };
  return () => {
    if (running === undefined) return begin();
    next ??= running.then(beginNext, beginNext);
    return next;
  };
}
