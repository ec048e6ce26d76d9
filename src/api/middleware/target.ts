import type { IncomingMessage } from 'node:http';
import type { Answer } from '../../platform/answer.ts';
import { HEALTH_PATHS } from '../../platform/health.ts';
import type { HostCheck } from '../../platform/host-check.ts';
import { commonAnswers } from '../common-answers.ts';
import type { Middleware, RequestTarget } from '../exchange.ts';

/**
 * Host that is not allowed, then a path that cannot be decoded or contains U+0000. Health checks are allowed for every host
 * (docs/contributing/spec/http/errors.md#malformed-path).
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
 * Passes requests without `Origin`, or of the same host, which was checked before (docs/contributing/spec/mcp.md#origins). Browsers send `Origin`
 * with each request that can change data.
 */
export const refuseOtherOrigins: Middleware = (request, response, next) => {
  const { origin, host } = request.headers;
  const { path, reply } = response.locals.exchange;
  if (origin === undefined || (host !== undefined && [`http://${host}`, `https://${host}`].includes(origin.toLowerCase())))
    next();
  else reply(commonAnswers.otherOrigin(path));
};

/** Answers 404. */
export const noEndpoint: Middleware = (_request, response) => {
  const { path, reply } = response.locals.exchange;
  reply(commonAnswers.noEndpoint(path));
};

/** 405. `allow`: allowed methods. */
export function wrongMethod(allow: string): Middleware {
  return (request, response) => {
    const { path, reply } = response.locals.exchange;
    reply(commonAnswers.wrongMethod(path, request.method, allow));
  };
}
