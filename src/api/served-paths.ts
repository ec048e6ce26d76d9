import type { Endpoint } from './endpoint.ts';
import { createPathFinder } from './paths.ts';

/** All endpoints of one path. */
export interface ServedPath {
  readonly pattern: string;
  /** value of the header `Allow`: writes first */
  readonly allow: string;
  readonly endpoints: readonly Endpoint[];
}

/** The endpoints by their paths, in the order in which they are given. */
export function pathsOf(endpoints: readonly Endpoint[]): readonly ServedPath[] {
  const byPattern = new Map<string, Endpoint[]>();
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

/** The value of the header `Allow` for a path as the router takes it; undefined when no endpoint has the path. */
export type AllowFinder = (routerPath: string) => string | undefined;

/** Returns a look-up of the methods that a path allows, for requests with a method that the parser does not accept. */
export function createAllowFinder(endpoints: readonly Endpoint[]): AllowFinder {
  const find = createPathFinder(pathsOf(endpoints));
  return (routerPath) => find(routerPath)?.path.allow;
}
