import { jsonAnswer, problemAnswer } from '../../../platform/answer.ts';
import { PAGE_SIZES } from '../../../queries/lists/paging.ts';
import type { PageView } from '../../wire/page.ts';
import type { WorkflowView } from '../../wire/workflows.ts';
import type { Captured } from './captured.ts';
import type { ViewRule } from './view-rules.ts';

type AskShard = (originalUrl: string) => Promise<Captured | undefined>;
type Rows = PageView<WorkflowView>;

/** Processes that are read for an order by failures. */
const MOST_ROWS = 10_000;

/** Order by a number that is the sum of all shards. Undefined: the order of the first shard is right. */
export function isByFailures(path: string, originalUrl: string): boolean {
  return path === '/workflows' && /^-?failures$/.test(parametersIn(originalUrl).get('sort') ?? '');
}

/** Reads the processes of all shards, adds their counts, and returns one page of them by failures. */
export async function pageByFailures(
  asks: readonly AskShard[],
  { path, originalUrl }: { readonly path: string; readonly originalUrl: string },
  rule: ViewRule<Rows>,
): Promise<Captured | undefined> {
  const [ask] = asks;
  const first = await ask?.(originalUrl);
  if (first === undefined || first.status !== 200) return first;
  const { page, pageSize, totalCount } = JSON.parse(String(first.body)) as Rows;
  if (totalCount > MOST_ROWS) {
    const text = `More than ${MOST_ROWS} processes cannot be sorted by failures with several shards. Search for a part of the key.`;
    const { status, contentType = '', body } = problemAnswer('invalid-query', text, path);
    return { ...first, status, type: contentType, body };
  }
  const answers = await Promise.all(asks.map((one) => allRows(one, originalUrl)));
  const refusal = answers.find((answer) => 'status' in answer);
  if (refusal !== undefined) return refusal as Captured;
  const views = answers as readonly (readonly WorkflowView[])[];
  const [known = [], ...others] = views.map((items) => ({ items, page, pageSize, totalCount }));
  const { items } = rule([known, ...others] as never);
  const sign = parametersIn(originalUrl).get('sort')?.startsWith('-') === true ? -1 : 1;
  const sorted = [...items].sort(
    (a, b) => sign * (failuresOf(a) - failuresOf(b)) || Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)),
  );
  return {
    ...first,
    body: jsonAnswer({ items: sorted.slice((page - 1) * pageSize, page * pageSize), page, pageSize, totalCount }).body,
  };
}

const failuresOf = ({ counts, incidents }: WorkflowView) => counts.failed + incidents;

/** All rows by key, or the first refusal. */
async function allRows(ask: AskShard, originalUrl: string): Promise<readonly WorkflowView[] | Captured> {
  const rows: WorkflowView[] = [];
  const [address = ''] = originalUrl.split('?', 1);
  for (let page = 1; ; page += 1) {
    const others = [...parametersIn(originalUrl)].filter(([name]) => !['page', 'pagesize', 'sort'].includes(name));
    const query = new URLSearchParams([
      ...others,
      ['sort', 'key'],
      ['page', String(page)],
      ['pageSize', String(PAGE_SIZES.maxSize)],
    ]);
    const answer = await ask(`${address}?${query}`);
    if (answer === undefined) return rows;
    if (answer.status !== 200) return answer;
    const { items } = JSON.parse(String(answer.body)) as Rows;
    rows.push(...items);
    if (items.length < PAGE_SIZES.maxSize) return rows;
  }
}

/** Names in lower case. */
function parametersIn(originalUrl: string): ReadonlyMap<string, string> {
  const [, text = ''] = originalUrl.split('?', 2);
  return new Map([...new URLSearchParams(text)].map(([name, value]) => [name.toLowerCase(), value]));
}
