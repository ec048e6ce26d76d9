import { createHash } from 'node:crypto';
import type { Connection, Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';

/** Name and key of the subscriptions; the key of a signal is empty. */
export interface EventAddress {
  readonly kind: 'message' | 'signal';
  readonly name: string;
  readonly key: string;
}

/** Addresses that one transaction locks separately. The lock table of the server holds some thousands in all. */
const MAX_LOCKS = 64;

type Lock = readonly [id: string, isExclusive: boolean];

const LOCK: Statement = {
  name: 'lock-addresses',
  text: `select case when exclusive then pg_advisory_xact_lock(id) else pg_advisory_xact_lock_shared(id) end
    from unnest($1::bigint[], $2::boolean[]) as t (id, exclusive)`,
};
const LOCK_OPENED: Statement = { name: 'lock-opened-addresses', text: 'select claim_addresses($1::bigint[], $2::boolean[])' };

/**
 * Makes a delivery atomic: until the transaction ends, no other one delivers to these addresses or opens subscriptions at them (ADR 0032). Take these locks
 * before all others.
 * @param opened addresses at which the transaction will open subscriptions, known from an earlier attempt
 */
export async function lockAddresses(
  connection: Connection,
  delivered: readonly EventAddress[],
  opened: readonly EventAddress[] = [],
): Promise<void> {
  const locks = inOrder([...delivered.flatMap(deliveryLocks), ...openingLocks(opened)]);
  if (locks.length > 0) await connection.query(LOCK, columnsOf(locks));
}

/**
 * Locks addresses of new subscriptions. Does not block: if another transaction is delivering there, fails with an error that `isAddressInUse` recognizes.
 * These locks do not conflict with each other.
 */
export function lockOpenedAddresses(transaction: Transaction, opened: readonly EventAddress[]): void {
  const locks = inOrder(openingLocks(opened));
  if (locks.length > 0) transaction.enqueue(LOCK_OPENED, columnsOf(locks));
}

/** Text for map keys. */
export function addressText({ kind, name, key }: EventAddress): string {
  return JSON.stringify([kind, name, key]);
}

/** A delivery locks its address exclusively, and the two levels above it shared. */
function deliveryLocks(address: EventAddress): Lock[] {
  return [
    [idOf('all'), false],
    [nameId(address), false],
    [addressId(address), true],
  ];
}

/** Few subscriptions share each address. Many lock their names exclusively, and many names lock all. */
function openingLocks(opened: readonly EventAddress[]): Lock[] {
  if (opened.length === 0) return [];
  const addresses = new Set(opened.map(addressId));
  if (addresses.size <= MAX_LOCKS) return [...addresses].map((id) => [id, false]);
  const names = new Set(opened.map(nameId));
  if (names.size <= MAX_LOCKS) return [...names].map((id) => [id, true]);
  return [[idOf('all'), true]];
}

const nameId = ({ kind, name }: EventAddress) => idOf('name', kind, name);
const addressId = ({ kind, name, key }: EventAddress) => idOf('address', kind, name, key);

/** A collision only causes needless waits. */
function idOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest().readBigInt64BE().toString();
}

/** Keeps the stronger of duplicates, in the order that all transactions use. */
function inOrder(locks: readonly Lock[]): Lock[] {
  const strongest = new Map<string, boolean>();
  for (const [id, isExclusive] of locks) strongest.set(id, isExclusive || strongest.get(id) === true);
  return [...strongest].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

function columnsOf(locks: readonly Lock[]): [string[], boolean[]] {
  return [locks.map(([id]) => id), locks.map(([, isExclusive]) => isExclusive)];
}
