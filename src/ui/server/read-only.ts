import type { RequestHandler } from 'express';
import { sendProblem } from './http/answer.ts';
import { isSafeMethod } from './http/safe-method.ts';

/** Why nothing can be changed here: what the log, a refused write and the pages say. */
export const READ_ONLY =
  'These pages are read-only: the API asks for tokens, and nobody can sign in here. ' +
  'Set Authentication:ClientId and Authentication:ClientSecret to let people sign in and act.';

/**
 * Answers 403 to whatever may change something, at any address: else everybody could do here what the API refuses them
 * (docs/spec/sign-in.md#read-only-pages).
 */
export const refuseWrites: RequestHandler = (request, response, next) => {
  if (isSafeMethod(request.method)) next();
  else sendProblem(response, 403, READ_ONLY);
};
