/** So long a request counts as the same one that was sent before. Unit: ms. */
const COUNTS_MS = 5 * 60_000;

/** Requests with an unknown outcome, by their content. */
const unknown = new Map<string, { readonly key: string; readonly until: number }>();

/**
 * The `Idempotency-Key` of a request. Pressing the button again after a missing answer repeats the request under its first key,
 * so that it runs once (docs/contributing/spec/http.md#idempotency-key).
 * @param request path and body
 */
export function keyOf(request: string): string {
  const before = unknown.get(request);
  if (before !== undefined && before.until > Date.now()) return before.key;
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

/** Records the outcome of a request. `isKnown` false: it may have run, or may run later. */
export function settle(request: string, key: string, isKnown: boolean): void {
  if (isKnown) unknown.delete(request);
  else unknown.set(request, { key, until: Date.now() + COUNTS_MS });
}
