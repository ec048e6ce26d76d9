import { isGuid } from '../platform/ids.ts';
import type { Endpoint } from './endpoint.ts';

const MAX_VERSION = 2147483647;
const DIGITS = /^\d+$/;
const PARAMETER = /\{(\w+)\}/g;

/** All endpoints of one path. */
export interface ServedPath {
  readonly pattern: string;
  /** value of the header `Allow` */
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
    allow: members.map((endpoint) => (endpoint.method === 'GET' ? 'GET, HEAD' : endpoint.method)).join(', '),
  }));
}

/** A pattern as Express writes it: `/UserTasks/:activityInstanceId`. */
export function expressPath(pattern: string): string {
  return pattern.replace(PARAMETER, ':$1');
}

/** Names of the parameters of a pattern, in order. */
export function parametersOf(pattern: string): readonly string[] {
  return [...pattern.matchAll(PARAMETER)].map(([, name = '']) => name);
}

/**
 * The value of a parameter from its decoded text; undefined when the text does not fit: `…Id` holds a GUID and gives it in lower case,
 * `version` holds a version, anything else any text.
 */
export function readParameter(name: string, text: string): string | undefined {
  if (name === 'version') return DIGITS.test(text) && Number(text) <= MAX_VERSION ? text : undefined;
  if (name.endsWith('Id')) return isGuid(text) ? text.toLowerCase() : undefined;
  return text;
}

/** A path in its one spelling: fixed parts in lower case, parameters encoded (docs/contributing/spec/http.md#same-content). */
export function canonicalPath(pattern: string, params: readonly string[]): string {
  let at = 0;
  return pattern
    .split(PARAMETER)
    .map((text, index) => (index % 2 === 0 ? text.toLowerCase() : encodeURIComponent(params[at++] ?? '')))
    .join('');
}

/** The value of the header `Allow` for a path as the router takes it; undefined when no endpoint has the path. */
export type AllowFinder = (routerPath: string) => string | undefined;

/** Returns a look-up of the methods that a path allows, for requests with a method that the parser does not accept. */
export function createAllowFinder(endpoints: readonly Endpoint[]): AllowFinder {
  const paths = pathsOf(endpoints).map(({ pattern, allow }) => ({ form: formOf(pattern), names: parametersOf(pattern), allow }));
  return (routerPath) =>
    paths.find(({ form, names }) => {
      const [isFound, ...texts] = form.exec(routerPath) ?? [];
      return isFound !== undefined && names.every((name, at) => readParameter(name, texts[at] ?? '') !== undefined);
    })?.allow;
}

/** The decoded parameters of a path, where it has this pattern; undefined: it has not. */
export function readPath(pattern: string, path: string): readonly string[] | undefined {
  const [isFound, ...texts] = formOf(pattern).exec(path) ?? [];
  if (isFound === undefined) return undefined;
  const values = parametersOf(pattern).map((name, at) => readParameter(name, decoded(texts[at] ?? '')));
  return values.every((value) => value !== undefined) ? values : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function formOf(pattern: string): RegExp {
  const source = pattern.replaceAll('.', '\\.').replace(PARAMETER, '([^/]+)');
  return new RegExp(`^${source}$`, 'i');
}
