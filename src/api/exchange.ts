import type { RequestHandler, Response } from 'express';
import type { Answer } from '../platform/answer.ts';
import type { KeyLimits } from '../platform/key-patterns.ts';
import type { AuditedRequest } from './audit/audited-request.ts';
import type { Principal } from './auth/principal.ts';
import { type JsonBody, NO_BODY } from './body/parse-json.ts';
import type { ReadRequest } from './endpoint.ts';
import type { RequestTarget } from './target.ts';

/** State of a request in app.ts. Each member is written by the middleware that determines it. */
export interface Exchange {
  readonly target: RequestTarget;
  /** the pattern of the path, for metrics and traces */
  route: string;
  /** decoded parts of the path, in the order of the pattern */
  params: readonly string[];
  /** undefined while authentication is off and on anonymous paths */
  principal: Principal | undefined;
  /** process keys that the caller's permission covers */
  limits: KeyLimits;
  minPositions: ReadRequest['minPositions'];
  idempotencyKey: string | undefined;
  body: JsonBody;
  /** undefined: not an audited action */
  audited: AuditedRequest | undefined;
  /** Sends the answer; called once. */
  reply(answer: Answer): void;
}

/** The response of a request, with what is known of it. */
export type ApiResponse = Response<unknown, { exchange: Exchange }>;
/** One thing that happens to a request: it hands on, or replies. */
export type Middleware = RequestHandler<Record<string, string>, unknown, unknown, unknown, { exchange: Exchange }>;

const NO_ROUTE = 'none';

/** What is known of a request that has just come. */
export function newExchange(target: RequestTarget): Exchange {
  return {
    target,
    route: NO_ROUTE,
    params: [],
    principal: undefined,
    limits: undefined,
    minPositions: [],
    idempotencyKey: undefined,
    body: NO_BODY,
    audited: undefined,
    reply: () => {
      throw new Error('the request is answered before it is observed');
    },
  };
}
