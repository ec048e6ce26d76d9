import type { Connection, Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import type { EventAddress } from './address-locks.ts';
import { type BufferedAddress, FOR_SUBSCRIPTIONS } from './buffered-messages.ts';

/** Open subscription to a message or signal. */
export interface SubscriptionRow {
  readonly instanceId: string;
  readonly subscription: number;
  readonly kind: 'message' | 'signal';
  readonly name: string;
  readonly key: string;
}
/** Primary key. */
export type SubscriptionAddress = Pick<SubscriptionRow, 'instanceId' | 'subscription'>;

/** Map key of a subscription. */
export function subscriptionText({ instanceId, subscription }: SubscriptionAddress): string {
  return `${instanceId}:${subscription}`;
}

const FIND: Statement = {
  name: 'find-subscriptions-2',
  // the index contains prefixes (migration 0008), so compare these first and then the whole texts
  text: `select t.n::int as n, s.instance_id, s.subscription
    from unnest($1::text[], $2::text[], $3::text[]) with ordinality as t (kind, name, key, n)
      join subscription s on s.kind = t.kind and left(s.name, 256) = left(t.name, 256) and left(s.key, 256) = left(t.key, 256)
        and s.name = t.name and s.key = t.key
    order by s.position`,
};

/**
 * Finds the open subscriptions with exactly the name and key of an address. Returns one list for each address, in order of creation
 * (docs/contributing/spec/waiting.md#message-delivery).
 */
export async function findSubscriptions(
  connection: Connection,
  addresses: readonly EventAddress[],
): Promise<readonly SubscriptionAddress[][]> {
  const found = addresses.map((): SubscriptionAddress[] => []);
  if (addresses.length === 0) return found;
  const columns = [addresses.map(({ kind }) => kind), addresses.map(({ name }) => name), addresses.map(({ key }) => key)];
  for (const row of await connection.query<{ n: number; instance_id: string; subscription: number }>(FIND, columns))
    found[row.n - 1]?.push({ instanceId: row.instance_id, subscription: row.subscription });
  return found;
}

const FIND_WITHIN: Statement = {
  name: 'find-receivers-within',
  text: `select distinct s.instance_id from subscription s
      join instance i on i.id = s.instance_id join definition_version d on d.definition_id = i.definition_id
    where s.kind = $1 and left(s.name, 256) = left($2::text, 256) and left(s.key, 256) = left($3::text, 256) and s.name = $2 and s.key = $3
      and (d.key = any($4::text[]) or d.key ^@ any($5::text[]))`,
};

/** `keys`, `beginnings`: of process keys. */
export async function findReceiversWithin(
  connection: Connection,
  { kind, name, key }: Pick<SubscriptionRow, 'kind' | 'name' | 'key'>,
  { keys, beginnings }: { readonly keys: readonly string[]; readonly beginnings: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await connection.query<{ instance_id: string }>(FIND_WITHIN, [kind, name, key, keys, beginnings]);
  return new Set(rows.map((row) => row.instance_id));
}

const OPEN: Statement = {
  name: 'open-subscriptions-2',
  text: `with opened as (insert into subscription (instance_id, subscription, kind, name, key)
      select * from unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::text[]) returning kind, name, key)
    ${FOR_SUBSCRIPTIONS}`,
};
const CLOSE: Statement = {
  name: 'close-subscriptions',
  text: `delete from subscription using unnest($1::uuid[], $2::int[]) as t (instance_id, subscription)
    where subscription.instance_id = t.instance_id and subscription.subscription = t.subscription`,
};

/** @param onBuffered gets the addresses of opened subscriptions at which messages wait */
export function saveSubscriptions(
  transaction: Transaction,
  opened: readonly SubscriptionRow[],
  closed: readonly SubscriptionAddress[],
  onBuffered: (found: readonly BufferedAddress[]) => void,
): void {
  if (closed.length > 0) transaction.enqueue(CLOSE, [closed.map((c) => c.instanceId), closed.map((c) => c.subscription)]);
  if (opened.length === 0) return;
  const columns = [
    opened.map((o) => o.instanceId),
    opened.map((o) => o.subscription),
    opened.map((o) => o.kind),
    opened.map((o) => o.name),
    opened.map((o) => o.key),
  ];
  transaction.enqueue<BufferedAddress>(OPEN, columns, onBuffered);
}
