import type { ErrorRequestHandler } from 'express';
import { type ErrorCode, statusOf } from '../../../platform/error-codes.ts';
import type { Logger } from '../../../platform/log.ts';
import { errorMessage, errorStack } from '../../../platform/redact.ts';
import { currentTrace } from '../../../platform/telemetry/tracing.ts';
import { isDatabaseUnreachable } from '../../../queries/read-database.ts';
import { NOT_FOUND, sendPage } from '../page.ts';
import { RequestRefusal, sendProblem } from './answer.ts';

/** Last error handler. Answers with a page if a page request ends with 404 or 5xx, otherwise with a problem. Logs internal errors. */
export function faultHandler(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const { code, text } = answerOf(error);
    const status = statusOf(code);
    if (status >= 500) logFault(log, error, request.path);
    if (response.headersSent) {
      next(error);
      return;
    }
    const isData = request.originalUrl.toLowerCase().startsWith('/ui/api');
    if (isData || (status < 500 && status !== 404)) sendProblem(response, code, text);
    else if (status === 404) sendPage(response, NOT_FOUND);
    else sendPage(response, { code, title: 'Error', text: `${text} Trace id: ${currentTrace()?.traceId ?? 'none'}` });
  };
}

function answerOf(error: unknown): { readonly code: ErrorCode; readonly text: string } {
  if (error instanceof RequestRefusal) return { code: error.code, text: error.message };
  if (isDatabaseUnreachable(error)) return { code: 'database-unavailable', text: 'The database is not reachable.' };
  if (error instanceof URIError) return { code: 'unknown-endpoint', text: 'No endpoint matches this path.' };
  // rejections by Express: a path that cannot be decoded, a form that is too large
  const { status } = error as { readonly status?: unknown };
  if (status === 413) return { code: 'body-too-large', text: 'The request is malformed.' };
  if (typeof status === 'number' && status >= 400 && status < 500)
    return { code: 'unreadable-request', text: 'The request is malformed.' };
  return { code: 'internal-error', text: 'An unexpected error occurred. See server logs for details.' };
}

/** Logs an internal error or an unreachable database. `path`: without query. */
export function logFault(log: Logger, error: unknown, path: string): void {
  const ErrorMessage = errorMessage(error);
  if (isDatabaseUnreachable(error)) log.event('database-unreachable', { Operation: 'page', ErrorMessage });
  else log.event('unexpected-error', { Operation: 'page', Endpoint: `ui ${path}`, ErrorMessage, Stack: errorStack(error) });
}
