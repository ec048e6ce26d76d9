import type { Answer } from '../../platform/answer.ts';
import type { Authenticator } from '../auth/authenticator.ts';
import { isProtectedPath } from '../auth/protected-paths.ts';
import type { Middleware } from '../exchange.ts';

/**
 * Passes only requests with a valid token, and records the user (docs/contributing/spec/http/errors.md#no-valid-token). `metadataUrl`:
 * document that names the token issuer.
 */
export function requireToken(authenticator: Authenticator, metadataUrl?: string): Middleware {
  return async (request, response, next) => {
    const { exchange } = response.locals;
    const identified = await authenticator.identify(request, response);
    if (!identified.ok) {
      return exchange.reply(metadataUrl === undefined ? identified.answer : sayingWhere(identified.answer, metadataUrl));
    }
    exchange.principal = identified.principal;
    next();
  };
}

/**
 * The same for requests without an endpoint: below the protected prefixes it is a secret that a path is not there
 * (docs/contributing/spec/http/errors.md#protected-paths-first).
 */
export function requireTokenOnProtectedPaths(authenticator: Authenticator): Middleware {
  const required = requireToken(authenticator);
  return (request, response, next) =>
    isProtectedPath(response.locals.exchange.path) ? required(request, response, next) : next();
}

/** RFC 9728, 5.1. */
function sayingWhere(answer: Answer, metadataUrl: string): Answer {
  const [name, challenge, ...others] = answer.headers ?? [];
  if (name !== 'WWW-Authenticate' || challenge === undefined) return answer;
  const separator = challenge.includes(' ') ? ', ' : ' ';
  return { ...answer, headers: [name, `${challenge}${separator}resource_metadata="${metadataUrl}"`, ...others] };
}
