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

/** One lock: its number, and whether its holder bears nobody beside it. */
type Lock = readonly [id: string, isExclusive: boolean];

const LOCK: Statement = {
  name: 'lock-addresses',
  text: `select case when exclusive then pg_advisory_xact_lock(id) else pg_advisory_xact_lock_shared(id) end
    from unnest($1::bigint[], $2::boolean[]) as t (id, exclusive)`,
};
const CLAIM: Statement = { name: 'claim-addresses', text: 'select claim_addresses($1::bigint[], $2::boolean[])' };

/**
 * Makes a delivery one moment for everybody: from here to the end of the transaction nobody else delivers to these addresses, and nobody begins
 * to wait at them (ADR 0032). Waits for those who do. Comes before every other lock of the transaction.
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
 * The same for those who begin to wait, without waiting: the transaction fails with an error that `isAddressInUse` knows when somebody delivers
 * to one of the addresses right now. They do not keep each other from anything.
 */
export function claimAddresses(transaction: Transaction, opened: readonly EventAddress[]): void {
  const locks = inOrder(openingLocks(opened));
  if (locks.length > 0) transaction.enqueue(CLAIM, columnsOf(locks));
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

/** Who opens few subscriptions shares each address. Who opens many holds their names alone, and who opens many names holds all. */
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

/** Two texts with one number only wait for each other without need. */
function idOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest().readBigInt64BE().toString();
}

/** Each lock once, the stronger one where both are wanted, in the order in which everybody takes them. */
function inOrder(locks: readonly Lock[]): Lock[] {
  const strongest = new Map<string, boolean>();
  for (const [id, isExclusive] of locks) strongest.set(id, isExclusive || strongest.get(id) === true);
  return [...strongest].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

function columnsOf(locks: readonly Lock[]): [string[], boolean[]] {
  return [locks.map(([id]) => id), locks.map(([, isExclusive]) => isExclusive)];
}
