import { type Request, type RequestHandler, Router } from 'express';
import { shardOf } from '../../../platform/ids.ts';
import { type Captured, captured, sendCaptured } from './captured.ts';
import { mergedPages } from './merged-pages.ts';
import { PAGE_RULES, VIEW_RULES, type ViewRule } from './view-rules.ts';

const ID = /^\/instances\/([0-9a-f-]{36})(?:\/|$)/i;

/** The views of several shards as those of one installation (docs/contributing/spec/shards.md#pages). `shards`: the routes of each, by number. */
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
    const answer = page === undefined ? await combined(asks, request, rule as ViewRule<unknown>) : await mergedPages(asks, request, page);
    if (answer === undefined) next();
    else sendCaptured(response, answer);
  });
  return router;
}

export type AskShard = (originalUrl: string) => Promise<Captured | undefined>;

/** The first shard decides about refusals; then the others are read. */
async function combined(asks: readonly AskShard[], { originalUrl }: Request, rule: ViewRule<unknown>): Promise<Captured | undefined> {
  const [ask, ...others] = asks;
  const first = await ask?.(originalUrl);
  if (first === undefined || first.status !== 200) return first;
  const rest = await Promise.all(others.map((one) => one(originalUrl)));
  const refusal = rest.find((answer) => answer !== undefined && answer.status !== 200);
  if (refusal !== undefined) return refusal;
  const views = [first, ...rest].flatMap((answer) => (answer === undefined ? [] : [JSON.parse(String(answer.body))]));
  return { ...first, body: JSON.stringify(rule(views as never)) };
}
