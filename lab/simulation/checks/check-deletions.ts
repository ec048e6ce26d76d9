import type { Sending } from '../clients.ts';
import type { InstanceTableRow } from '../database/tables/instance.ts';
import type { Tables } from '../database/tables.ts';
import type { Deleted } from '../deleted.ts';
import { erasedIn } from './erased.ts';

/** Tables that remember ids of instances that are gone. The event feed has its own check. */
const REMEMBERING: ReadonlySet<string> = new Set(['deleted_instance', 'batch_item', 'feed']);

/** Causes of a deletion: retention, a command, an item of a batch, or an erasure. */
interface Asked {
  readonly keptKeys: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
}

/** A deleted instance leaves no row in any table and does not return. Only ended instances with a deletion request were deleted. @returns broken promises */
export function checkDeletions(
  tables: Tables,
  deleted: Deleted,
  history: readonly Sending[],
  keptKeys: ReadonlySet<string>,
): string[] {
  const { instances } = deleted;
  const erased = erasedIn(tables, history);
  const remembered = new Set(tables.deletedInstance.committed.map(({ instance_id }) => instance_id));
  const asked: Asked = { keptKeys, ids: askedFor(tables, history) };
  const broken: string[] = [];
  for (const { name, committed } of tables.all) {
    if (REMEMBERING.has(name)) continue;
    for (const row of committed) {
      const id = Object.values(row).find((value): value is string => typeof value === 'string' && instances.has(value));
      if (id !== undefined) broken.push(`${name} has a row of ${id}, which was deleted`);
    }
  }
  for (const [id, last] of instances) {
    if (!remembered.has(id)) broken.push(`no row records that ${id} was deleted`);
    if (erased.has(id)) continue;
    if (!last.is_terminal) broken.push(`${id} was deleted while it ran`);
    if (!isAsked(tables, last, asked)) broken.push(`${id} was deleted, but no command or retention asked for it`);
  }
  for (const [id, by] of erased) {
    const naming = tables.inbox.committed.filter(
      ({ command_id, at, reply }) => command_id !== by.command_id && at.getTime() <= by.at.getTime() && names(reply, id),
    );
    for (const { command_id } of naming) broken.push(`the reply of ${command_id} names ${id}, which was erased`);
  }
  return broken;
}

/** An instance that does not exist is named because the command names it; with clock jumps the reply may look older than the erasure. */
function names(reply: string, id: string): boolean {
  return reply.includes(id) && !reply.includes('INSTANCE_NOT_FOUND');
}

function askedFor(tables: Tables, history: readonly Sending[]): ReadonlySet<string> {
  const deleting = new Set(tables.batch.committed.filter(({ operation }) => operation === 'delete').map(({ id }) => id));
  return new Set([
    ...history.flatMap(({ command }) => (command.kind === 'DeleteInstance' ? command.instanceId : [])),
    ...tables.batchItem.committed.filter(({ batch_id }) => deleting.has(batch_id)).map(({ subject_id }) => subject_id),
  ]);
}

/** Called instances go with the one at the top. */
function isAsked({ definition }: Tables, { id, root_id, definition_id }: InstanceTableRow, { keptKeys, ids }: Asked): boolean {
  if (ids.has(root_id ?? id)) return true;
  const key = definition.committed.find((row) => row.definition_id === definition_id)?.key ?? '';
  return keptKeys.has(key) || (root_id !== null && keptKeys.size > 0);
}

/** The event feed contains every row of every event history once and in order, and a tombstone for each deleted instance in it. @returns broken promises */
export function checkFeed(tables: Tables, deleted: Deleted): string[] {
  const rows = [...tables.feed.committed].sort((a, b) => a.position - b.position);
  const broken: string[] = [];
  for (const { id, seq } of tables.instance.committed) {
    const fed = rows.filter(({ instance_id }) => instance_id === id).map(({ from_seq, to_seq }) => [from_seq, to_seq] as const);
    const isWhole = fed.every(([from], n) => from === (fed[n - 1]?.[1] ?? 0) + 1) && fed.at(-1)?.[1] === seq;
    if (!isWhole) broken.push(`the feed has rows ${fed.map((part) => part.join(' to ')).join(', ')} of ${id}, which has ${seq}`);
  }
  for (const id of deleted.instances.keys()) {
    const left = rows.filter(({ instance_id }) => instance_id === id).map(({ to_seq }) => to_seq);
    const wanted = deleted.fed.has(id) ? [0] : [];
    if (left.join() !== wanted.join())
      broken.push(`of ${id}, which was deleted, the feed has ${left.length} rows: ${left.join()}`);
  }
  return broken;
}
