import type { IncomingMessage } from 'node:http';
import type { RequestHandler, Response } from 'express';
import type { KeyLimits, Right } from '../platform/access-roles.ts';
import type { Answer } from '../platform/answer.ts';
import type { Position } from '../requests/position.ts';
import type { AuditedRequest } from './audit/audited-request.ts';
import type { Principal } from './auth/principal.ts';
import { type JsonBody, NO_BODY } from './body/parse-json.ts';

/** `nothing`: none. Whether a token is required depends only on the path (auth/protected-paths.ts). */
export type Permission = Right | 'nothing';

/** `sent`: as it was sent. */
export interface RequestTarget {
  readonly sent: string;
  /** path without scheme, authority and query; `instance` of problem details */
  readonly path: string;
  /** query string, not decoded; empty if absent */
  readonly queryText: string;
  /** path for the router; undefined: cannot be decoded, or contains U+0000 */
  readonly routerPath: string | undefined;
}

/** Needs no change for the router. */
const PLAIN = /^\/[\w/.-]*$/;
/** Scheme and authority of a target in absolute form (RFC 9112, 3.2.2). */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i;

/** Removes scheme and authority of a target in absolute form. */
export function readTarget(text: string): RequestTarget {
  const local = text.startsWith('/') ? text : text.replace(ORIGIN, '');
  const mark = local.indexOf('?');
  const path = (mark < 0 ? local : local.slice(0, mark)) || '/';
  return { sent: text, path, queryText: mark < 0 ? '' : local.slice(mark + 1), routerPath: routerPathOf(path) };
}

/**
 * Decodes and encodes each part, and removes one final slash: the router compares texts and would not find `/%44efinitions`. Undefined: cannot be
 * decoded, or contains U+0000.
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

/** Request for handlers. */
export interface ApiRequest extends Pick<RequestTarget, 'path' | 'queryText'> {
  /** name of the endpoint, see `nameOf` */
  readonly endpoint: string;
  readonly permission: Permission;
  /** decoded, in the order of the pattern; GUIDs in lower case */
  readonly params: readonly string[];
  /** path for the fingerprint of a write (docs/contributing/spec/http.md#same-content) */
  readonly canonicalPath: string;
  /** undefined: authentication is off, or no token is required */
  readonly principal: Principal | undefined;
  /** process keys of the caller's permission; undefined: all */
  readonly limits: KeyLimits;
  /** process keys whose instances the caller may see; undefined: all */
  readonly seenKeys: KeyLimits;
  /**
   * `Service-Min-Position`: the query tables must contain them before the read; empty if it does not apply
   * (docs/contributing/spec/http.md#service-min-position)
   */
  readonly minPositions: readonly Position[];
  /** valid `Idempotency-Key`; undefined: not sent */
  readonly idempotencyKey: string | undefined;
  readonly body: JsonBody;
  /** undefined: not audited */
  readonly audited: AuditedRequest | undefined;
  /** Node request for rare data: `Accept`, the connection */
  readonly message: IncomingMessage;
  /** the client has disconnected */
  readonly hasLeft: () => boolean;
}

/** Each middleware sets the members that it determines. */
export type Exchange = RequestTarget & { -readonly [Name in keyof Omit<ApiRequest, 'path' | 'queryText'>]: ApiRequest[Name] } & {
  /** pattern for metrics and traces */
  route: string;
  /** members of the body of a write */
  members: object;
  /** Call it once. */
  reply(answer: Answer): void;
};

export type ApiResponse = Response<unknown, { exchange: Exchange }>;
/** Must call `next` or `reply`. */
export type Middleware = RequestHandler<Record<string, string>, unknown, unknown, unknown, { exchange: Exchange }>;

const NO_ROUTE = 'none';
const NO_MEMBERS = {};

/** Creates a state. Until the endpoint is found, the permission is the highest one. */
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
    seenKeys: undefined,
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
