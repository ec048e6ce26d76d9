import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Answer } from '../platform/answer.ts';
import { announcesNoBody } from './body/read-bytes.ts';

/** How long an answered client may send an unread body before its connection is closed. */
const LINGER_MS = 10_000;

/** The headers of an answer as name, value, name, value: those that every answer carries (docs/contributing/spec/http.md#common-headers), then its own. */
export function headersOf(answer: Answer): string[] {
  const headers = ['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'];
  if (answer.contentType !== undefined) headers.push('Content-Type', answer.contentType);
  if (answer.headers !== undefined) headers.push(...answer.headers);
  return headers;
}

/** An answer whose body comes in parts. */
type AnswerInParts = Answer & { readonly parts: AsyncIterable<string> };

/** Whether the body of an answer comes in parts. */
export function isInParts(answer: Answer): answer is AnswerInParts {
  return answer.parts !== undefined;
}

/**
 * Sends an answer in parts, each after the client has taken the previous ones. Stops creating parts when the client
 * disconnects. Nothing is sent before the first part, for which the creation may wait.
 * @param beforeHead called right before the headers are sent
 * @throws errors of a part; behind the first part the connection is cut
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
  // a part is made before the next is asked for, and no more than two wait for the client
  const parts = Readable.from(startingWith(first, source), { objectMode: true, highWaterMark: 1 });
  await pipeline(parts, response).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  });
}

/** The parts of a source of which one has been taken. Ends the source also if no part was read. */
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

/** Sends an answer with the headers that every answer carries. A HEAD request gets the headers only. */
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
 * Sends a whole answer, and ends it after the client has finished sending. Otherwise the connection might close with unread
 * bytes, and the client would see a broken connection instead of the answer.
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
