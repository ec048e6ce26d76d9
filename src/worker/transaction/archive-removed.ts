import { isRetryable } from '../../db/connection.ts';
import type { TransactionTools } from './tools.ts';
import type { Deciding } from './transact.ts';

/** A failure of the system below (PostgreSQL, appendix A: io_error): a full disk, a share that is away. The same work is done again. */
const SYSTEM_FAILURE = '58030';

/** Writes instances that a transaction deletes to the archive, if there is one; not what is erased (docs/contributing/spec/retention.md#archive). */
export async function archiveRemoved(
  { archive }: Pick<TransactionTools, 'archive'>,
  { unit, transaction }: Deciding,
): Promise<void> {
  const { ids, erasure } = unit.removals;
  if (archive === undefined || ids.length === 0 || erasure !== undefined) return;
  await archive.add(transaction, ids).catch((error: Error) => {
    if (isRetryable(error)) throw error;
    throw Object.assign(new Error('the archive cannot be written', { cause: error }), { code: SYSTEM_FAILURE });
  });
}
