import type { ApiLists } from '../../client/index.ts';
import { filterValue } from '../arguments.ts';
import type { ApiClient } from '../connection/api-client.ts';
import type { OptionTable } from '../verb-declaration.ts';
import { print, printJson } from './terminal.ts';
import { tableText } from './text-table.ts';

export type ListName = keyof ApiLists;
type RowOf<K extends ListName> = ReturnType<ApiLists[K]> extends AsyncIterableIterator<infer Row> ? Row : never;
/** A member of the row, or the text of a cell. Null and undefined are shown as `-`. */
type Column<Row> = keyof Row | ((row: Row) => string | number | null | undefined);
export type Columns<Row> = Readonly<Record<string, Column<Row>>>;

/** How a list of the API is shown. */
export interface ListTable<K extends ListName> {
  readonly operation: K;
  /** printed if there are no rows */
  readonly empty: string;
  /** by heading */
  readonly columns: Columns<RowOf<K>>;
}

/** A table of the list of one operation. */
export function listTable<const K extends ListName>(table: ListTable<K>): ListTable<K> {
  return table;
}

interface Page<Row> {
  readonly items?: readonly Row[];
  readonly data?: readonly Row[];
  readonly totalCount: number;
  readonly isTotalCountExact?: boolean;
}

/** Parts of a call that lists need. */
interface ListCall {
  readonly options: Readonly<Record<string, string | true | readonly string[]>>;
  readonly printsJson: boolean;
  openApi(): ApiClient;
}

/** Prints a page of a list with 100 rows. `declared`: options with filters; `parts`: of the path; `further`: parameters of the query. */
export async function printList<K extends ListName>(
  table: ListTable<K>,
  call: ListCall,
  declared: OptionTable = {},
  parts: readonly string[] = [],
  further: Readonly<Record<string, string | undefined>> = {},
): Promise<true> {
  const filters = filtersOf(declared, call.options).join(',') || undefined;
  const query = queryOf({ pageSize: '100', page: String(call.options['page'] ?? 1), ...further, filters });
  const page = (await call.openApi().call(table.operation, parts, query)) as Page<RowOf<K>>;
  if (call.printsJson) return printJson(page);
  return print(page.totalCount === 0 ? table.empty : pageText(table, page));
}

export function pageText<K extends ListName>({ columns }: Pick<ListTable<K>, 'columns'>, page: Page<RowOf<K>>): string {
  const rows = page.items ?? page.data ?? [];
  const table = rowsText(columns, rows);
  if (page.totalCount <= rows.length) return table;
  return `${table}\n${page.isTotalCountExact === false ? 'more than ' : ''}${page.totalCount} in all`;
}

export function rowsText<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const cells = rows.map((row) =>
    Object.values(columns).map((column) => String((typeof column === 'function' ? column(row) : row[column]) ?? '-')),
  );
  return tableText(Object.keys(columns), cells);
}

/** Terms of `filters` for the given options. One of several values must match. */
export function filtersOf(declared: OptionTable, options: ListCall['options']): readonly string[] {
  return Object.entries(declared).flatMap(([name, { filter }]) => {
    const values = [options[name]].flat().filter((value) => typeof value === 'string');
    return filter === undefined || values.length === 0 ? [] : [filter + values.map(filterValue).join('|')];
  });
}

/** Parameters without those that are absent. */
export function queryOf(parameters: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new URLSearchParams(given);
}
