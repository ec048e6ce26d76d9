import express, { type Router } from 'express';
import type { Endpoint } from './endpoint.ts';
import type { Middleware } from './exchange.ts';
import { expressPath, parametersOf, pathsOf, readParameter } from './paths.ts';

/** Endpoints whose paths begin alike. */
export interface Resource {
  /** beginning of all its patterns; `/` when they have none in common */
  readonly prefix: string;
  readonly endpoints: readonly Endpoint[];
}

/** What happens to a request once its path is found. */
export interface RouteMiddleware {
  /** to one for an endpoint */
  readonly to: (endpoint: Endpoint) => readonly Middleware[];
  /** to one with a method that the path does not have */
  readonly otherwise: (pattern: string, allow: string) => readonly Middleware[];
}

/** The router of a resource, to be mounted at its prefix. */
export function createRouter({ prefix, endpoints }: Resource, middleware: RouteMiddleware): Router {
  const router = express.Router({ strict: true });
  const base = prefix === '/' ? '' : prefix;
  for (const name of new Set(endpoints.flatMap(({ pattern }) => parametersOf(pattern)))) router.param(name, fittingOnly);
  for (const { pattern, allow, endpoints: members } of pathsOf(endpoints)) {
    const route = router.route(expressPath(pattern.slice(base.length)) || '/');
    route.all(found(pattern));
    for (const endpoint of members) {
      if (endpoint.method === 'GET') route.get(...middleware.to(endpoint));
      else route.post(...middleware.to(endpoint));
    }
    route.all(...middleware.otherwise(pattern, allow));
  }
  return router;
}

/** A path with a parameter that does not fit is another path. */
const fittingOnly: Parameters<Router['param']>[1] = (request, _response, next, text: string, name) => {
  const value = readParameter(name, text);
  if (value === undefined) return next('route');
  request.params[name] = value;
  next();
};

function found(pattern: string): Middleware {
  return (request, response, next) => {
    const { exchange } = response.locals;
    exchange.route = pattern;
    exchange.params = Object.values(request.params);
    next();
  };
}
