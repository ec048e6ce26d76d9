import { randomBytes } from 'node:crypto';
import type { RequestHandler } from 'express';
import { readTraceparent, withTrace } from '../../../platform/telemetry/trace-context.ts';

/**
 * Every request belongs to a trace, its caller's or a new one, so that the page of a fault and its log lines find each other
 * (docs/contributing/spec/pages.md#error-page).
 */
export const inTrace: RequestHandler = (request, _response, next) => {
  const traceId = readTraceparent(request.headers['traceparent'])?.traceId ?? randomBytes(16).toString('hex');
  withTrace({ traceId, spanId: randomBytes(8).toString('hex'), isSampled: false }, next);
};
