import type { ReadEndpoint, WriteEndpoint } from '../endpoint.ts';
import type { Middleware } from '../exchange.ts';
import { canonicalPath, parametersOf } from '../paths.ts';

/** Replies what the handler of a GET endpoint gives. */
export function answerRead({ handle }: ReadEndpoint): Middleware {
  return async (request, response) => {
    const { target, params, limits, minPositions, principal, reply } = response.locals.exchange;
    const hasLeft = () => request.socket.destroyed;
    const { path, queryText } = target;
    reply(await handle({ path, queryText, params, limits, minPositions, hasLeft, principal, message: request }));
  };
}

/** Replies what the handler of a POST or DELETE endpoint gives. */
export function answerWrite({ method, pattern, handle }: WriteEndpoint): Middleware {
  const endpoint = `${method} ${pattern}`;
  const fixedPath = parametersOf(pattern).length === 0 ? canonicalPath(pattern, []) : undefined;
  return async (request, response) => {
    const { target, params, limits, idempotencyKey, body, principal, audited, reply } = response.locals.exchange;
    const answer = await handle({
      path: target.path,
      queryText: target.queryText,
      params,
      limits,
      endpoint,
      canonicalPath: fixedPath ?? canonicalPath(pattern, params),
      body,
      idempotencyKey,
      principal,
      audited,
      hasLeft: () => request.socket.destroyed,
      carrier: request,
    });
    reply(answer);
  };
}
