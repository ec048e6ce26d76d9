import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from '../../platform/answer.ts';
import { type OpenSpan, readTraceparent, type TraceContext } from '../../platform/telemetry/tracing.ts';
import { type Exchange, newExchange, type RequestTarget } from '../exchange.ts';
import type { ApiPorts } from '../ports.ts';
import { isInParts, send, sendParts } from '../send.ts';
import { answerToFault, logFault } from './faults.ts';

interface Opened {
  readonly exchange: Exchange;
  readonly trace: TraceContext | undefined;
}

/**
 * The request belongs to the trace of the client, and to a server span if spans are created (docs/contributing/spec/observability.md#trace-context).
 * `reply` sends and counts the answer.
 */
export function createExchangeOpener({
  tracing,
  metrics,
  health,
  log,
}: Pick<ApiPorts, 'tracing' | 'metrics' | 'health' | 'log'>): (
  target: RequestTarget,
  request: IncomingMessage,
  response: ServerResponse,
) => Opened {
  return (target, request, response) => {
    const startedAt = performance.now();
    const { method = 'GET' } = request;
    const parent = readTraceparent(request.headers['traceparent']);
    const span = tracing?.begin(method, { kind: 'server', parent, attributes: { 'http.request.method': method } });
    // when the answer is ready, so that no connection stays open after the stop
    const beforeHead = () => {
      if (health.isShuttingDown) response.shouldKeepAlive = false;
    };
    const isSent = (status: number) => {
      metrics.httpRequest(method, exchange.route, status, (performance.now() - startedAt) / 1000);
      if (span !== undefined) finish(span, method, exchange.route, status);
    };
    const sendWhole = (answer: Answer) => {
      beforeHead();
      send(response, answer);
      isSent(answer.status);
    };
    const exchange = newExchange(target, request, (answer) => {
      if (!isInParts(answer)) return sendWhole(answer);
      sendParts(response, answer, beforeHead).then(
        () => isSent(answer.status),
        (error: unknown) => {
          logFault(log, error, `${method} ${exchange.route}`);
          if (response.headersSent) isSent(answer.status);
          else sendWhole(answerToFault(error, { path: exchange.path, method }));
        },
      );
    });
    return { exchange, trace: span?.context ?? parent };
  };
}

function finish(span: OpenSpan, method: string, route: string, status: number): void {
  span.rename(`${method} ${route}`);
  span.set('http.route', route);
  span.set('http.response.status_code', status);
  if (status >= 500) span.fail(String(status));
  span.end();
}
