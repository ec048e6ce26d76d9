import { createHash } from 'node:crypto';
import type { Connection, Statement, Transaction } from '../db/connection.ts';

/** Where a message or signal is delivered: the name and key that subscriptions wait for; the key of a signal is empty. */
export interface EventAddress {
  readonly kind: 'message' | 'signal';
  readonly name: string;
  readonly key: string;
}

/** Addresses one transaction locks one by one where it begins to wait. The server's table of locks has room for some thousands in all. */
const MAX_LOCKS = 64;

/** One lock: its number, and whether it is exclusive. */
type Lock = readonly [id: string, isExclusive: boolean];

const LOCK: Statement = {
  name: 'lock-addresses',
  text: `select case when exclusive then pg_advisory_xact_lock(id) else pg_advisory_xact_lock_shared(id) end
    from unnest($1::bigint[], $2::boolean[]) as t (id, exclusive)`,
};
const LOCK_OPENED: Statement = { name: 'lock-opened-addresses', text: 'select claim_addresses($1::bigint[], $2::boolean[])' };

/**
 * Makes a delivery atomic for all others: until the transaction ends no other transaction delivers to these addresses or begins to wait at them
 * (ADR 0032). Waits for those that do. Comes before every other lock of the transaction.
 * @param opened addresses at which the transaction will begin to wait, when a first attempt has shown it
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
 * The same for transactions that begin to wait at an address; it does not block: the transaction fails with an error that `isAddressInUse`
 * recognizes when another one delivers to one of the addresses right now. These locks do not conflict with each other.
 */
export function lockOpenedAddresses(transaction: Transaction, opened: readonly EventAddress[]): void {
  const locks = inOrder(openingLocks(opened));
  if (locks.length > 0) transaction.enqueue(LOCK_OPENED, columnsOf(locks));
}

/** The text by which an address is found in memory. */
export function addressText({ kind, name, key }: EventAddress): string {
  return JSON.stringify([kind, name, key]);
}

/** A delivery holds its address alone, and shares the two levels above it with the other deliveries. */
function deliveryLocks(address: EventAddress): Lock[] {
  return [
    [idOf('all'), false],
    [nameId(address), false],
    [addressId(address), true],
  ];
}

/** A transaction that opens few subscriptions shares each address. One that opens many locks their names exclusively, and one with many names locks all. */
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

/** Two texts with the same number only wait for each other without need. */
function idOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest().readBigInt64BE().toString();
}

/** Each lock once, the stronger one where both are wanted, in the order in which all transactions take them. */
function inOrder(locks: readonly Lock[]): Lock[] {
  const strongest = new Map<string, boolean>();
  for (const [id, isExclusive] of locks) strongest.set(id, isExclusive || strongest.get(id) === true);
  return [...strongest].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

function columnsOf(locks: readonly Lock[]): [string[], boolean[]] {
  return [locks.map(([id]) => id), locks.map(([, isExclusive]) => isExclusive)];
}
