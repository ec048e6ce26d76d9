import type { KeyLimits } from '../../../platform/key-patterns.ts';
import { shared } from './shared.ts';

/** More sets of key patterns than people in a company have; beyond, the one that was made first is forgotten. */
const MOST = 100;

/** As {@link shared}, with an answer for each set of key patterns: nobody gets the answer of somebody with others. */
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
