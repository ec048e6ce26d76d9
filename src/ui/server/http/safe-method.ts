const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** RFC 9110, 9.2.1: the request changes no data. */
export function isSafeMethod(method: string): boolean {
  return SAFE.has(method);
}
