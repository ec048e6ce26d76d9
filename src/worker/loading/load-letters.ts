import type { Connection } from '../../db/connection.ts';
import { isWithin } from '../../platform/key-patterns.ts';
import { type FittingLetters, lockLetter, lockLetters } from '../../store/letter-selection.ts';
import type { Needs } from '../handlers/command-handler.ts';

/** The dead letters that commands are about, locked, by the id of the command. One after the other: two may be about the same. */
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
