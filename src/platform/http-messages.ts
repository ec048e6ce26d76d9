import { IncomingMessage, ServerResponse } from 'node:http';

/** The classes of which one server makes its requests and answers. */
export interface HttpMessages {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/**
 * Classes of one server's own, so that a framework can put its methods behind their prototypes once. Express gives each message another prototype when it comes,
 * and V8 then forgets the shape of the object: each later access is a search, in Node's own code too.
 */
export function ownHttpMessages(): HttpMessages {
  return {
    IncomingMessage: class extends IncomingMessage {},
    ServerResponse: class<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {},
  };
}

/** Why bytes are not a readable request. `target`: its path or query; `method`: unknown method; `size`: the head is too long. */
type UnreadableKind = 'target' | 'method' | 'size' | 'other';

/** Bytes that the HTTP parser rejects. `method` and `path` from the first line, else `GET` and `/`. */
export interface UnreadableRequest {
  readonly kind: UnreadableKind;
  readonly method: string;
  /** path as sent, without the query */
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

/** Bytes to search for the request line; a valid one is shorter. */
const LINE_LIMIT = 16_384;

/** Finds the fault of a request from the error of the HTTP parser. */
export function unreadableRequest(error: ParserError): UnreadableRequest {
  const kind = KINDS[error.code ?? ''] ?? 'other';
  const [line = ''] = (error.rawPacket?.toString('utf8', 0, LINE_LIMIT) ?? '').split('\r\n', 1);
  const [, method, path] = REQUEST_LINE.exec(line) ?? [];
  if (method === undefined || path === undefined) return { kind: kind === 'method' ? 'other' : kind, method: 'GET', path: '/' };
  return { kind, method, path };
}
