import { chanceOf } from './feel/chance.ts';

/** How many GUIDs a text takes of the sequence of its instance: one for each place where it draws, however often a loop passes there. */
export function guidsTakenBy(source: string): number {
  return source.match(/newguid|randomuuid/gi)?.length ?? 0;
}

/**
 * Draws for one run of a text. The first ones are of the sequence of its instance; what a loop draws beyond them follows from the first of them and
 * its number, so that a run in a thread, which has to be given its GUIDs ahead, draws the same.
 * @param taken what {@link guidsTakenBy} gave
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
      const { guid: following } = chanceOf(guid);
      following(); // the first one itself
      beyond = following;
    }
    return guid;
  };
}
