import type { Express } from 'express';
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

/** Adds the routes of endpoints to an application. Paths that come first are found first. */
export function addRoutes(app: Express, endpoints: readonly Endpoint[], middleware: RouteMiddleware): void {
  for (const name of new Set(endpoints.flatMap(({ pattern }) => parametersOf(pattern)))) app.param(name, fittingOnly);
  for (const { pattern, allow, endpoints: members } of pathsOf(endpoints)) {
    const route = app.route(expressPath(pattern));
    route.all(found(pattern));
    for (const endpoint of members) {
      if (endpoint.method === 'GET') route.get(...middleware.to(endpoint));
      else if (endpoint.method === 'DELETE') route.delete(...middleware.to(endpoint));
      else route.post(...middleware.to(endpoint));
    }
    route.all(...middleware.otherwise(pattern, allow));
  }
}

/** A path with a parameter that does not fit is another path. */
const fittingOnly: Parameters<Express['param']>[1] = (request, _response, next, text: string, name) => {
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
