import { randomSourceOf } from './feel/random-source.ts';

/** Number of GUIDs a text takes from the sequence of its instance: one per call site, regardless of loops. */
export function guidsTakenBy(source: string): number {
  return source.match(/newguid|randomuuid/gi)?.length ?? 0;
}

/**
 * Generates GUIDs for an evaluation. The first `taken` come from the sequence of the instance; further ones, drawn in loops, are derived
 * from the first. Therefore an evaluation in a thread, which receives its GUIDs in advance, draws the same ones.
 * @param taken result of {@link guidsTakenBy}
 * @param next draws from the sequence of the instance
 */
export function guidSequence(taken: number, next: () => string): () => string {
  let drawn = 0;
  let beyond: (() => string) | undefined;
  return () => {
    drawn += 1;
    if (drawn > taken && beyond !== undefined) return beyond();
    const guid = next();
    if (beyond === undefined) {
      const { guid: following } = randomSourceOf(guid);
      following(); // skip the first, already used
      beyond = following;
    }
    return guid;
  };
}
