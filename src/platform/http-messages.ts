import { IncomingMessage, ServerResponse } from 'node:http';

export interface HttpMessages {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/**
 * Separate classes, so that a framework can add its methods to their prototypes once. Express sets another prototype for each message, which makes every
 * later access of a property slower in V8, also in the code of Node.
 */
export function ownHttpMessages(): HttpMessages {
  return {
    IncomingMessage: class extends IncomingMessage {},
    ServerResponse: class<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {},
  };
}

/** `target`: invalid path or query. `method`: unknown method. `size`: the headers are too long. */
type UnreadableKind = 'target' | 'method' | 'size' | 'other';

/** Rejected by the HTTP parser. `method` and `path`: from the request line; `GET` and `/` if it is invalid. */
export interface UnreadableRequest {
  readonly kind: UnreadableKind;
  readonly method: string;
  /** path as sent, without the query */
  readonly path: string;
}

export interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

const KINDS: Readonly<Record<string, UnreadableKind>> = {
  HPE_INVALID_URL: 'target',
  HPE_INVALID_METHOD: 'method',
  HPE_HEADER_OVERFLOW: 'size',
};
const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]+) (\S+) HTTP\/1\.[01]$/;

/** Bytes in which the request line is searched. A valid one is shorter. */
const LINE_LIMIT = 16_384;

export function unreadableRequest(error: ParserError): UnreadableRequest {
  const kind = KINDS[error.code ?? ''] ?? 'other';
  const [line = ''] = (error.rawPacket?.toString('utf8', 0, LINE_LIMIT) ?? '').split('\r\n', 1);
  const [, method, target = ''] = REQUEST_LINE.exec(line) ?? [];
  const [path = ''] = target.split('?', 1);
  if (method === undefined || path === '') return { kind: kind === 'method' ? 'other' : kind, method: 'GET', path: '/' };
  return { kind, method, path };
}
