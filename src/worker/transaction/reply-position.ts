import type { Reply } from '../../messages/commands.ts';
import { MAX_POSITION_LENGTH, type PositionMark, writePosition } from '../../requests/position.ts';

/**
 * The reply together with the position that its command reached (docs/contributing/spec/http.md#service-position). It is stored with the reply, so a repeat gets the same one.
 * When a command wrote more than fits, the position names the command itself, and the reply holds in full what it wrote.
 */
export function withPosition(reply: Reply, commandId: string, now: number, written: readonly PositionMark[]): Reply {
  if (!reply.ok || written.length === 0) return reply;
  const position = writePosition({ issuedAt: now, marks: lastRows(written) });
  if (position.length <= MAX_POSITION_LENGTH) return { position, ...reply };
  return { ...reply, position: writePosition({ issuedAt: now, commandId }), reached: position };
}

/** The last row of each subject: it stands for those before it. */
function lastRows(written: readonly PositionMark[]): readonly PositionMark[] {
  return written.length === 1 ? written : [...new Map(written.map((row) => [row.subjectId, row])).values()];
}
