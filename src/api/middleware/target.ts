import { HEALTH_PATHS } from '../../platform/health.ts';
import type { HostCheck } from '../../platform/host-check.ts';
import { commonAnswers } from '../common-answers.ts';
import type { Middleware } from '../exchange.ts';

/** Passes only requests for an allowed host; health is answered under every name. */
export function requireKnownHost(hosts: HostCheck): Middleware {
  return (request, response, next) => {
    const { path, routerPath, sent, reply } = response.locals.exchange;
    const isHealth = HEALTH_PATHS.has(routerPath?.toLowerCase() ?? '');
    const refusal = isHealth ? undefined : hosts(request, sent);
    if (refusal === undefined) next();
    else reply(commonAnswers.notOurHost(path, refusal));
  };
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

/** Answers 400 to a path that cannot be decoded, and to U+0000 anywhere (docs/contributing/spec/http/errors.md#malformed-path). */
export const refuseMalformedTarget: Middleware = (_request, response, next) => {
  const { path, routerPath, queryText, reply } = response.locals.exchange;
  if (routerPath !== undefined && !queryText.includes('%00')) next();
  else reply(commonAnswers.malformedPath(path));
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
