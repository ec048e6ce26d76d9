import type { CommandOf, CommandResults, Reply } from '../../../src/messages/commands.ts';
import { inShard, nameBasedId } from '../../../src/platform/ids.ts';
import { bufferedId, placementOf } from '../../../src/store/buffered-messages.ts';
import type { Sending } from '../clients.ts';
import type { SimServer } from '../database/server.ts';
import type { BufferedMessageTableRow } from '../database/tables/buffered-message.ts';
import type { JournalTableRow } from '../database/tables/journal.ts';
import { isErased } from './erased.ts';

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
    // checkShared looks at those of several shards
    if (command.isShared === true || command.storedAs !== undefined) continue;
    const reply = JSON.parse(recorded) as Reply<'DeliverMessage'>;
    if (!reply.ok || reply.result.instanceIds.length > 0) continue;
    const id = nameBasedId(command.id, 'buffered');
    if (waiting.has(id) === written.has(id))
      broken.push(`message ${id} ${waiting.has(id) ? 'was delivered and waits' : 'is lost'}`);
  }
  return [...broken, ...deliverable(tables).map(({ id }) => `message ${id} and a receiver both wait`)];
}

/** A shard at the end of a run, with what was sent to it. */
export interface SharingShard {
  readonly number: number;
  readonly tables: SimServer['tables'];
  readonly deleted: { everWritten(tables: SimServer['tables']): readonly JournalTableRow[] };
  readonly sent: readonly Sending[];
}

/**
 * Every accepted message with a time to live of several shards was delivered when it was published, or later to one receiver, or waits in the first shard.
 * @returns broken promises
 */
export function checkShared(shards: readonly SharingShard[]): string[] {
  const [first, ...others] = shards;
  if (first === undefined) return [];
  const waiting = new Set(first.tables.bufferedMessage.committed.flatMap(({ id, command }) => (command === null ? [] : id)));
  const written = new Set(first.deleted.everWritten(first.tables).map(({ command_id }) => command_id));
  const ids = new Set<string>();
  const broken: string[] = [];
  for (const command of storedIn(first)) {
    const id = bufferedId(command.id);
    if (command.messageId !== undefined) {
      const used = JSON.stringify([command.name, command.correlationKey, command.messageId]);
      if (ids.has(used)) broken.push(`two messages have the id ${used}`);
      ids.add(used);
    }
    const placed = receiversOf(first, placementOf(command).id);
    const noted = others.map((shard) => receiversOf(shard, inShard(command.id, shard.number)));
    if ([placed, ...noted].includes(undefined)) broken.push(`message ${id} was not sent to all shards`);
    const isPublished = [placed, ...noted].some((count = 0) => count > 0);
    const offers = others.flatMap((shard) => takenIn(shard, id));
    const later = [...offers, ...(written.has(id) ? [id] : []), ...(waiting.has(id) ? [id] : [])].length;
    if (later !== (isPublished ? 0 : 1))
      broken.push(`message ${id} was ${isPublished ? '' : 'not '}received when it was published, and ${later} times later`);
  }
  const stranded = shards.flatMap(({ tables }) => deliverable({ ...tables, bufferedMessage: first.tables.bufferedMessage }));
  return [...broken, ...stranded.map(({ id }) => `message ${id} and a receiver both wait, in different shards`)];
}

/** Accepted messages, each once. */
function storedIn({ sent, tables }: SharingShard): readonly CommandOf<'DeliverMessage'>[] {
  const accepted = new Map<string, CommandOf<'DeliverMessage'>>();
  for (const { command } of sent) {
    if (command.kind !== 'DeliverMessage' || command.isShared !== true) continue;
    if (replyIn(tables, command.id)?.ok === true) accepted.set(command.id, command);
  }
  return [...accepted.values()];
}

/** Commands that have delivered a stored message to the shard. Erased replies have named its instance. */
function takenIn({ sent, tables }: SharingShard, id: string): readonly string[] {
  const offers = sent.flatMap(({ command }) =>
    command.kind === 'DeliverMessage' && command.isOffered === true && command.storedAs === id ? command.id : [],
  );
  return [...new Set(offers)].filter((offer) => {
    const row = tables.inbox.committed.find(({ command_id }) => command_id === offer);
    return isErased(row?.reply) || replyIn(tables, offer)?.ok === true;
  });
}

/** Number of receivers of a command; undefined: it was not executed. Of an erased reply, one. */
function receiversOf({ tables }: SharingShard, id: string): number | undefined {
  const reply = replyIn(tables, id);
  if (reply === undefined) return undefined;
  return reply.ok ? (reply.result as CommandResults['DeliverMessage']).instanceIds.length : 1;
}

function replyIn({ inbox }: SimServer['tables'], id: string): Reply | undefined {
  const row = inbox.committed.find(({ command_id }) => command_id === id);
  return row === undefined ? undefined : (JSON.parse(row.reply) as Reply);
}

/** Messages that wait although an instance that is not suspended waits for them. */
export function deliverable({
  bufferedMessage,
  subscription,
  suspension,
}: Pick<SimServer['tables'], 'bufferedMessage' | 'subscription' | 'suspension'>): readonly BufferedMessageTableRow[] {
  const suspended = new Set(suspension.committed.map(({ instance_id }) => instance_id));
  const open = subscription.committed.filter(({ kind, instance_id }) => kind === 'message' && !suspended.has(instance_id));
  return bufferedMessage.committed.filter(
    (row) => row.command !== null && open.some(({ name, key }) => name === row.name && key === row.key),
  );
}
