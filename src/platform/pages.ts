import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, errorCodeHeader, textAnswer, withHeaders } from './answer.ts';
import type { Health, HealthAnswer } from './health.ts';

export type Page = () => Promise<Answer>;

/** /health, /alive and /ready (docs/contributing/spec/observability.md#health), by path in lower case. */
export function healthPages(health: Health): Map<string, Page> {
  return new Map<string, Page>([
    ['/health', async () => health.alive()],
    ['/alive', async () => health.alive()],
    ['/ready', async () => answerOfHealth(await health.ready())],
  ]);
}

/** Adds the error code of a failed check. */
export function answerOfHealth({ status, body }: HealthAnswer): Answer {
  const answer = textAnswer(status, body);
  return status === 200 ? answer : withHeaders(answer, errorCodeHeader('not-ready'));
}

/** Path of a request target: lower case, without query, without a slash at its end. */
export function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '/';
  return path.toLowerCase().replace(/(?<=.)\/$/, '');
}

/** Sends an answer of a port without a framework; plain text when it names no other type. */
export function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const headers = ['Content-Type', answer.contentType ?? 'text/plain; charset=utf-8'];
  headers.push('Content-Length', String(Buffer.byteLength(answer.body)));
  headers.push('Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff');
  if (answer.status === 405) headers.push('Allow', 'GET, HEAD');
  if (answer.headers !== undefined) headers.push(...answer.headers);
  response.writeHead(answer.status, headers);
  response.end(request.method === 'HEAD' ? undefined : answer.body);
}
