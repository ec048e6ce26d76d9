import { type Request, type RequestHandler, Router } from 'express';
import type { Answer } from '../../../platform/answer.ts';
import { shardOf } from '../../../platform/ids.ts';
import { type MergedRows, mergedPage } from '../../../shards/merged-page.ts';
import type { FailureGroupsView, HomeView } from '../../wire/home.ts';
import type { PageView } from '../../wire/page.ts';
import type { WorkflowView } from '../../wire/workflows.ts';
import { type Captured, captured, sendCaptured } from './captured.ts';
import { wantedGroups, withGroups } from './home-groups.ts';
import { PAGE_RULES, VIEW_RULES, type ViewRule } from './view-rules.ts';
import { isByFailures, pageByFailures } from './whole-lists.ts';

const ID = /^\/instances\/([0-9a-f-]{36})(?:\/|$)/i;

/**
 * See docs/contributing/spec/shards.md#pages. A GET with a rule in view-rules.ts joins the answers of all shards. Other requests go to the shard of
 * the instance id in the path, otherwise to the first.
 * @param shards routes of each shard, by number
 */
export function mergedViews(shards: readonly RequestHandler[]): Router {
  const router = Router();
  router.use(async (request, response, next) => {
    const { path } = request;
    const page = PAGE_RULES[path];
    const rule = VIEW_RULES[path] as ViewRule<unknown> | undefined;
    if (request.method !== 'GET' || (page === undefined && rule === undefined)) {
      const id = ID.exec(path)?.[1]?.toLowerCase();
      const routes = shards[id === undefined ? 0 : shardOf(id)] ?? shards[0];
      return routes?.(request, response, next);
    }
    const asks = shards.map((routes) => (url: string) => captured(routes, request, response, url));
    const answer = await (page !== undefined
      ? pageOfShards(asks, request, page)
      : isByFailures(path, request.originalUrl)
        ? pageByFailures(asks, request, rule as ViewRule<unknown> as ViewRule<PageView<WorkflowView>>)
        : combined(asks, request, rule as ViewRule<unknown>));
    if (answer === undefined) next();
    else sendCaptured(response, answer);
  });
  return router;
}

type AskShard = (originalUrl: string) => Promise<Captured | undefined>;

/** Asks the first shard, then the others. Returns the first refusal of any shard instead. */
async function combined(
  asks: readonly AskShard[],
  { path, originalUrl }: Request,
  rule: ViewRule<unknown>,
): Promise<Captured | undefined> {
  const [ask, ...others] = asks;
  const first = await ask?.(originalUrl);
  if (first === undefined || first.status !== 200) return first;
  const rest = await Promise.all(others.map((one) => one(originalUrl)));
  const refusal = rest.find((answer) => answer !== undefined && answer.status !== 200);
  if (refusal !== undefined) return refusal;
  const views = bodiesOf<unknown>([first, ...rest]);
  const joined = rule(views as never);
  const body =
    path === '/home' ? await withExactGroups(asks, originalUrl, joined as HomeView, views as readonly HomeView[]) : joined;
  return { ...first, body: JSON.stringify(body) };
}

function bodiesOf<T>(answers: readonly (Captured | undefined)[]): readonly T[] {
  return answers.flatMap((answer) => (answer?.status === 200 ? [JSON.parse(String(answer.body)) as T] : []));
}

/** Reads groups again that the shards have formed by different messages (docs/contributing/spec/shards.md#groups). */
async function withExactGroups(
  asks: readonly AskShard[],
  originalUrl: string,
  joined: HomeView,
  views: readonly HomeView[],
): Promise<HomeView> {
  const wanted = wantedGroups(joined, views);
  if (wanted === undefined) return joined;
  const [address = ''] = originalUrl.split('?', 1);
  const query = new URLSearchParams({ groups: JSON.stringify(wanted) });
  const answers = bodiesOf<FailureGroupsView>(await Promise.all(asks.map((ask) => ask(`${address}?${query}`))));
  return answers.length < asks.length ? joined : withGroups(joined, wanted, answers);
}

/** Asks the first shard only whether it refuses the request. */
async function pageOfShards(
  asks: readonly AskShard[],
  { path, originalUrl }: Request,
  rule: MergedRows,
): Promise<Captured | undefined> {
  const [address = '', queryText = ''] = originalUrl.split('?', 2);
  const [first] = asks;
  const refusal = await first?.(originalUrl);
  if (refusal === undefined || refusal.status !== 200) return refusal;
  const answer = await mergedPage(
    rule,
    { path, queryText },
    asks.map((ask) => async (asked) => answerOf(await ask(`${address}?${asked.queryText}`))),
  );
  return { ...refusal, status: answer.status, type: answer.contentType ?? refusal.type, body: answer.body };
}

function answerOf(captured: Captured | undefined): Answer {
  const { status = 404, type = '', body = '' } = captured ?? {};
  return { status, contentType: type, body: String(body) };
}
