import express, { type Express, type Router } from 'express';
import type { Endpoint } from './endpoint.ts';
import type { Middleware } from './exchange.ts';
import { expressPath, parametersOf, pathsOf, readParameter } from './paths.ts';

/** What happens to a request once its path is found. */
export interface RouteMiddleware {
  /** to one for an endpoint */
  readonly to: (endpoint: Endpoint) => readonly Middleware[];
  /** to one with a method that the path does not have */
  readonly otherwise: (pattern: string, allow: string) => readonly Middleware[];
}

/**
 * Adds the routes of endpoints to an application. The first matching path wins. A first look-up by path segment skips most
 * routes, because Express tries paths one by one.
 */
export function addRoutes(app: Express, endpoints: readonly Endpoint[], middleware: RouteMiddleware): void {
  const routers = new Map<string, Router>();
  const names = new Set(endpoints.flatMap(({ pattern }) => parametersOf(pattern)));
  for (const { pattern, allow, endpoints: members } of pathsOf(endpoints)) {
    const route = routerOf(routers, firstWordOf(pattern), names).route(expressPath(pattern));
    route.all(found(pattern));
    for (const endpoint of members) {
      if (endpoint.method === 'GET') route.get(...middleware.to(endpoint));
      else if (endpoint.method === 'DELETE') route.delete(...middleware.to(endpoint));
      else route.post(...middleware.to(endpoint));
    }
    route.all(...middleware.otherwise(pattern, allow));
  }
  app.use((request, response, next) => {
    const router = routers.get(firstWordOf(request.url));
    if (router === undefined) next();
    else router(request, response, next);
  });
}

function routerOf(routers: Map<string, Router>, word: string, names: ReadonlySet<string>): Router {
  const known = routers.get(word);
  if (known !== undefined) return known;
  const router = express.Router({ strict: true });
  for (const name of names) router.param(name, fittingOnly);
  routers.set(word, router);
  return router;
}

/** The first part of a path or pattern; patterns begin with a fixed one. Its case makes no difference. */
function firstWordOf(path: string): string {
  const end = path.slice(1).search(/[/?]/);
  return (end < 0 ? path : path.slice(0, end + 1)).toLowerCase();
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
