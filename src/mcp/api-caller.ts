/** One request to an endpoint of the API. `path` is encoded; `query` and `body` are not. */
export interface ApiCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** of a POST */
  readonly body?: object;
  /** key of a POST; requests with the same key run once */
  readonly idempotencyKey?: string | undefined;
}

/** Answer of the API. `status` 0: no usable answer, with the reason in `text`. */
export interface ApiReply {
  readonly status: number;
  readonly text: string;
  /** error code of the answer */
  readonly code?: string | undefined;
  /** the header: under this key a write whose outcome is unknown can be repeated */
  readonly idempotencyKey?: string | undefined;
}

/** Calls endpoints of the API as one user, in this process or over HTTP. Never rejects. */
export type ApiCaller = (call: ApiCall) => Promise<ApiReply>;

/** The target of a call: path and query, encoded. */
export function targetOf({ path, query = {} }: ApiCall): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** The JSON of an answer; undefined: not JSON. */
export function jsonOf({ text }: ApiReply): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A member of a value from outside, read as its own only. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** The entries of a list among the members of an answer. */
export function listOf(value: unknown, name: string): readonly unknown[] {
  const list = memberOf(value, name);
  return Array.isArray(list) ? list : [];
}
