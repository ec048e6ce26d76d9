import type { IncomingMessage } from 'node:http';
import type { RequestHandler, Response } from 'express';
import type { KeyLimits, Right } from '../platform/access-roles.ts';
import type { Answer } from '../platform/answer.ts';
import type { Position } from '../requests/position.ts';
import type { AuditedRequest } from './audit/audited-request.ts';
import type { Principal } from './auth/principal.ts';
import { type JsonBody, NO_BODY } from './body/parse-json.ts';

/** Permission that an endpoint requires; `nothing`: none. Whether it requires a token depends only on its path (auth/protected-paths.ts). */
export type Permission = Right | 'nothing';

/** Target of a request. `sent`: target as it was sent. */
export interface RequestTarget {
  readonly sent: string;
  /** path without scheme, authority and query; `instance` of problem details */
  readonly path: string;
  /** the query string, not decoded; empty if absent */
  readonly queryText: string;
  /** path in the form for the router; undefined: the path cannot be decoded or contains U+0000 */
  readonly routerPath: string | undefined;
}

/** Matches a path that does not have to be changed for the router. */
const PLAIN = /^\/[\w/.-]*$/;
/** Matches scheme and authority of a target in absolute form (RFC 9112, 3.2.2). */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i;

/** Parses the target of a request line. Removes scheme and authority of a target in absolute form. */
export function readTarget(text: string): RequestTarget {
  const local = text.startsWith('/') ? text : text.replace(ORIGIN, '');
  const mark = local.indexOf('?');
  const path = (mark < 0 ? local : local.slice(0, mark)) || '/';
  return { sent: text, path, queryText: mark < 0 ? '' : local.slice(mark + 1), routerPath: routerPathOf(path) };
}

/**
 * Returns a path in the form for the router: each part is decoded and encoded again, and one final slash is removed. The router compares texts, and
 * would not find `/%44efinitions`. Returns undefined if the path cannot be decoded or contains U+0000.
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
  /** normalized path of a write, for its fingerprint (docs/contributing/spec/http.md#same-content) */
  readonly canonicalPath: string;
  /** user of the token; undefined if authentication is off, or if the endpoint requires no token */
  readonly principal: Principal | undefined;
  /** process keys that the caller's permission covers; undefined: all */
  readonly limits: KeyLimits;
  /**
   * positions that the query tables must contain before the read: `Service-Min-Position`, empty if the header does not apply
   * (docs/contributing/spec/http.md#service-min-position)
   */
  readonly minPositions: readonly Position[];
  /** valid value of `Idempotency-Key`; undefined: not sent */
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
/** One step of a request. It must either call `next` or `reply`. */
export type Middleware = RequestHandler<Record<string, string>, unknown, unknown, unknown, { exchange: Exchange }>;

const NO_ROUTE = 'none';
const NO_MEMBERS = {};

/** Creates the state of a new request. Until the endpoint is found, its permission is the highest one. */
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
