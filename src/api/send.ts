import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Answer } from '../platform/answer.ts';
import { announcesNoBody } from './body/read-bytes.ts';

/** Maximum time that a client can continue to send its body after the answer; then the connection is closed. */
const LINGER_MS = 10_000;

/**
 * Returns the headers of an answer as name, value, name, value: first the common headers (docs/contributing/spec/http.md#common-headers), then those of the
 * answer.
 */
export function headersOf(answer: Answer): string[] {
  const headers = ['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'];
  if (answer.contentType !== undefined) headers.push('Content-Type', answer.contentType);
  if (answer.headers !== undefined) headers.push(...answer.headers);
  return headers;
}

/** An answer whose body comes in parts. */
type AnswerInParts = Answer & { readonly parts: AsyncIterable<string> };

/** Returns true if the body of an answer comes in parts. */
export function isInParts(answer: Answer): answer is AnswerInParts {
  return answer.parts !== undefined;
}

/**
 * Sends an answer in parts, each after the client has taken the previous ones. Stops creating parts if the client
 * disconnects. Sends nothing, also no headers, before the first part exists.
 * @param beforeHead called directly before the headers are sent
 * @throws errors of a part; after the first part, the connection is also closed
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
  // at most two parts wait for the client
  const parts = Readable.from(startingWith(first, source), { objectMode: true, highWaterMark: 1 });
  await pipeline(parts, response).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  });
}

/** Returns an iterable that yields `first` and then the other parts of `source`. Ends the source also if no part was read. */
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

/** Sends an answer with the common headers. A HEAD request gets only the headers. */
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
 * Sends a whole answer, and ends it after the client has sent its whole body, at most after LINGER_MS. Otherwise the connection could close with unread
 * bytes, and the client would get a connection error instead of the answer.
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
