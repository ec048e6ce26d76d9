import type { TransactionTools } from './tools.ts';
import type { Deciding } from './transact.ts';

/** Writes instances that a transaction deletes to the archive, if there is one; not what is erased (docs/spec/retention.md#archive). */
export async function archiveRemoved(
  { archive }: Pick<TransactionTools, 'archive'>,
  { unit, transaction }: Deciding,
): Promise<void> {
  const { ids, erasure } = unit.removals;
  if (ids.length > 0 && erasure === undefined) await archive?.add(transaction, ids);
}
