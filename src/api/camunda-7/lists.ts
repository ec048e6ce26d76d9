import { untilCaughtUp } from '../../queries/projection-progress.ts';
import type { ReadDatabase } from '../../queries/read-database.ts';
import { shown } from '../camunda-results.ts';
import type { Permission } from '../exchange.ts';
import type { ApiServices } from '../services.ts';
import { type Camunda7Call, type Camunda7Endpoint, READ } from './endpoint.ts';
import { Fields, type Order, type Window } from './fields.ts';

/** List with a count for the same filter. */
export interface ListKind<Filter, Row> {
  readonly pattern: string;
  readonly summary: string;
  readonly methods: readonly ('GET' | 'POST')[];
  readonly permission?: Permission;
  /** allowed for `sortBy` */
  readonly sortBy: readonly string[];
  /** rows are in transactional tables, without descending order */
  readonly isTransactional?: true;
  readFilter(fields: Fields, call: Camunda7Call, services: ApiServices): Filter;
  rows(db: ReadDatabase, filter: Filter, window: Window & Order): Promise<readonly Row[]>;
  count(db: ReadDatabase, filter: Filter): Promise<number>;
  json(row: Row): object;
}

/** The list, and its count below `/count`. */
export function listEndpoints<Filter, Row>(kind: ListKind<Filter, Row>): readonly Camunda7Endpoint[] {
  const { pattern, summary, permission = READ.permission, isTransactional = false } = kind;
  const isCurrent = (db: ReadDatabase) => (isTransactional ? undefined : untilCaughtUp(db));
  const list: Camunda7Endpoint['handle'] = async (call, services) => {
    const { db } = services;
    const fields = Fields.ofQuery(call);
    const filter = kind.readFilter(fields, call, services);
    const window = fields.window();
    const order = fields.order(kind.sortBy);
    if (order.isDescending && isTransactional) fields.fail('sortOrder desc is not supported by Sluice.');
    const { refusal } = fields;
    if (refusal !== undefined) return refusal;
    await isCurrent(db);
    return shown((await kind.rows(db, filter, { ...window, ...order })).map(kind.json));
  };
  const count: Camunda7Endpoint['handle'] = async (call, services) => {
    const { db } = services;
    const fields = Fields.ofQuery(call);
    const filter = kind.readFilter(fields, call, services);
    const { refusal } = fields;
    if (refusal !== undefined) return refusal;
    await isCurrent(db);
    return shown({ count: await kind.count(db, filter) });
  };
  return kind.methods.flatMap((method) => [
    { ...READ, permission, method, pattern, summary, handle: list },
    { ...READ, permission, method, pattern: `${pattern}/count`, summary: '', handle: count },
  ]);
}
