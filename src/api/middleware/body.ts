import { readJsonBody, skipBody } from '../body/read-json-body.ts';
import type { Middleware } from '../exchange.ts';

/** Reads a body as a JSON object. `limit`: decoded bytes. */
export function jsonBody(limit: number): Middleware {
  return async (request, response, next) => {
    const { exchange } = response.locals;
    const outcome = await readJsonBody(request, limit, exchange.path);
    if (!outcome.ok) return exchange.reply(outcome.answer);
    exchange.body = outcome.body;
    next();
  };
}

/** Lets any body run by unread; its size limit holds (docs/contributing/spec/http/user-tasks.md#unclaim-ignores-body). `limit`: decoded bytes. */
export function ignoredBody(limit: number): Middleware {
  return async (request, response, next) => {
    const { exchange } = response.locals;
    const refusal = await skipBody(request, limit, exchange.path);
    if (refusal === undefined) next();
    else exchange.reply(refusal);
  };
}
