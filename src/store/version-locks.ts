import { createHash } from 'node:crypto';
import { type Connection, DEFINITION_GONE, type Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';

const LOCK: Statement = {
  name: 'lock-deleted-versions',
  text: 'select pg_advisory_xact_lock(id) from unnest($1::bigint[]) as t (id)',
};
const CLAIM: Statement = { name: 'claim-definitions', text: 'select claim_definitions($1::bigint[], $2::text[])' };

/** A version was deleted while instances of it were starting. A retry finds another version or none. */
export class DefinitionGone extends Error {
  override readonly name = 'DefinitionGone';
  readonly code = DEFINITION_GONE;
}

/** Waits for starts of instances of these versions. Later starts fail at their claim until this transaction ends. */
export async function lockDeletedVersions(connection: Connection, definitionIds: readonly string[]): Promise<void> {
  if (definitionIds.length > 0) await connection.query(LOCK, [definitionIds.map(lockOf).sort()]);
}

/**
 * Prevents the deletion of versions until the transaction ends. Does not block: fails with a retryable error if a version is being deleted, or was deleted
 * since its look-up.
 */
export function claimDefinitions(transaction: Transaction, definitionIds: readonly string[]): void {
  if (definitionIds.length > 0) transaction.enqueue(CLAIM, [definitionIds.map(lockOf), definitionIds]);
}

/** A collision only causes needless waits. */
function lockOf(definitionId: string): string {
  return createHash('sha256').update(`definition ${definitionId}`).digest().readBigInt64BE().toString();
}
