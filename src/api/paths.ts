import { isGuid } from '../platform/ids.ts';

const MAX_VERSION = 2147483647;
const DIGITS = /^\d+$/;
const PARAMETER = /\{(\w+)\}/g;

/** Names, in order. */
export function parametersOf(pattern: string): readonly string[] {
  return [...pattern.matchAll(PARAMETER)].map(([, name = '']) => name);
}

/** Reads decoded text. `…Id` must be a GUID (returned in lower case), `version` a number; others accept any text. Undefined: invalid. */
export function readParameter(name: string, text: string): string | undefined {
  if (name === 'version') return DIGITS.test(text) && Number(text) <= MAX_VERSION ? text : undefined;
  if (name.endsWith('Id')) return isGuid(text) ? text.toLowerCase() : undefined;
  return text;
}

/** The same for all spellings of a path: fixed parts in lower case, parameters encoded (docs/contributing/spec/http.md#same-content). */
export function canonicalPath(pattern: string, params: readonly string[]): string {
  let at = 0;
  return pattern
    .split(PARAMETER)
    .map((text, index) => (index % 2 === 0 ? text.toLowerCase() : encodeURIComponent(params[at++] ?? '')))
    .join('');
}

/** Path with decoded parameters. */
export interface FoundPath<P> {
  readonly path: P;
  readonly params: readonly string[];
}

/**
 * `routerPath`: in the form for the router. Prefers a path without parameters, otherwise the first pattern that matches. The first part of a pattern
 * must not be a parameter.
 */
export function createPathFinder<P extends { readonly pattern: string }>(
  paths: readonly P[],
): (routerPath: string) => FoundPath<P> | undefined {
  const fixed = new Map<string, FoundPath<P>>();
  const byWord = new Map<string, { readonly path: P; readonly form: RegExp; readonly names: readonly string[] }[]>();
  for (const path of paths) {
    const { pattern } = path;
    const names = parametersOf(pattern);
    if (names.length === 0) fixed.set(pattern.toLowerCase(), { path, params: [] });
    else byWord.set(firstWordOf(pattern), [...(byWord.get(firstWordOf(pattern)) ?? []), { path, form: formOf(pattern), names }]);
  }
  return (routerPath) => {
    const found = fixed.get(routerPath.toLowerCase());
    if (found !== undefined) return found;
    for (const { path, form, names } of byWord.get(firstWordOf(routerPath)) ?? []) {
      const params = readParameters(names, form.exec(routerPath));
      if (params !== undefined) return { path, params };
    }
    return undefined;
  };
}

/** Returns the word in lower case; groups patterns. */
function firstWordOf(path: string): string {
  const end = path.indexOf('/', 1);
  return (end < 0 ? path : path.slice(0, end)).toLowerCase();
}

/** Decoded parameters. Undefined: no match, or an invalid parameter. */
export function readPath(pattern: string, path: string): readonly string[] | undefined {
  return readParameters(parametersOf(pattern), formOf(pattern).exec(path));
}

function readParameters(names: readonly string[], match: RegExpExecArray | null): readonly string[] | undefined {
  if (match === null) return undefined;
  const values: string[] = [];
  for (const [at, name] of names.entries()) {
    const value = readParameter(name, decoded(match[at + 1] ?? ''));
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
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
