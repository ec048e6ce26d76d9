import type { ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';

/** Sends an answer with the headers that every answer carries (contract 1.1, rule 5). A HEAD request gets the headers only. */
export function send(response: ServerResponse, answer: Answer): void {
  const isHead = response.req.method === 'HEAD';
  const headers = ['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'];
  headers.push('Content-Length', String(Buffer.byteLength(answer.body)));
  if (answer.contentType !== undefined) headers.push('Content-Type', answer.contentType);
  if (answer.headers !== undefined) headers.push(...answer.headers);
  response.writeHead(answer.status, headers);
  if (isHead || answer.body === '') response.end();
  else response.end(answer.body);
}
