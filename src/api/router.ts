import { type Endpoint, nameOf } from './endpoint.ts';
import type { Middleware } from './exchange.ts';
import { createPathFinder } from './paths.ts';
import { pathsOf } from './served-paths.ts';

/** Builds the steps of a request after its path is found. */
export interface RouteMiddleware {
  /** for an endpoint */
  readonly to: (endpoint: Endpoint) => readonly Middleware[];
  /** for a method without an endpoint at the path */
  readonly otherwise: (pattern: string, allow: string) => readonly Middleware[];
}

/** Finds the path and endpoint of a request, and runs its steps. Calls `next` for an unknown path. */
export function createRouter(endpoints: readonly Endpoint[], middleware: RouteMiddleware): Middleware {
  const find = createPathFinder(
    pathsOf(endpoints).map(({ pattern, allow, endpoints: members }) => ({
      pattern,
      otherwise: middleware.otherwise(pattern, allow),
      served: new Map(members.map((endpoint) => [endpoint.method as string, servedOf(endpoint, middleware.to(endpoint))])),
    })),
  );
  return (request, response, next) => {
    const { exchange } = response.locals;
    const found = find(exchange.routerPath ?? '/');
    if (found === undefined) return next();
    const { pattern, served, otherwise } = found.path;
    exchange.route = pattern;
    exchange.params = found.params;
    const endpoint = served.get(request.method === 'HEAD' ? 'GET' : request.method);
    if (endpoint !== undefined) {
      exchange.endpoint = endpoint.name;
      exchange.permission = endpoint.permission;
    }
    run(endpoint?.steps ?? otherwise, 0, request, response, next);
  };
}

function servedOf(endpoint: Endpoint, steps: readonly Middleware[]) {
  return { name: nameOf(endpoint), permission: endpoint.permission, steps };
}

/** Runs a step, and the following one if it calls `next`. Passes errors to the error handler of Express. */
function run(steps: readonly Middleware[], at: number, ...[request, response, next]: Parameters<Middleware>): void {
  const handOn = (error?: unknown) => {
    if (error === undefined && at + 1 < steps.length) run(steps, at + 1, request, response, next);
    else next(error);
  };
  try {
    const done: unknown = steps[at]?.(request, response, handOn);
    if (done instanceof Promise) done.catch(next);
  } catch (error) {
    next(error);
  }
}
