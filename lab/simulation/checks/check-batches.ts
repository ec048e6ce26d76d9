import type { Reply } from '../../../src/messages/commands.ts';
import { nameBasedId } from '../../../src/platform/ids.ts';
import type { BatchTableRow } from '../database/tables/batch.ts';
import type { BatchItemTableRow } from '../database/tables/batch-item.ts';
import type { Tables } from '../database/tables.ts';
import type { Deleted } from '../deleted.ts';

/** Operations that write to the journal of each instance that they succeed with: to migrate to the same version changes nothing. */
const WRITES: ReadonlySet<string> = new Set(['cancel', 'variables', 'modify']);
const ENDED: readonly string[] = ['Completed', 'Stopped'];

/** Compares batches with their items, and items with their effects. @returns broken promises */
export function checkBatches(tables: Tables, deleted: Deleted): string[] {
  const written = new Map<string, Set<string>>();
  for (const { command_id, subject_id } of deleted.everWritten(tables))
    written.set(command_id, (written.get(command_id) ?? new Set()).add(subject_id));
  const items = new Map<string, BatchItemTableRow[]>();
  for (const item of tables.batchItem.committed) items.set(item.batch_id, [...(items.get(item.batch_id) ?? []), item]);
  return [
    ...checkMaking(tables),
    ...tables.batch.committed.flatMap((batch) => {
      const own = items.get(batch.id) ?? [];
      return [...checkSum(batch, own), ...own.flatMap((item) => checkItem(batch, item, written, deleted))];
    }),
  ];
}

/** Each acknowledged command has created one batch with the reported number of items. */
function checkMaking({ inbox, batch }: Tables): string[] {
  const made = new Map(batch.committed.map((row) => [row.id, row]));
  const broken: string[] = [];
  for (const { command_id, reply } of inbox.committed) {
    const read = JSON.parse(reply) as Reply<'CreateBatch'> & { readonly kind?: string };
    if (read.kind !== 'CreateBatch' || !read.ok || read.result.batchId === null) continue;
    const { batchId, total } = read.result;
    const found = made.get(batchId)?.total;
    if (found !== total) broken.push(`${command_id} has made a batch of ${total} items, and there is one of ${found}`);
    made.delete(batchId);
  }
  return [...broken, ...[...made.keys()].map((id) => `batch ${id} is not in the log`)];
}

function checkSum(
  { id, state, total, succeeded, failed, skipped }: BatchTableRow,
  items: readonly BatchItemTableRow[],
): string[] {
  const count = (wanted: string) => items.filter((item) => item.state === wanted).length;
  const counted = [count('Succeeded'), count('Failed'), count('Skipped')];
  const stored = [succeeded, failed, skipped];
  const broken: string[] = [];
  if (!ENDED.includes(state)) broken.push(`batch ${id} never ends: it is ${state}`);
  if (counted.join() !== stored.join()) broken.push(`batch ${id} has stored ${stored.join()}, its items ${counted.join()}`);
  const sum = counted.reduce((all, one) => all + one, 0);
  if (sum !== total || items.length !== total) broken.push(`batch ${id} has ${total} items, and outcomes of ${sum}`);
  return broken;
}

function checkItem(
  { id, operation }: BatchTableRow,
  { position, subject_id, state, code }: BatchItemTableRow,
  written: ReadonlyMap<string, ReadonlySet<string>>,
  deleted: Deleted,
): string[] {
  const subjects = written.get(nameBasedId(id, `item:${position}`)) ?? new Set();
  const named = `item ${position} of batch ${id} (${operation}) ${state}`;
  if (state === 'Succeeded') {
    if (WRITES.has(operation) && !subjects.has(subject_id)) return [`${named} and has no effect`];
    if (operation === 'delete' && !deleted.instances.has(subject_id)) return [`${named}, and the instance is there`];
    return [];
  }
  if (subjects.size > 0) return [`${named} and has an effect`];
  return code === 'INTERNAL_ERROR' ? [`${named} because of a bug`] : [];
}
