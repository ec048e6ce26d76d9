import type { IncomingMessage } from 'node:http';
import type { RequestHandler, Response } from 'express';
import type { Answer } from '../platform/answer.ts';
import type { KeyLimits } from '../platform/key-patterns.ts';
import type { Position } from '../requests/position.ts';
import type { AuditedRequest } from './audit/audited-request.ts';
import type { Principal } from './auth/principal.ts';
import { type JsonBody, NO_BODY } from './body/parse-json.ts';
import type { Permission } from './permission.ts';
import type { RequestTarget } from './target.ts';

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
