import { type OpenSpan, readTraceparent, withTrace } from '../../platform/telemetry/tracing.ts';
import type { Exchange, Middleware } from '../exchange.ts';
import type { ApiPorts } from '../ports.ts';
import { isInParts, send, sendParts } from '../send.ts';
import { logFault } from './faults.ts';

/**
 * Runs a request as part of the client's trace, inside a server span where spans are made (docs/contributing/spec/observability.md#trace-context), and
 * counts its answer.
 */
export function observe({ tracing, metrics, health, log }: Pick<ApiPorts, 'tracing' | 'metrics' | 'health' | 'log'>): Middleware {
  return (request, response, next) => {
    const startedAt = performance.now();
    const { method } = request;
    const { exchange } = response.locals;
    const parent = readTraceparent(request.headers['traceparent']);
    const span = tracing?.begin(method, { kind: 'server', parent, attributes: { 'http.request.method': method } });
    // a function that is written right behind an assignment to a member stays until the old generation is collected, and the request with it
    const reply: Exchange['reply'] = (answer) => {
      // asked when the answer is ready, not when the request came: kept connections must not outlive the stop
      if (health.isShuttingDown) response.shouldKeepAlive = false;
      const isSent = () => {
        metrics.httpRequest(method, exchange.route, answer.status, (performance.now() - startedAt) / 1000);
        if (span !== undefined) finish(span, method, exchange.route, answer.status);
      };
      if (!isInParts(answer)) {
        send(response, answer);
        return isSent();
      }
      void sendParts(response, answer)
        .catch((error: unknown) => logFault(log, error, `${method} ${exchange.route}`))
        .finally(isSent);
    };
    exchange.reply = reply;
    withTrace(span?.context ?? parent, next);
  };
}

function finish(span: OpenSpan, method: string, route: string, status: number): void {
  span.rename(`${method} ${route}`);
  span.set('http.route', route);
  span.set('http.response.status_code', status);
  if (status >= 500) span.fail(String(status));
  span.end();
}
