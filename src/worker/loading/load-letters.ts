import type { Connection } from '../../db/connection.ts';
import { isWithin } from '../../platform/access-roles.ts';
import { type FittingLetters, lockLetter, lockLetters } from '../../store/letters.ts';
import type { Needs } from '../commands/command-handler.ts';

/** Locks dead letters, by command id. Sequential, because two commands may name the same letter. */
export async function loadLetters(
  connection: Connection,
  needs: ReadonlyMap<string, Needs>,
): Promise<ReadonlyMap<string, FittingLetters>> {
  const found = new Map<string, FittingLetters>();
  for (const [commandId, { letters, limits }] of needs) {
    if (letters === undefined) continue;
    const { selection, isForRetry } = letters;
    if (!('letterId' in selection)) found.set(commandId, await lockLetters(connection, selection, isForRetry, limits));
    else {
      const letter = await lockLetter(connection, selection.letterId);
      const isThere = letter !== undefined && isWithin(limits, letter.processKey);
      found.set(commandId, { letters: !isThere ? [] : [letter], remaining: 0, refused: 0 });
    }
  }
  return found;
}
