import { REJECTION_ROWS } from '../api/http-errors.ts';
import type { CommandRejection } from '../messages/commands.ts';
import { likelyName } from '../platform/likely-name.ts';

/** Something a test asks for that cannot be done; the message says what could be. */
export class CannotBeDone extends Error {
  override readonly name = 'CannotBeDone';
}

/** Why the rules say no, in the words of the API. */
export function refusalText(rejection: CommandRejection): string {
  const row = REJECTION_ROWS[rejection.code] as { text(rejection: CommandRejection, request: object): string };
  return row.text(rejection, { path: '', params: [] });
}

/** Names for people: `'a', 'b'`, or that there are none. */
export function namesOf(names: Iterable<string>): string {
  const all = [...new Set(names)];
  return all.length === 0 ? 'none' : all.map((name) => `'${name}'`).join(', ');
}

/** The beginning of a message about a name that does not exist: what was meant, as far as one can guess. */
export function meant(name: string, known: readonly string[]): string {
  const likely = likelyName(name, known);
  return likely === undefined ? '' : `; did you mean '${likely}'?`;
}
