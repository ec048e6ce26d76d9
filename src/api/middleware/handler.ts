import { checkActingUser } from '../auth/acting-user.ts';
import { createMemberReader } from '../body/members.ts';
import { readJsonBody, skipBody } from '../body/read-json-body.ts';
import { commonAnswers } from '../common-answers.ts';
import { BODY_LIMIT, type ReadEndpoint, type WriteEndpoint, type WriteRequest } from '../endpoint.ts';
import type { Middleware } from '../exchange.ts';
import { isIdempotencyKey } from '../idempotency.ts';
import { readMinPositions } from '../min-position.ts';
import { canonicalPath, parametersOf } from '../paths.ts';
import type { ApiServices } from '../services.ts';
import { readHandlerOf, writeHandlerOf } from '../shards/read-shards.ts';
import { unknownNamesOf } from './unknown-names.ts';

/**
 * The form of `Service-Min-Position` is checked before the query parameters; the handler waits for it after them
 * (docs/contributing/spec/http/errors.md#order-of-reads).
 */
export function answerRead(endpoint: ReadEndpoint, services: ApiServices): Middleware {
  const handle = readHandlerOf(endpoint, services);
  const refusalOfNames = services.refusesUnknown ? unknownNamesOf(endpoint) : undefined;
  return async (request, response) => {
    const { exchange } = response.locals;
    if (endpoint.readsProjection === true) {
      const positions = readMinPositions(request.headers['service-min-position'] as string | undefined);
      if (positions === undefined) return exchange.reply(commonAnswers.malformedMinPosition(exchange.path));
      exchange.minPositions = positions;
    }
    exchange.reply(refusalOfNames?.(exchange) ?? (await handle(exchange)));
  };
}

/** Reads `Idempotency-Key` and the body. */
export function answerWrite(endpoint: WriteEndpoint, services: ApiServices): Middleware {
  const { pattern, body, actsForUser = false, bodyLimit = BODY_LIMIT } = endpoint;
  const handle = writeHandlerOf(endpoint, services);
  const readMembers = body === null ? undefined : createMemberReader(body);
  const fixedPath = parametersOf(pattern).length === 0 ? canonicalPath(pattern, []) : undefined;
  const refusalOfNames = services.refusesUnknown ? unknownNamesOf(endpoint) : undefined;
  return async (request, response) => {
    const { exchange } = response.locals;
    const key = request.headers['idempotency-key'] as string | undefined;
    if (key !== undefined && !isIdempotencyKey(key)) return exchange.reply(commonAnswers.malformedKey(exchange.path));
    exchange.idempotencyKey = key;
    if (readMembers === undefined) {
      // ignored, but limited in size (docs/contributing/spec/http/user-tasks.md#unclaim-ignores-body)
      const refusal = await skipBody(request, bodyLimit, exchange.path);
      if (refusal !== undefined) return exchange.reply(refusal);
    } else {
      const outcome = await readJsonBody(request, bodyLimit, exchange.path);
      if (!outcome.ok) return exchange.reply(outcome.answer);
      exchange.body = outcome.body;
    }
    const unknown = refusalOfNames?.(exchange);
    if (unknown !== undefined) return exchange.reply(unknown);
    exchange.canonicalPath = fixedPath ?? canonicalPath(pattern, exchange.params);
    const check = actsForUser ? checkActingUser(exchange, services.log) : undefined;
    const read = readMembers?.(exchange.body, exchange.path, check);
    if (read?.ok === false) return exchange.reply(read.answer);
    if (read !== undefined) exchange.members = read.members;
    exchange.reply(await handle(exchange as WriteRequest<NonNullable<typeof body>>));
  };
}
