import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Health } from './health.ts';

/** An answer of a port without a framework. */
export interface PageAnswer {
  readonly status: number;
  readonly body: string;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
export type HealthPage = () => Promise<PageAnswer>;

/** /health, /alive and /ready (docs/spec/observability.md#health), by path in lower case. */
export function healthPages(health: Health): Map<string, HealthPage> {
  return new Map<string, HealthPage>([
    ['/health', async () => health.alive()],
    ['/alive', async () => health.alive()],
    ['/ready', () => health.ready()],
  ]);
}

/** Path of a request target: lower case, without query, without a slash at its end. */
export function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '/';
  return path.toLowerCase().replace(/(?<=.)\/$/, '');
}

export function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: PageAnswer): void {
  response.writeHead(answer.status, {
    'Content-Type': answer.contentType ?? 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(answer.body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(answer.status === 405 ? { Allow: 'GET, HEAD' } : {}),
    ...answer.headers,
  });
  response.end(request.method === 'HEAD' ? undefined : answer.body);
}
