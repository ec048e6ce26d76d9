const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request with this method changes nothing (RFC 9110, 9.2.1). */
export function isSafeMethod(method: string): boolean {
  return SAFE.has(method);
}
