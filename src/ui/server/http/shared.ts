/** Callers within the time share one answer, errors excepted. `now`: ms since any fixed moment. */
export function shared<T>(
  freshMs: number,
  read: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let last: { readonly at: number; readonly answer: Promise<T> } | undefined;
  return () => {
    if (last !== undefined && now() - last.at < freshMs) return last.answer;
    const answer = read();
    last = { at: now(), answer };
    answer.catch(() => {
      last = undefined;
    });
    return answer;
  };
}
