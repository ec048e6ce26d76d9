/**
 * A question that many ask at once: it is sent once for all who wait, and nobody gets an answer to a question that was sent before they asked.
 * @returns asks
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
