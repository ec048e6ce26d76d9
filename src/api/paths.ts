import { isGuid } from '../platform/ids.ts';
import type { Endpoint } from './endpoint.ts';

const MAX_VERSION = 2147483647;
const DIGITS = /^\d+$/;

/** All endpoints of one path. `allow`: the value of the header of that name. */
export interface PathTarget {
  readonly pattern: string;
  readonly allow: string;
  readonly endpoints: Readonly<Partial<Record<'GET' | 'POST', Endpoint>>>;
}

/** What a path leads to. `malformed`: it cannot be decoded; `unknown`: no endpoint has it. */
export type PathMatch =
  | { readonly kind: 'found'; readonly target: PathTarget; readonly params: readonly string[]; readonly canonicalPath: string }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'unknown' };

/** Finds the endpoints of a request path (as sent, without the query). */
export type PathFinder = (path: string) => PathMatch;

interface Route {
  readonly target: PathTarget;
  readonly parts: readonly Part[];
}
type Part = { readonly kind: 'fixed'; readonly text: string } | { readonly kind: 'guid' | 'version' | 'text' };

const NO_PARAMS: readonly string[] = [];
const MALFORMED: PathMatch = { kind: 'malformed' };
const UNKNOWN: PathMatch = { kind: 'unknown' };

/** Makes the finder. The documented spelling of a path without parameters is found by one look-up: that is the way of the busy writes. */
export function createPathFinder(endpoints: readonly Endpoint[]): PathFinder {
  const routes = routesOf(endpoints);
  const documented = new Map<string, PathMatch>();
  for (const { target, parts } of routes) {
    if (parts.some((part) => part.kind !== 'fixed')) continue;
    documented.set(target.pattern, { kind: 'found', target, params: NO_PARAMS, canonicalPath: target.pattern.toLowerCase() });
  }
  return (path) => documented.get(path) ?? findRoute(routes, path);
}

function routesOf(endpoints: readonly Endpoint[]): readonly Route[] {
  const byPattern = new Map<string, Endpoint[]>();
  for (const endpoint of endpoints) byPattern.set(endpoint.pattern, [...(byPattern.get(endpoint.pattern) ?? []), endpoint]);
  return [...byPattern].map(([pattern, members]) => ({
    parts: pattern.slice(1).split('/').map(partOf),
    target: {
      pattern,
      endpoints: Object.fromEntries(members.map((endpoint) => [endpoint.method, endpoint])),
      allow: members.map((endpoint) => (endpoint.method === 'GET' ? 'GET, HEAD' : endpoint.method)).join(', '),
    },
  }));
}

function partOf(text: string): Part {
  if (!text.startsWith('{')) return { kind: 'fixed', text: text.toLowerCase() };
  if (text === '{version}') return { kind: 'version' };
  return { kind: text.endsWith('Id}') ? 'guid' : 'text' };
}

function findRoute(routes: readonly Route[], path: string): PathMatch {
  const parts = decodedParts(path);
  if (parts === undefined) return MALFORMED;
  for (const { target, parts: wanted } of routes) {
    if (wanted.length !== parts.length) continue;
    const params = matchParts(wanted, parts);
    if (params !== undefined) return { kind: 'found', target, params, canonicalPath: canonicalPath(wanted, parts) };
  }
  return UNKNOWN;
}

/** The decoded parts of a path, one trailing slash ignored; undefined when it cannot be decoded or holds U+0000. */
function decodedParts(path: string): readonly string[] | undefined {
  const end = path.length > 1 && path.endsWith('/') ? path.length - 1 : path.length;
  try {
    const parts = path
      .slice(path.startsWith('/') ? 1 : 0, end)
      .split('/')
      .map((part) => (part.includes('%') ? decodeURIComponent(part) : part));
    return parts.some((part) => part.includes('\0')) ? undefined : parts;
  } catch {
    return undefined;
  }
}

function matchParts(wanted: readonly Part[], parts: readonly string[]): readonly string[] | undefined {
  const params: string[] = [];
  for (const [index, part] of wanted.entries()) {
    const text = parts[index] ?? '';
    const param = matchPart(part, text);
    if (param === undefined) return undefined;
    if (part.kind !== 'fixed') params.push(param);
  }
  return params;
}

function matchPart(part: Part, text: string): string | undefined {
  switch (part.kind) {
    case 'fixed':
      return text.toLowerCase() === part.text ? text : undefined;
    case 'guid':
      return isGuid(text) ? text.toLowerCase() : undefined;
    case 'version':
      return DIGITS.test(text) && Number(text) <= MAX_VERSION ? text : undefined;
    case 'text':
      return text === '' ? undefined : text;
  }
}

function canonicalPath(wanted: readonly Part[], parts: readonly string[]): string {
  return wanted.map((part, index) => `/${canonicalPart(part, parts[index] ?? '')}`).join('');
}

function canonicalPart(part: Part, text: string): string {
  if (part.kind === 'fixed' || part.kind === 'guid') return text.toLowerCase();
  return encodeURIComponent(text);
}
