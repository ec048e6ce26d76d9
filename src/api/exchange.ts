import type { IncomingMessage } from 'node:http';
import type { RequestHandler, Response } from 'express';
import type { KeyLimits, Right } from '../platform/access-roles.ts';
import type { Answer } from '../platform/answer.ts';
import type { Position } from '../requests/position.ts';
import type { AuditedRequest } from './audit/audited-request.ts';
import type { Principal } from './auth/principal.ts';
import { type JsonBody, NO_BODY } from './body/parse-json.ts';

/** Permission that an endpoint requires; `nothing`: the endpoint is anonymous. */
export type Permission = Right | 'nothing';

/** The target of a request as it was sent, and the path for the router. */
export interface RequestTarget {
  readonly sent: string;
  /** without scheme, authority and query: `instance` of problems */
  readonly path: string;
  /** the query string, not decoded; empty if absent */
  readonly queryText: string;
  /** undefined: the path cannot be decoded or holds U+0000 */
  readonly routerPath: string | undefined;
}

/** A path that the router reads as it is. */
const PLAIN = /^\/[\w/.-]*$/;
/** An absolute form (RFC 9112, 3.2.2). */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i;

/** Reads the target of a request line. A target in absolute form loses its scheme and authority. */
export function readTarget(text: string): RequestTarget {
  const local = text.startsWith('/') ? text : text.replace(ORIGIN, '');
  const mark = local.indexOf('?');
  const path = (mark < 0 ? local : local.slice(0, mark)) || '/';
  return { sent: text, path, queryText: mark < 0 ? '' : local.slice(mark + 1), routerPath: routerPathOf(path) };
}

/**
 * A path in its one spelling: each part decoded and encoded again, one slash at the end left out. Express compares the text as it comes, and
 * would not find `/%44efinitions`. Undefined: it cannot be decoded, or holds U+0000.
 */
export function routerPathOf(path: string): string | undefined {
  const plain = path.length > 1 && path.endsWith('/') && !path.endsWith('//') ? path.slice(0, -1) : path;
  if (PLAIN.test(plain)) return plain;
  const parts = plain.slice(plain.startsWith('/') ? 1 : 0).split('/');
  try {
    const decoded = parts.map((part) => decodeURIComponent(part));
    return decoded.some((part) => part.includes('\0')) ? undefined : `/${decoded.map(encodeURIComponent).join('/')}`;
  } catch {
    return undefined;
  }
}

/** A request as handlers see it. */
export interface ApiRequest extends Pick<RequestTarget, 'path' | 'queryText'> {
  /** method and pattern of the endpoint, see `nameOf` */
  readonly endpoint: string;
  readonly permission: Permission;
  /** decoded path parts in the order of the pattern; GUIDs in lower case */
  readonly params: readonly string[];
  /** of a write: normalized path (docs/contributing/spec/http.md#same-content) */
  readonly canonicalPath: string;
  /** undefined while authentication is off and on anonymous paths */
  readonly principal: Principal | undefined;
  /** process keys that the caller's permission covers */
  readonly limits: KeyLimits;
  /**
   * positions that the query tables must contain before the read: `Service-Min-Position`, empty if the header does not apply
   * (docs/contributing/spec/http.md#service-min-position)
   */
  readonly minPositions: readonly Position[];
  /** valid value of the header; undefined: not sent */
  readonly idempotencyKey: string | undefined;
  readonly body: JsonBody;
  /** undefined: not an audited action */
  readonly audited: AuditedRequest | undefined;
  /** the Node request, for data that few endpoints need: `Accept`, the connection */
  readonly message: IncomingMessage;
  /** returns whether the client has disconnected */
  readonly hasLeft: () => boolean;
}

/** State of a request in app.ts. Each middleware sets the members that it determines. */
export type Exchange = RequestTarget & { -readonly [Name in keyof Omit<ApiRequest, 'path' | 'queryText'>]: ApiRequest[Name] } & {
  /** pattern of the path for metrics and traces */
  route: string;
  /** checked members of the body of a write */
  members: object;
  /** Sends the answer. Call it once. */
  reply(answer: Answer): void;
};

/** The response of a request with its {@link Exchange}. */
export type ApiResponse = Response<unknown, { exchange: Exchange }>;
/** One step of a request: calls `next` or replies. */
export type Middleware = RequestHandler<Record<string, string>, unknown, unknown, unknown, { exchange: Exchange }>;

const NO_ROUTE = 'none';
const NO_MEMBERS = {};

/** Builds the state of a new request. */
export function newExchange(
  { sent, path, queryText, routerPath }: RequestTarget,
  message: IncomingMessage,
  reply: Exchange['reply'],
): Exchange {
  return {
    sent,
    path,
    queryText,
    routerPath,
    endpoint: NO_ROUTE,
    permission: 'administer',
    route: NO_ROUTE,
    params: [],
    canonicalPath: path,
    principal: undefined,
    limits: undefined,
    minPositions: [],
    idempotencyKey: undefined,
    body: NO_BODY,
    members: NO_MEMBERS,
    audited: undefined,
    message,
    hasLeft: () => message.socket.destroyed,
    reply,
  };
}
