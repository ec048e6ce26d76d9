import type { IncomingMessage } from 'node:http';
import { readTraceparent, withTrace } from '../platform/telemetry/trace-context.ts';
import type { OpenSpan, Tracing } from '../platform/telemetry/tracing.ts';

/** Tells what came of the request: the path pattern it was found under, and the status. */
export type Answered = (route: string, status: number) => void;

/** Runs one request as part of the client's trace, and inside a server span where spans are made (docs/spec/observability.md#trace-context). */
export async function traced(
  tracing: Tracing | undefined,
  request: IncomingMessage,
  serve: (answered: Answered) => Promise<void>,
): Promise<void> {
  const parent = readTraceparent(request.headers['traceparent']);
  const method = request.method ?? 'GET';
  const span = tracing?.begin(method, { kind: 'server', parent, attributes: { 'http.request.method': method } });
  await withTrace(span?.context ?? parent, () =>
    serve((route, status) => {
      if (span !== undefined) finish(span, `${method} ${route}`, route, status);
    }),
  );
}

function finish(span: OpenSpan, name: string, route: string, status: number): void {
  span.rename(name);
  span.set('http.route', route);
  span.set('http.response.status_code', status);
  if (status >= 500) span.fail(String(status));
  span.end();
}
