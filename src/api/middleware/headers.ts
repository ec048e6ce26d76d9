import { commonAnswers } from '../common-answers.ts';
import type { Middleware } from '../exchange.ts';
import { isIdempotencyKey } from '../idempotency.ts';
import { readMinPositions } from '../min-position.ts';

/** Reads `Service-Min-Position`. It is checked before the query, and waited for after it (docs/contributing/spec/http/errors.md#order-of-reads). */
export const minPositionHeader: Middleware = (request, response, next) => {
  const { exchange } = response.locals;
  const positions = readMinPositions(request.headers['service-min-position'] as string | undefined);
  if (positions === undefined) return exchange.reply(commonAnswers.malformedMinPosition(exchange.path));
  exchange.minPositions = positions;
  next();
};

/** Reads `Idempotency-Key` (docs/contributing/spec/http.md#key-form). */
export const idempotencyKeyHeader: Middleware = (request, response, next) => {
  const { exchange } = response.locals;
  const key = request.headers['idempotency-key'] as string | undefined;
  if (key !== undefined && !isIdempotencyKey(key)) return exchange.reply(commonAnswers.malformedKey(exchange.path));
  exchange.idempotencyKey = key;
  next();
};
