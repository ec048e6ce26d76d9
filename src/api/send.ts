import type { ServerResponse } from 'node:http';
import type { Answer } from '../platform/answer.ts';
import { announcesNoBody } from './body/read-bytes.ts';

/** How long an answered client may go on sending a body that nobody wants before its connection is cut. */
const LINGER_MS = 10_000;

/** The headers of an answer as name, value, name, value: those that every answer carries (docs/spec/http.md#common-headers), then its own. */
export function headersOf(answer: Answer): string[] {
  const headers = ['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'];
  if (answer.contentType !== undefined) headers.push('Content-Type', answer.contentType);
  if (answer.headers !== undefined) headers.push(...answer.headers);
  return headers;
}

/** Sends an answer with the headers that every answer carries. A HEAD request gets the headers only. */
export function send(response: ServerResponse, answer: Answer): void {
  const request = response.req;
  const headers = headersOf(answer);
  headers.push('Content-Length', String(Buffer.byteLength(answer.body)));
  response.writeHead(answer.status, headers);
  const body = request.method === 'HEAD' ? '' : answer.body;
  if (!announcesNoBody(request) && !request.complete && !request.destroyed) endBehindBody(response, body);
  else if (body === '') response.end();
  else response.end(body);
}

/**
 * Sends a whole answer and ends it only when the client has finished sending: where the connection closes with the answer, it would else be
 * closed over bytes under way, and such a client sees a broken connection instead of the answer.
 */
function endBehindBody(response: ServerResponse, body: string): void {
  const request = response.req;
  const end = (): void => {
    clearTimeout(cut);
    response.end();
  };
  const cut = setTimeout(end, LINGER_MS).unref();
  request.once('end', end);
  request.once('close', end);
  response.flushHeaders();
  if (body !== '') response.write(body);
  request.resume();
}
