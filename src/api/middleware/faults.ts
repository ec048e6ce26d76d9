import type { ErrorRequestHandler } from 'express';
import type { Logger } from '../../platform/log.ts';
import { errorMessage, errorStack } from '../../platform/redact.ts';
import { isDatabaseUnreachable } from '../../queries/database-unreachable.ts';
import type { Exchange } from '../exchange.ts';
import { commonAnswers } from '../http-errors.ts';

/** The last stop of everything that is thrown: 503 when the database is away, else 500 and the stack in the log. */
export function faultHandler(log: Logger): ErrorRequestHandler<object, unknown, unknown, unknown, { exchange: Exchange }> {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const { target, route, reply } = response.locals.exchange;
    if (isDatabaseUnreachable(error)) {
      log.event('database-unreachable', { Operation: 'request', ErrorMessage: errorMessage(error) });
      reply(commonAnswers.databaseUnreachable(target.path));
    } else {
      const Endpoint = `${request.method} ${route}`;
      log.event('unexpected-error', {
        Operation: 'request',
        Endpoint,
        ErrorMessage: errorMessage(error),
        Stack: errorStack(error),
      });
      reply(commonAnswers.unforeseen(target.path));
    }
  };
}
