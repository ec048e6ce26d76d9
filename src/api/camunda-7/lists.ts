import { untilCaughtUp } from '../../queries/projection-progress.ts';
import type { ReadDatabase } from '../../queries/read-database.ts';
import { mergedRows } from '../../shards/merged-rows.ts';
import { shown } from '../camunda-results.ts';
import type { Permission } from '../exchange.ts';
import type { ApiServices } from '../services.ts';
import { MOST_SKIPPED, readingCopy, readingEach } from '../shards/each-shard.ts';
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
  /** the first shard has all rows, the others have copies */
  readonly isCopied?: true;
  readFilter(fields: Fields, call: Camunda7Call, services: ApiServices): Filter;
  rows(db: ReadDatabase, filter: Filter, window: Window & Order & { readonly isMerged: boolean }): Promise<readonly Row[]>;
  /** values of the order, for rows of several databases; only the first may be descending */
  orderOf(row: Row, order: Order): readonly unknown[];
  /** ids that the filter requires; undefined: any */
  idsIn?(filter: Filter): readonly string[] | undefined;
  count(db: ReadDatabase, filter: Filter): Promise<number>;
  json(row: Row): object;
}

/** The list, and its count below `/count`. */
export function listEndpoints<Filter, Row>(kind: ListKind<Filter, Row>): readonly Camunda7Endpoint[] {
  const { pattern, summary, permission = READ.permission, isTransactional = false, isCopied = false } = kind;
  const current = async (db: ReadDatabase) => {
    if (!isTransactional) await untilCaughtUp(db);
    return db;
  };
  const list: Camunda7Endpoint['handle'] = async (call, services) => {
    const fields = Fields.ofQuery(call);
    const filter = kind.readFilter(fields, call, services);
    const window = isCopied ? fields.window() : windowOf(fields, services);
    const order = fields.order(kind.sortBy);
    if (order.isDescending && isTransactional) fields.fail('sortOrder desc is not supported by Sluice.');
    const { refusal } = fields;
    if (refusal !== undefined) return refusal;
    const isMerged = services.ofShards !== undefined && !isCopied;
    const rows = async ({ db }: ApiServices, own: Window) => kind.rows(await current(db), filter, { ...own, ...order, isMerged });
    const found = isCopied
      ? await readingCopy(services, (own) => rows(own, window))
      : await mergedList(services, { ...window, ...order }, kind.idsIn?.(filter), {
          rows,
          orderOf: (row) => kind.orderOf(row, order),
        });
    return shown(found.map(kind.json));
  };
  const count: Camunda7Endpoint['handle'] = async (call, services) => {
    const fields = Fields.ofQuery(call);
    const filter = kind.readFilter(fields, call, services);
    const { refusal } = fields;
    if (refusal !== undefined) return refusal;
    const counted = async ({ db }: ApiServices) => kind.count(await current(db), filter);
    const counts = isCopied ? [await readingCopy(services, counted)] : await readingEach(services, kind.idsIn?.(filter), counted);
    return shown({ count: counts.reduce((sum, each) => sum + each, 0) });
  };
  return kind.methods.flatMap((method) => [
    { ...READ, permission, method, pattern, summary, handle: list },
    { ...READ, permission, method, pattern: `${pattern}/count`, summary: '', handle: count },
  ]);
}

/** Reads the page of a list that may be merged. Skipping too many rows of several databases is a fault. */
export function windowOf(fields: Fields, { ofShards }: ApiServices): Window {
  const window = fields.window();
  if (ofShards !== undefined && window.skipped > MOST_SKIPPED)
    fields.fail(`firstResult must be at most ${MOST_SKIPPED} with several shards (SHARDS). Use filters.`);
  return window;
}

interface MergedList<Row> {
  readonly rows: (services: ApiServices, window: Window) => Promise<readonly Row[]>;
  readonly orderOf: (row: Row) => readonly unknown[];
}

/** With one database its page, otherwise the page of the rows of all shards, or of those with `ids`. */
export async function mergedList<Row>(
  services: ApiServices,
  { skipped, most, isDescending }: Window & Pick<Order, 'isDescending'>,
  ids: readonly string[] | undefined,
  { rows, orderOf }: MergedList<Row>,
): Promise<readonly Row[]> {
  if (services.ofShards === undefined) return rows(services, { skipped, most });
  const end = skipped + most;
  const lists = await readingEach(services, ids, async (own) => {
    const found = await rows(own, { skipped: 0, most: end });
    return found.map((row) => ({ row, keys: orderOf(row) }));
  });
  return mergedRows(lists, [isDescending], end).slice(skipped);
}
