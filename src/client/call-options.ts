/** Options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** overrides the timeout of the client */
  readonly timeoutMs?: number | undefined;
  readonly attempts?: number | undefined;
  /** of a write, instead of a new one. Calls with the same key run once. An empty text: no key, and no repeat. */
  readonly idempotencyKey?: string | undefined;
  /** for reads: positions to include, besides the writes of this client */
  readonly minPositions?: readonly string[] | undefined;
}
