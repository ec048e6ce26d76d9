import type { Reply } from '../../messages/commands.ts';
import { MAX_POSITION_LENGTH, type PositionMark, writePosition } from '../../requests/position.ts';

/**
 * Adds the consistency token of a command to its reply (docs/contributing/spec/http.md#service-position). It is stored with the reply, so a repeat
 * gets the same one. If the token is too long, it names the command instead, and the reply stores the full token.
 */
export function withPosition(reply: Reply, commandId: string, now: number, written: readonly PositionMark[]): Reply {
  if (!reply.ok || written.length === 0) return reply;
  const position = writePosition({ issuedAt: now, marks: lastRows(written) });
  if (position.length <= MAX_POSITION_LENGTH) return { position, ...reply };
  return { ...reply, position: writePosition({ issuedAt: now, commandId }), reached: position };
}

/** Last row of each event history: it includes the rows before it. */
function lastRows(written: readonly PositionMark[]): readonly PositionMark[] {
  return written.length === 1 ? written : [...new Map(written.map((row) => [row.subjectId, row])).values()];
}
