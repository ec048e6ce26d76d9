import type { IncomingMessage } from 'node:http';
import type { Answer } from '../../platform/answer.ts';
import { HEALTH_PATHS } from '../../platform/health.ts';
import type { HostCheck } from '../../platform/host-check.ts';
import { commonAnswers } from '../common-answers.ts';
import type { Middleware, RequestTarget } from '../exchange.ts';

/**
 * Refuses a request for a host that is not allowed; health is answered under every name. Then refuses a path that cannot be decoded, and U+0000
 * anywhere (docs/contributing/spec/http/errors.md#malformed-path).
 */
export function refusalOfTarget(
  request: IncomingMessage,
  target: RequestTarget,
  hosts: HostCheck | undefined,
): Answer | undefined {
  const { path, routerPath, queryText, sent } = target;
  const isHealth = hosts === undefined || HEALTH_PATHS.has(routerPath?.toLowerCase() ?? '');
  const refusal = isHealth ? undefined : hosts(request, sent);
  if (refusal !== undefined) return commonAnswers.notOurHost(path, refusal);
  return routerPath === undefined || queryText.includes('%00') ? commonAnswers.malformedPath(path) : undefined;
}

/**
 * Passes only requests without an origin, or from a page of the same host (docs/contributing/spec/mcp.md#origins). Browsers name the origin
 * of a page with each request that may change data. The host itself has been checked before.
 */
export const refuseOtherOrigins: Middleware = (request, response, next) => {
  const { origin, host } = request.headers;
  const { path, reply } = response.locals.exchange;
  if (origin === undefined || (host !== undefined && [`http://${host}`, `https://${host}`].includes(origin.toLowerCase())))
    next();
  else reply(commonAnswers.otherOrigin(path));
};

/** Answers 404: no router has taken the request. */
export const noEndpoint: Middleware = (_request, response) => {
  const { path, reply } = response.locals.exchange;
  reply(commonAnswers.noEndpoint(path));
};

/** Answers 405: the path is there, the method is not. */
export function wrongMethod(allow: string): Middleware {
  return (request, response) => {
    const { path, reply } = response.locals.exchange;
    reply(commonAnswers.wrongMethod(path, request.method, allow));
  };
}
