import type { ApiLists } from '../../client/index.ts';
import { visibleText } from '../../platform/redact.ts';
import { filterValue } from '../arguments.ts';
import type { ApiClient } from '../connection/api-client.ts';
import type { OptionTable } from '../verb-declaration.ts';
import {
  CHARACTERS_PER_COLUMN,
  coloured,
  cutText,
  print,
  printJson,
  statusColoured,
  terminalWidth,
  textWidth,
} from './terminal.ts';

/** Terminal columns of a cell if the output width is unknown. */
const WIDEST = 60;
/** Terminal columns. A column becomes narrower only if all others have this width. */
const LEAST = 8;
const GAP = '  ';

/**
 * Escapes unprintable characters. On a terminal, shortens columns until rows fit: the widest first, and the first column last, because it identifies
 * the row.
 */
export function tableText(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  width: number | undefined = terminalWidth(),
): string {
  const most = width ?? WIDEST;
  const lines = [headings, ...rows].map((row) => row.map((text) => cutText(visibleText(firstOf(text, most)), most)));
  const natural = headings.map((_, column) => widest(lines.map((line) => textWidth(line[column] ?? ''))));
  const widths = width === undefined ? natural : fitted(natural, width);
  const drawn = lines.map((line, index) => {
    const cells = line.map((cell, column) => {
      const wide = widths[column] ?? 0;
      return wide === 0 ? '' : padded(cutText(cell, wide), column === line.length - 1 ? 0 : wide);
    });
    return cells.map((cell) => (index === 0 ? headed(cell) : statusColoured(cell))).filter((_, column) => widths[column] !== 0);
  });
  return drawn.map((cells) => cells.join(GAP).trimEnd()).join('\n');
}

/** Cuts a text before it is escaped and measured, because the rest is not shown. */
function firstOf(text: string, most: number): string {
  const looked = most * CHARACTERS_PER_COLUMN;
  return text.length > looked ? text.slice(0, looked + 1) : text;
}

function widest(widths: readonly number[]): number {
  return widths.reduce((most, width) => Math.max(most, width), 0);
}

function headed(cell: string): string {
  return cell === '' ? cell : coloured('bold', cell);
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

/** Returns widths that fit the terminal. If it is too narrow, only the first columns are shown. */
function fitted(natural: readonly number[], width: number): readonly number[] {
  const widths = [...natural];
  const over = () =>
    widths.reduce((sum, one) => sum + one, 0) + GAP.length * (widths.filter((one) => one > 0).length - 1) - width;
  for (const least of [LEAST, 1]) {
    for (let missing = over(); missing > 0; missing = over()) {
      const others = widths.map((one, column) => (column === 0 ? 0 : one));
      const place = others.indexOf(widest(others));
      if ((others[place] ?? 0) <= least) break;
      // to the width of the next widest column, so that few rounds are necessary
      const next = Math.max(least, ...others.filter((one) => one < (others[place] ?? 0)));
      widths[place] = Math.max(next, (widths[place] ?? 0) - missing, least);
    }
  }
  for (let column = widths.length - 1; column > 0 && over() > 0; column -= 1) widths[column] = 0;
  if (over() > 0) widths[0] = Math.max(1, width);
  return widths;
}

export type ListName = keyof ApiLists;
type RowOf<K extends ListName> = ReturnType<ApiLists[K]> extends AsyncIterableIterator<infer Row> ? Row : never;
/** Member of the row, or its text. Null and undefined are printed as `-`. */
type Column<Row> = keyof Row | ((row: Row) => string | number | null | undefined);
export type Columns<Row> = Readonly<Record<string, Column<Row>>>;

export interface ListTable<K extends ListName> {
  readonly operation: K;
  /** printed if there are no rows */
  readonly empty: string;
  /** columns by heading */
  readonly columns: Columns<RowOf<K>>;
}

/** Returns the table, so that TypeScript checks its columns. */
export function listTable<const K extends ListName>(table: ListTable<K>): ListTable<K> {
  return table;
}

interface Page<Row> {
  readonly items?: readonly Row[];
  readonly data?: readonly Row[];
  readonly totalCount: number;
  readonly isTotalCountExact?: boolean;
}

interface ListCall {
  readonly options: Readonly<Record<string, string | true | readonly string[]>>;
  readonly printsJson: boolean;
  openApi(): ApiClient;
}

/** Prints at most 100 rows. `declared`: options with filters. `parts`: path parameters. `further`: query parameters. */
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
  return print(page.totalCount === 0 ? table.empty : pageText(table.columns, page));
}

export function pageText<Row>(columns: Columns<Row>, page: Page<Row>): string {
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

/** One of several values of an option must match. */
export function filtersOf(declared: OptionTable, options: ListCall['options']): readonly string[] {
  return Object.entries(declared).flatMap(([name, { filter }]) => {
    const values = [options[name]].flat().filter((value) => typeof value === 'string');
    return filter === undefined || values.length === 0 ? [] : [filter + values.map(filterValue).join('|')];
  });
}

/** Omits undefined ones. */
export function queryOf(parameters: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new URLSearchParams(given);
}
