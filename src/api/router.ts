import { type Endpoint, nameOf } from './endpoint.ts';
import type { Middleware } from './exchange.ts';
import { createPathFinder } from './paths.ts';

export interface ServedPath<E extends RoutedEndpoint = Endpoint> {
  readonly pattern: string;
  /** header `Allow`; methods of writes are first */
  readonly allow: string;
  readonly endpoints: readonly E[];
}

/** Groups endpoints by path, in the order of the list. */
export function pathsOf<E extends RoutedEndpoint>(endpoints: readonly E[]): readonly ServedPath<E>[] {
  const byPattern = new Map<string, E[]>();
  for (const endpoint of endpoints) byPattern.set(endpoint.pattern, [...(byPattern.get(endpoint.pattern) ?? []), endpoint]);
  return [...byPattern].map(([pattern, members]) => ({
    pattern,
    endpoints: members,
    allow: members
      .map(({ method }) => (method === 'GET' ? 'GET, HEAD' : method))
      .sort((a, b) => Number(a.startsWith('GET')) - Number(b.startsWith('GET')))
      .join(', '),
  }));
}

/** Header `Allow`. `routerPath`: in the form for the router. Undefined: no endpoint has the path. */
export type AllowFinder = (routerPath: string) => string | undefined;

/** Creates the finder for methods that the HTTP parser rejects. */
export function createAllowFinder(endpoints: readonly Endpoint[]): AllowFinder {
  const find = createPathFinder(pathsOf(endpoints));
  return (routerPath) => find(routerPath)?.path.allow;
}

/** Endpoint for the router, also of the Camunda APIs. */
export type RoutedEndpoint = Pick<Endpoint, 'pattern' | 'permission'> & { readonly method: string };

/** Middleware of a path. */
export interface RouteMiddleware<E extends RoutedEndpoint> {
  readonly to: (endpoint: E) => readonly Middleware[];
  /** middleware for methods without endpoint */
  readonly otherwise: (pattern: string, allow: string) => readonly Middleware[];
}

/** Stores path pattern, parameters, name and permission in the exchange, and runs the middleware. Unknown path: calls `next`. */
export function createRouter<E extends RoutedEndpoint>(endpoints: readonly E[], middleware: RouteMiddleware<E>): Middleware {
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

function servedOf(endpoint: RoutedEndpoint, steps: readonly Middleware[]) {
  return { name: nameOf(endpoint), permission: endpoint.permission, steps };
}

/** Runs the steps from `at`. Passes errors to the error handler of Express. */
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
