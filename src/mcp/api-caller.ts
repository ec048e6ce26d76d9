/** One request to an endpoint of the API. `path` must be percent-encoded; `query` and `body` must not. */
export interface ApiCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** body of a POST */
  readonly body?: object;
  /** idempotency key of a POST; requests with the same key run once */
  readonly idempotencyKey?: string | undefined;
}

/** Answer of the API. `status` 0: no answer, or one that cannot be used; `text` contains the reason. */
export interface ApiReply {
  readonly status: number;
  readonly text: string;
  /** error code of the answer; absent for success */
  readonly code?: string | undefined;
  /** response header with the key to repeat a write whose outcome is unknown */
  readonly idempotencyKey?: string | undefined;
}

/** Calls endpoints of the API as one user, in this process or over HTTP. Never rejects. */
export type ApiCaller = (call: ApiCall) => Promise<ApiReply>;

/** Returns path and query of a call, percent-encoded. Omits undefined parameters. */
export function targetOf({ path, query = {} }: ApiCall): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** Parses the JSON of an answer. Returns undefined if it is empty or not JSON. */
export function jsonOf({ text }: ApiReply): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns an own member of an untrusted value. Returns undefined if the value is not an object or does not have the member. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** Returns the list in a member of an answer. Returns [] if the member is not a list. */
export function listOf(value: unknown, name: string): readonly unknown[] {
  const list = memberOf(value, name);
  return Array.isArray(list) ? list : [];
}
