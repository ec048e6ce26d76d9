import { type Answer, jsonAnswer, problemAnswer } from '../platform/answer.ts';
import { trimSpaces } from '../queries/lists/filter-grammar.ts';
import { PAGE_SIZES, parsePaging } from '../queries/lists/paging.ts';
import { parameterOf, readQueryParameters } from '../requests/request-texts.ts';
import { merged } from './merged.ts';

/** How the pages of a list in several shards become one (docs/contributing/spec/shards.md#lists). Names of sorts are members of the rows. */
export interface MergedRows {
  /** member of a page with the rows; absent: `items` */
  readonly rows?: string;
  /** query parameter of the order; absent: `sorts` */
  readonly parameter?: string;
  /** default order, in the form of that parameter */
  readonly sorts: string;
  /** members that are unique together, the last criteria of the order; separated by commas */
  readonly id: string;
}

interface Asked {
  readonly queryText: string;
}

/** Asks one shard for a page. */
export type AskForPage = (request: Asked) => Promise<Answer>;

type Row = Readonly<Record<string, unknown>>;
type Page = Row & { readonly totalCount: number; readonly isTotalCountExact?: boolean };
/** Row with its values of the order. */
type Keyed = { readonly row: Row; readonly keys: readonly unknown[] };

/** Last row that pages reach. */
const LAST_ROW = 10_000;

/**
 * Reads from each shard as many first rows as necessary. A shard that answers 404 has no rows. Returns an error answer if a shard fails, and for a page after
 * row LAST_ROW.
 */
export async function mergedPage(
  { rows = 'items', parameter = 'sorts', sorts, id }: MergedRows,
  { path, queryText }: Asked & { readonly path: string },
  shards: readonly AskForPage[],
): Promise<Answer> {
  const parameters = readQueryParameters(queryText);
  const paging = parsePaging(parameters);
  if (!paging.ok) return problemAnswer('invalid-query', paging.detail, path);
  const { page, pageSize } = paging.value;
  const end = page * pageSize;
  if (end > LAST_ROW) return problemAnswer('invalid-query', tooDeep(page, pageSize), path);
  const portion = Math.min(end, PAGE_SIZES.maxSize);
  const firsts = await Promise.all(shards.map((ask) => ask({ queryText: withPage(queryText, 1, portion) })));
  const refusal = refusalAmong(firsts);
  if (refusal !== undefined) return refusal;
  const pages = firsts.map((answer) => (answer.status === 200 ? (JSON.parse(answer.body) as Page) : undefined));
  const order = orderOf(parameterOf(parameters, parameter), sorts, id);
  let later: Answer | undefined;
  async function* rowsOf(ask: AskForPage, first: Page | undefined): AsyncGenerator<Keyed> {
    let found = rowsIn(first, rows);
    for (let next = 2; ; next += 1) {
      for (const row of found) yield { row, keys: order.keysOf(row) };
      if (found.length < portion) return;
      const answer = await ask({ queryText: withPage(queryText, next, portion) });
      if (answer.status !== 200) later ??= answer;
      if (later !== undefined) return;
      found = rowsIn(JSON.parse(answer.body) as Page, rows);
    }
  }
  const all: Row[] = [];
  const sources = shards.map((ask, at) => rowsOf(ask, pages[at]));
  if (pages.some((one) => (one?.totalCount ?? 0) > 0)) {
    for await (const { row } of merged(sources, order.compare)) {
      all.push(row);
      if (all.length === end) break;
    }
  }
  return (
    later ??
    jsonAnswer(
      pageOf(
        pages.filter((one) => one !== undefined),
        { rows, page, pageSize, items: all.slice(end - pageSize) },
      ),
    )
  );
}

/** The first answer if none is 200, otherwise the first error that is not 404. */
export function refusalAmong(answers: readonly Answer[]): Answer | undefined {
  if (answers.every(({ status }) => status !== 200)) return answers[0];
  return answers.find(({ status }) => status !== 200 && status !== 404);
}

interface AskedPage {
  readonly rows: string;
  readonly page: number;
  readonly pageSize: number;
  readonly items: readonly Row[];
}

/** Page in the form of the first one, so that its members keep their order. */
function pageOf(pages: readonly Page[], { rows, page, pageSize, items }: AskedPage): object {
  const totalCount = pages.reduce((sum, one) => sum + one.totalCount, 0);
  const isExact = { isTotalCountExact: pages.every(({ isTotalCountExact }) => isTotalCountExact !== false) };
  const first = pages[0] ?? {};
  return { ...first, [rows]: items, totalCount, page, pageSize, ...('isTotalCountExact' in first && isExact) };
}

function rowsIn(page: Page | undefined, rows: string): readonly Row[] {
  return (page?.[rows] ?? []) as readonly Row[];
}

function tooDeep(page: number, pageSize: number): string {
  return `Page ${page} with pageSize ${pageSize} is after row ${LAST_ROW}, the last row of a list with several shards. Use filters.`;
}

function withPage(queryText: string, page: number, pageSize: number): string {
  const others = [...new URLSearchParams(queryText)].filter(([name]) => !['page', 'pagesize'].includes(name.toLowerCase()));
  return new URLSearchParams([...others, ['page', String(page)], ['pageSize', String(pageSize)]]).toString();
}

/** Order of a list, with a valid `sorts`. */
function orderOf(asked: string | undefined, fallback: string, id: string) {
  const termsOf = (text: string) =>
    text
      .split(',')
      .map(trimSpaces)
      .filter((term) => term !== '');
  const written = termsOf(asked ?? '');
  const terms = [...(written.length === 0 ? termsOf(fallback) : written), ...termsOf(id)].map((term) => {
    const isDescending = term.startsWith('-');
    return { name: trimSpaces(isDescending ? term.slice(1) : term).toLowerCase(), sign: isDescending ? -1 : 1 };
  });
  return {
    keysOf(row: Row): readonly unknown[] {
      const values = new Map(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]));
      return terms.map(({ name }) => values.get(name) ?? null);
    },
    compare(a: Keyed, b: Keyed): number {
      for (const [at, { sign }] of terms.entries()) {
        const difference = compareValues(a.keys[at], b.keys[at], sign);
        if (difference !== 0) return difference;
      }
      return 0;
    },
  };
}

/** Null is last in both directions; texts are compared by code point, as in the database. */
function compareValues(a: unknown, b: unknown, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  return sign * Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}
