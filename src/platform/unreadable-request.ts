/** What stands in the way of reading bytes as a request. `target`: its path or query; `method`: a verb nobody knows; `size`: the head is too long. */
export type UnreadableKind = 'target' | 'method' | 'size' | 'other';

/** Bytes that are no request to the HTTP parser. `method` and `path` as far as the first line tells them, else `GET` and `/`. */
export interface UnreadableRequest {
  readonly kind: UnreadableKind;
  readonly method: string;
  /** as sent, without the query */
  readonly path: string;
}

/** An error of the HTTP parser. */
export interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

const KINDS: Readonly<Record<string, UnreadableKind>> = {
  HPE_INVALID_URL: 'target',
  HPE_INVALID_METHOD: 'method',
  HPE_HEADER_OVERFLOW: 'size',
};
const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]+) ([^\s?]+)\S* HTTP\/1\.[01]$/;
/** No request line within reason is longer. */
const LINE_LIMIT = 16_384;

/** Tells from an error of the HTTP parser what was wrong with the request it stopped at. */
export function unreadableRequest(error: ParserError): UnreadableRequest {
  const kind = KINDS[error.code ?? ''] ?? 'other';
  const [line = ''] = (error.rawPacket?.toString('utf8', 0, LINE_LIMIT) ?? '').split('\r\n', 1);
  const [, method, path] = REQUEST_LINE.exec(line) ?? [];
  if (method === undefined || path === undefined) return { kind: kind === 'method' ? 'other' : kind, method: 'GET', path: '/' };
  return { kind, method, path };
}
