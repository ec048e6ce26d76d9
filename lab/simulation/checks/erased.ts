import type { Reply } from '../../../src/messages/commands.ts';
import type { Sending } from '../clients.ts';
import type { InboxTableRow } from '../database/tables/inbox.ts';
import type { Tables } from '../database/tables.ts';

/** True if a reply was replaced because it named data that was erased later. */
export function isErased(reply: string | undefined): boolean {
  if (reply === undefined || !reply.includes('INSTANCE_ERASED')) return false;
  const read = JSON.parse(reply) as Reply;
  return !read.ok && read.rejection.code === 'INSTANCE_ERASED';
}

/** Instances that were erased, with the record of the command that did it: both have the time of its transaction. */
export function erasedIn(tables: Tables, history: readonly Sending[]): ReadonlyMap<string, InboxTableRow> {
  const erasing = new Set(
    history.flatMap(({ command }) => (command.kind === 'EraseInstances' && command.isDryRun !== true ? command.id : [])),
  );
  const done = tables.inbox.committed.filter(({ command_id, reply }) => erasing.has(command_id) && hasErased(reply));
  const byTime = new Map(done.map((row) => [row.at.getTime(), row]));
  return new Map(
    tables.deletedInstance.committed.flatMap(({ instance_id, at }) => {
      const by = byTime.get(at.getTime());
      return by === undefined ? [] : [[instance_id, by] as const];
    }),
  );
}

/** A later erasure replaces the reply if it names an instance that was cancelled. */
function hasErased(reply: string): boolean {
  const read = JSON.parse(reply) as Reply<'EraseInstances'>;
  return read.ok ? read.result.erased > 0 : isErased(reply);
}
