import { isRetryable } from '../../db/connection.ts';
import type { TransactionTools } from './tools.ts';
import type { Deciding } from './transact.ts';

/** PostgreSQL io_error, such as a full disk or an unreachable share: the work is retried. */
const SYSTEM_FAILURE = '58030';

/** Archives deleted instances, except erased ones (docs/contributing/spec/retention.md#archive). */
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
