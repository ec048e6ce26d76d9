import { REJECTION_ROWS } from '../api/http-errors.ts';
import type { CommandRejection } from '../messages/commands.ts';
import { likelyName } from '../platform/likely-name.ts';

/** An impossible action; the message lists the possible ones. */
export class CannotBeDone extends Error {
  override readonly name = 'CannotBeDone';
}

/** Same text as in the API. */
export function refusalText(rejection: CommandRejection): string {
  const row = REJECTION_ROWS[rejection.code] as { text(rejection: CommandRejection, request: object): string };
  return row.text(rejection, { path: '', params: [] });
}

/** `'a', 'b'`, or a text for none. */
export function namesOf(names: Iterable<string>): string {
  const all = [...new Set(names)];
  return all.length === 0 ? 'none' : all.map((name) => `'${name}'`).join(', ');
}

/** Beginning of a message about an unknown name: the most similar known one. */
export function meant(name: string, known: readonly string[]): string {
  const likely = likelyName(name, known);
  return likely === undefined ? '' : `; did you mean '${likely}'?`;
}
