import type { KeyLimits } from '../../../platform/access-roles.ts';

/** Caches an answer for `freshMs`; concurrent calls share a read. Errors are not kept. `now`: ms since any fixed moment. */
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

/** Maximum number of cached sets of key patterns. The oldest is removed first. */
const MOST = 100;

/** Works like {@link shared}, with one answer per set of key patterns: users with other limits must not see it. */
export function sharedByLimits<T>(freshMs: number, read: (limits: KeyLimits) => Promise<T>): (limits: KeyLimits) => Promise<T> {
  const answers = new Map<string, () => Promise<T>>();
  return (limits) => {
    const name = limits === undefined ? '' : JSON.stringify([...limits].sort());
    const known = answers.get(name) ?? shared(freshMs, () => read(limits));
    answers.set(name, known);
    const [first] = answers.keys();
    if (answers.size > MOST && first !== undefined) answers.delete(first);
    return known();
  };
}
