import type { Reply } from '../../../src/messages/commands.ts';
import { nameBasedId } from '../../../src/platform/ids.ts';
import type { Sending } from '../clients.ts';
import type { SimServer } from '../database/server.ts';
import type { BufferedMessageTableRow } from '../database/tables/buffered-message.ts';
import type { JournalTableRow } from '../database/tables/journal.ts';

/**
 * Every accepted message with a time to live was delivered by its publication or later, once, or waits for a receiver. `checkClients` shows that
 * none was delivered twice. `journal`: all written events. @returns broken promises
 */
export function checkBuffered(
  history: readonly Sending[],
  { tables }: Pick<SimServer, 'tables'>,
  journal: readonly JournalTableRow[],
): string[] {
  const rows = tables.bufferedMessage.committed;
  const waiting = new Set(rows.flatMap(({ id, command }) => (command === null ? [] : id)));
  const written = new Set(journal.map(({ command_id }) => command_id));
  const replies = new Map(tables.inbox.committed.map(({ command_id, reply }) => [command_id, reply]));
  const broken: string[] = [];
  for (const { command } of history) {
    const recorded = replies.get(command.id);
    if (command.kind !== 'DeliverMessage' || command.timeToLiveMs === undefined || recorded === undefined) continue;
    const reply = JSON.parse(recorded) as Reply<'DeliverMessage'>;
    if (!reply.ok || reply.result.instanceIds.length > 0) continue;
    const id = nameBasedId(command.id, 'buffered');
    if (waiting.has(id) === written.has(id))
      broken.push(`message ${id} ${waiting.has(id) ? 'was delivered and waits' : 'is lost'}`);
  }
  return [...broken, ...deliverable(tables).map(({ id }) => `message ${id} and a receiver both wait`)];
}

/** Messages that wait although an instance that is not suspended waits for them. */
export function deliverable({
  bufferedMessage,
  subscription,
  suspension,
}: SimServer['tables']): readonly BufferedMessageTableRow[] {
  const suspended = new Set(suspension.committed.map(({ instance_id }) => instance_id));
  const open = subscription.committed.filter(({ kind, instance_id }) => kind === 'message' && !suspended.has(instance_id));
  return bufferedMessage.committed.filter(
    (row) => row.command !== null && open.some(({ name, key }) => name === row.name && key === row.key),
  );
}
