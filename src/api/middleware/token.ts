import type { Authenticator } from '../auth/authenticator.ts';
import { isProtectedPath } from '../auth/protected-paths.ts';
import type { Middleware } from '../exchange.ts';

/** Lets only requests with a good token on, and notes whom it names (docs/spec/http/errors.md#no-valid-token). */
export function requireToken(authenticator: Authenticator): Middleware {
  return async (request, response, next) => {
    const { exchange } = response.locals;
    const identified = await authenticator.identify(request, response);
    if (!identified.ok) return exchange.reply(identified.answer);
    exchange.principal = identified.principal;
    next();
  };
}

/**
 * The same for requests without an endpoint: below the protected prefixes it is a secret that a path is not there
 * (docs/spec/http/errors.md#protected-paths-first).
 */
export function requireTokenOnProtectedPaths(authenticator: Authenticator): Middleware {
  const required = requireToken(authenticator);
  return (request, response, next) =>
    isProtectedPath(response.locals.exchange.target.path) ? required(request, response, next) : next();
}
