import { csrfSync } from 'csrf-sync';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from '../../../platform/log.ts';
import { sendProblem } from '../http/answer.ts';
import { isSafeMethod } from '../http/safe-method.ts';

const REFUSAL = 'The antiforgery token is missing or wrong.';

const { generateToken, isRequestValid } = csrfSync({
  getTokenFromRequest(request: Request) {
    const header = request.headers['x-csrf-token'];
    if (typeof header === 'string') return header;
    const { body } = request as { readonly body?: { readonly csrfToken?: unknown } };
    return typeof body?.csrfToken === 'string' ? body.csrfToken : undefined;
  },
});

/** The first use creates the token, and thus the session. */
export function antiforgeryToken(request: Request): string {
  return generateToken(request);
}

/**
 * Refuses writes without the token of their session: 400 (docs/contributing/spec/http/access.md#antiforgery).
 * @param refuse default: sends a problem
 */
export function requireAntiforgeryToken(
  log: Logger,
  refuse: (response: Response) => void = (response) => sendProblem(response, 'invalid-antiforgery-token', REFUSAL),
): RequestHandler {
  return (request, response, next) => {
    if (isSafeMethod(request.method) || isRequestValid(request)) {
      next();
      return;
    }
    log.event('antiforgery-token-wrong', { Path: request.path });
    refuse(response);
  };
}
