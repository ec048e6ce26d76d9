import type { ErrorRequestHandler } from 'express';
import type { Answer } from '../../platform/answer.ts';
import type { Logger } from '../../platform/log.ts';
import { errorMessage, errorStack } from '../../platform/redact.ts';
import { isDatabaseUnreachable } from '../../queries/read-database.ts';
import { commonAnswers } from '../common-answers.ts';
import type { Exchange } from '../exchange.ts';
import { ShardUnreachable } from '../shards/shard-unreachable.ts';

/** Answers unexpected errors: 503 if the database is not reachable, otherwise 500. Logs them with stack. */
export function faultHandler(log: Logger): ErrorRequestHandler<object, unknown, unknown, unknown, { exchange: Exchange }> {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const { path, route, reply } = response.locals.exchange;
    logFault(log, error, `${request.method} ${route}`);
    reply(answerToFault(error, { path, method: request.method }));
  };
}

/** 503 if the database is not reachable, otherwise 500. */
export function answerToFault(error: unknown, { path, method }: { readonly path: string; readonly method: string }): Answer {
  const isRead = method === 'GET' || method === 'HEAD';
  if (error instanceof ShardUnreachable) return commonAnswers.shardUnreachable(path, error.shard, isRead);
  return isDatabaseUnreachable(error) ? commonAnswers.databaseUnreachable(path, isRead) : commonAnswers.unforeseen(path);
}

/** `endpoint`: method and path pattern. */
export function logFault(log: Logger, error: unknown, endpoint: string): void {
  const ErrorMessage = errorMessage(error);
  if (error instanceof ShardUnreachable || isDatabaseUnreachable(error))
    log.event('database-unreachable', { Operation: 'request', ErrorMessage });
  else log.event('unexpected-error', { Operation: 'request', Endpoint: endpoint, ErrorMessage, Stack: errorStack(error) });
}
