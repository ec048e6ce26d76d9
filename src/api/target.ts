/** The target of a request as it was sent, and the path for the router. */
export interface RequestTarget {
  readonly sent: string;
  /** without scheme, authority and query: `instance` of problems */
  readonly path: string;
  /** the query string, not decoded; empty if absent */
  readonly queryText: string;
  /** undefined: the path cannot be decoded or holds U+0000 */
  readonly routerPath: string | undefined;
}

/** A path that the router reads as it is. */
const PLAIN = /^\/[\w/.-]*$/;
/** An absolute form (RFC 9112, 3.2.2). */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i;

/** Reads the target of a request line. A target in absolute form loses its scheme and authority. */
export function readTarget(text: string): RequestTarget {
  const local = text.startsWith('/') ? text : text.replace(ORIGIN, '');
  const mark = local.indexOf('?');
  const path = (mark < 0 ? local : local.slice(0, mark)) || '/';
  return { sent: text, path, queryText: mark < 0 ? '' : local.slice(mark + 1), routerPath: routerPathOf(path) };
}

/**
 * A path in its one spelling: each part decoded and encoded again, one slash at the end left out. Express compares the text as it comes, and
 * would not find `/%44efinitions`. Undefined: it cannot be decoded, or holds U+0000.
 */
export function routerPathOf(path: string): string | undefined {
  const plain = path.length > 1 && path.endsWith('/') && !path.endsWith('//') ? path.slice(0, -1) : path;
  if (PLAIN.test(plain)) return plain;
  const parts = plain.slice(plain.startsWith('/') ? 1 : 0).split('/');
  try {
    const decoded = parts.map((part) => decodeURIComponent(part));
    return decoded.some((part) => part.includes('\0')) ? undefined : `/${decoded.map(encodeURIComponent).join('/')}`;
  } catch {
    return undefined;
  }
}
