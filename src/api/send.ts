import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Answer } from '../platform/answer.ts';
import { announcesNoBody } from './body/read-bytes.ts';

/** Time after the answer in which a client can still send its body; then the connection is closed. */
const LINGER_MS = 10_000;

/** Name, value, name, value: first the common headers (docs/contributing/spec/http.md#common-headers). */
export function headersOf(answer: Answer): string[] {
  const headers = ['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'];
  if (answer.contentType !== undefined) headers.push('Content-Type', answer.contentType);
  if (answer.headers !== undefined) headers.push(...answer.headers);
  return headers;
}

type AnswerInParts = Answer & { readonly parts: AsyncIterable<string> };

export function isInParts(answer: Answer): answer is AnswerInParts {
  return answer.parts !== undefined;
}

/**
 * Sends each part after the client has taken the previous ones. Stops if the client disconnects. Sends nothing, also no headers, before the first
 * part exists.
 * @param beforeHead called directly before the headers
 * @throws errors of a part; after the first part, also closes the connection
 */
export async function sendParts(response: ServerResponse, answer: AnswerInParts, beforeHead: () => void): Promise<void> {
  const request = response.req;
  if (!announcesNoBody(request)) request.resume();
  const source = answer.parts[Symbol.asyncIterator]();
  if (request.method === 'HEAD') {
    await source.return?.();
    beforeHead();
    response.writeHead(answer.status, headersOf(answer));
    response.end();
    return;
  }
  const first = await source.next();
  if (response.destroyed) {
    await source.return?.();
    return;
  }
  beforeHead();
  response.writeHead(answer.status, headersOf(answer));
  // at most two parts wait
  const parts = Readable.from(startingWith(first, source), { objectMode: true, highWaterMark: 1 });
  await pipeline(parts, response).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  });
}

/** Yields `first`, then `source`. Ends the source even if no part was read. */
function startingWith(first: IteratorResult<string>, source: AsyncIterator<string>): AsyncIterable<string> {
  let taken: IteratorResult<string> | undefined = first;
  const next = async () => {
    const part = taken ?? (await source.next());
    taken = undefined;
    return part;
  };
  const end = async (): Promise<IteratorResult<string>> => {
    await source.return?.();
    return { done: true, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
}

/** A HEAD request gets only the headers. */
export function send(response: ServerResponse, answer: Answer): void {
  const request = response.req;
  const headers = headersOf(answer);
  const content = answer.bytes ?? answer.body;
  headers.push('Content-Length', String(Buffer.byteLength(content)));
  response.writeHead(answer.status, headers);
  const body = request.method === 'HEAD' ? '' : content;
  if (!announcesNoBody(request) && !request.complete && !request.destroyed) endBehindBody(response, body);
  else if (body === '') response.end();
  else response.end(body);
}

/**
 * Waits for the body of the client, at most LINGER_MS: if the connection closes with unread bytes, the client gets a connection error instead of the
 * answer.
 */
function endBehindBody(response: ServerResponse, body: string | Buffer): void {
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
