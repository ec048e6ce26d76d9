/** `path`: percent-encoded; `query` and `body` are not. */
export interface ApiCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** body of a POST */
  readonly body?: object;
  /** key of a POST; requests with the same key run once */
  readonly idempotencyKey?: string | undefined;
}

/** `status` 0: no usable answer; `text` contains the reason. */
export interface ApiReply {
  readonly status: number;
  readonly text: string;
  /** error code; absent: success */
  readonly code?: string | undefined;
  /** key to repeat a write whose outcome is unknown */
  readonly idempotencyKey?: string | undefined;
}

/** Calls the API as one user, in this process or over HTTP. Never rejects. */
export type ApiCaller = (call: ApiCall) => Promise<ApiReply>;

/** Percent-encoded, without undefined parameters. */
export function targetOf({ path, query = {} }: ApiCall): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** Returns undefined if empty or not JSON. */
export function jsonOf({ text }: ApiReply): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Own member of an untrusted value. Undefined: none, or not an object. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** [] if the member is not a list. */
export function listOf(value: unknown, name: string): readonly unknown[] {
  const list = memberOf(value, name);
  return Array.isArray(list) ? list : [];
}
