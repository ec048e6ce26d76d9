/** So long a request counts as the same one that was sent before. Unit: ms. */
const COUNTS_MS = 5 * 60_000;

/** Requests whose outcome nobody knows, by what they ask for. */
const unknown = new Map<string, { readonly key: string; readonly until: number }>();

/**
 * The `Idempotency-Key` of a request. Pressing the button again after an answer that did not come repeats the request under its first key, so that
 * it is carried out once (docs/spec/http.md#idempotency-key).
 * @param request path and body
 */
export function keyOf(request: string): string {
  const before = unknown.get(request);
  if (before !== undefined && before.until > Date.now()) return before.key;
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

/** Remembers what came of a request. `isKnown` false: it may have been carried out, or may be later. */
export function settle(request: string, key: string, isKnown: boolean): void {
  if (isKnown) unknown.delete(request);
  else unknown.set(request, { key, until: Date.now() + COUNTS_MS });
}
