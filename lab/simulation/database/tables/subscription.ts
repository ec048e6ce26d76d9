import { DatabaseError } from '../database-error.ts';
import { byNumber, type Call, eachRow, list, type Statements } from '../statement.ts';
import { bufferedFor } from './buffered-message.ts';

export interface SubscriptionTableRow {
  readonly instance_id: string;
  readonly subscription: number;
  readonly position: number;
  readonly kind: string;
  readonly name: string;
  readonly key: string;
}

export const addressKey = (row: { readonly instance_id: string; readonly subscription: number }) =>
  `${row.instance_id}:${row.subscription}`;

/** The `n`-th of the addresses in the first two parameters. */
export function addressAt(call: Call, n: number): string {
  return addressKey({ instance_id: list(call, 1)[n]!, subscription: list<number>(call, 2)[n]! });
}

export const SUBSCRIPTION_STATEMENTS: Statements = {
  'find-subscriptions-2'(call) {
    const names = list(call, 2);
    const keys = list(call, 3);
    const rows = [...call.tables.subscription.rows(call.by)].sort(byNumber((row) => row.position));
    return list(call, 1).flatMap((kind, at) =>
      rows
        .filter((row) => row.kind === kind && row.name === names[at] && row.key === keys[at])
        .map(({ instance_id, subscription }) => ({ n: at + 1, instance_id, subscription })),
    );
  },
  *'open-subscriptions-2'(call) {
    const buffered = bufferedFor(call, ({ name, key }) =>
      list(call, 3).some((kind, n) => kind === 'message' && list(call, 4)[n] === name && list(call, 5)[n] === key),
    );
    yield* eachRow(call, (n) =>
      call.tables.subscription.insert(call.by, {
        instance_id: list(call, 1)[n]!,
        subscription: list<number>(call, 2)[n]!,
        position: call.tables.nextPosition('subscription'),
        kind: list(call, 3)[n]!,
        name: list(call, 4)[n]!,
        key: list(call, 5)[n]!,
      }),
    );
    return buffered;
  },
  'close-subscriptions': (call) => eachRow(call, (n) => call.tables.subscription.delete(call.by, addressAt(call, n))),
  *'lock-addresses'(call) {
    for (const [n, id] of list(call, 1).entries())
      yield* call.tables.advisory(`address:${id}`).take(call.by, list<boolean>(call, 2)[n]!);
    return list(call, 1).map(() => ({ pg_advisory_xact_lock_shared: '' }));
  },
  'lock-opened-addresses'(call) {
    for (const [n, id] of list(call, 1).entries()) {
      if (call.tables.advisory(`address:${id}`).tryTake(call.by, list<boolean>(call, 2)[n]!)) continue;
      throw new DatabaseError('SL001', 'somebody delivers to an address at which this transaction begins to wait');
    }
    return [{ claim_addresses: '' }];
  },
};
