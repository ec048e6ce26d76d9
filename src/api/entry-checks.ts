import type { IncomingMessage, ServerResponse } from 'node:http';
import { HEALTH_PATHS } from '../platform/health.ts';
import type { Answer } from './answer.ts';
import type { Authenticator } from './auth/authenticator.ts';
import type { Caller } from './auth/caller.ts';
import { isProtectedPath } from './auth/protected-paths.ts';
import { commonAnswers } from './http-errors.ts';
import type { ApiPorts } from './ports.ts';
import type { RateLimiter } from './rate-limit/limiter.ts';

/** One request and its response. `path` as sent, without the query. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
}

type Later = Answer | Promise<Answer>;

/** Host, limit and token (docs/spec/http/errors.md#order-of-checks): each lets a request on to what stands behind it, or answers itself. */
export interface EntryChecks {
  /** Whether the host is ours, before anything else. `pattern`: undefined when the path fits none. */
  addressed(exchange: Exchange, pattern: string | undefined): Answer | undefined;
  /** The rate limit. `endpoint`: verb and pattern. */
  limited(exchange: Exchange, endpoint: string, next: () => Later): Later;
  /** The token; the caller is undefined while authentication is off and on anonymous paths. `place`: the pattern, or the path when none fits. */
  identified(exchange: Exchange, place: string, next: (caller: Caller | undefined) => Later): Later;
}

type Checked = Pick<ApiPorts, 'hosts' | 'limiter' | 'authenticator'>;

/** Prepares the checks; one that is not configured costs nothing. */
export function createEntryChecks({ hosts, limiter, authenticator }: Checked): EntryChecks {
  return {
    addressed({ request, path }, pattern) {
      const refusal = pattern !== undefined && HEALTH_PATHS.has(pattern) ? undefined : hosts?.(request);
      return refusal && commonAnswers.notOurHost(path, refusal);
    },
    limited: (exchange, endpoint, next) => (limiter === undefined ? next() : limit(limiter, exchange, endpoint, next)),
    identified(exchange, place, next) {
      if (authenticator === undefined || !isProtectedPath(place)) return next(undefined);
      return identify(authenticator, exchange, next);
    },
  };
}

async function limit(limiter: RateLimiter, exchange: Exchange, endpoint: string, next: () => Later): Promise<Answer> {
  const { request, response, path } = exchange;
  return (await limiter.check(request, response, endpoint, path)) ?? next();
}

async function identify(authenticator: Authenticator, exchange: Exchange, next: (caller: Caller) => Later): Promise<Answer> {
  const identified = await authenticator.identify(exchange.request, exchange.response);
  return identified.ok ? next(identified.caller) : identified.answer;
}
