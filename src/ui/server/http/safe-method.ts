const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns whether the method is safe, so that the request changes no data (RFC 9110, 9.2.1). */
export function isSafeMethod(method: string): boolean {
  return SAFE.has(method);
}
