/** Address in the browser history. `key`: differs for each entry, `default` for the first. */
export interface Location {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly state: unknown;
  readonly key: string;
}

/** Address, absolute or relative to the shown one: `?page=2`. */
export type To = string | { readonly pathname?: string; readonly search?: string; readonly hash?: string };

/** Address of this site below the origin. */
export function addressOf(to: To, { pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const text = typeof to === 'string' ? to : `${to.pathname ?? pathname}${to.search ?? ''}${to.hash ?? ''}`;
  // two slashes would name another site
  const {
    pathname: path,
    search: query,
    hash,
  } = new URL(text.replace(/^[/\\]+/, '/'), `${window.location.origin}${pathname}${search}`);
  return `${path}${query}${hash}`;
}

export type Params = Readonly<Record<string, string | undefined>>;

/**
 * Values of `:name` and `:name?` in a pattern such as `/a/:key/:version?`, decoded; undefined: another address. Ignores the case of fixed parts, and a
 * slash at the end.
 */
export function matchPath(pattern: string, pathname: string): { readonly params: Params } | undefined {
  const [wanted, parts] = [pattern, pathname].map((path) => path.split('/').filter((part) => part !== ''));
  if (wanted === undefined || parts === undefined || parts.length > wanted.length) return undefined;
  const params: Record<string, string | undefined> = {};
  for (const [index, part] of wanted.entries()) {
    const given = parts[index];
    const [, name, mayMiss] = /^:(\w+)(\??)$/.exec(part) ?? [];
    if (name === undefined ? given?.toLowerCase() !== part.toLowerCase() : given === undefined && mayMiss === '')
      return undefined;
    if (name !== undefined) params[name] = given === undefined ? undefined : decoded(given);
  }
  return { params };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
