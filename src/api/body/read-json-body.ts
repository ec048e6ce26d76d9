import type { IncomingMessage } from 'node:http';
import type { Answer } from '../../platform/answer.ts';
import { commonAnswers } from '../common-answers.ts';
import { contentEncodingOf, isJsonMediaType } from './media-type.ts';
import { type JsonBody, NO_BODY, parseJsonBody } from './parse-json.ts';
import { announcesNoBody, readBytes } from './read-bytes.ts';

/** Parsed body, or the error answer. */
export type BodyOutcome = { readonly ok: true; readonly body: JsonBody } | { readonly ok: false; readonly answer: Answer };

const EMPTY: BodyOutcome = { ok: true, body: NO_BODY };
/** Bytes that are read of another content type, to find the literal `null`. */
const NULL_LITERAL_LIMIT = 1024;

/**
 * Checks content type, encoding, size, JSON, and that it is an object, in this order (docs/contributing/spec/http/errors.md#not-json). An empty body
 * and `null` count as `{}`. `limit`: decoded bytes.
 */
export async function readJsonBody(request: IncomingMessage, limit: number, path: string): Promise<BodyOutcome> {
  if (announcesNoBody(request)) return EMPTY;
  const encoding = contentEncodingOf(request.headers['content-encoding']);
  const isJson = isJsonMediaType(request.headers['content-type']);
  if (!isJson || encoding === undefined) {
    const outcome = await readBytes(request, encoding ?? 'identity', NULL_LITERAL_LIMIT);
    if (outcome.kind === 'bytes' && outcome.bytes.length === 0) return EMPTY;
    if (!isJson) {
      const isNull = encoding !== undefined && outcome.kind === 'bytes' && parseJsonBody(outcome.bytes).kind === 'empty';
      return isNull ? EMPTY : refusal(commonAnswers.notJson(path));
    }
    return refusal(commonAnswers.unknownEncoding(path, request.headers['content-encoding'] ?? ''));
  }
  const outcome = await readBytes(request, encoding, limit);
  switch (outcome.kind) {
    case 'too-large':
      return refusal(commonAnswers.bodyTooLarge(path, limit));
    case 'no-room':
      return refusal(commonAnswers.overloaded(path));
    case 'damaged':
      return refusal(commonAnswers.invalidJson(path, outcome.diagnostic));
    case 'aborted':
      return refusal(abortedAnswer(path));
    case 'bytes':
      return parsed(outcome.bytes, path);
  }
}

/**
 * Discards an unused body. Undefined: it was read to its end, even if it cannot be decompressed. Error answer: too large, too many bodies are being
 * read, or the client has disconnected: the request must have no effect.
 */
export async function skipBody(request: IncomingMessage, limit: number, path: string): Promise<Answer | undefined> {
  if (announcesNoBody(request)) return undefined;
  const encoding = contentEncodingOf(request.headers['content-encoding']) ?? 'identity';
  const outcome = await readBytes(request, encoding, limit);
  if (outcome.kind === 'too-large') return commonAnswers.bodyTooLarge(path, limit);
  if (outcome.kind === 'no-room') return commonAnswers.overloaded(path);
  return outcome.kind === 'aborted' ? abortedAnswer(path) : undefined;
}

/** Returns an answer that is not sent, because the client has disconnected. */
function abortedAnswer(path: string): Answer {
  return commonAnswers.invalidJson(path, 'the body ends too early');
}

function parsed(bytes: Buffer, path: string): BodyOutcome {
  const result = parseJsonBody(bytes);
  switch (result.kind) {
    case 'object':
      return { ok: true, body: result.body };
    case 'empty':
      return EMPTY;
    case 'not-an-object':
      return refusal(commonAnswers.bodyNotAnObject(path));
    case 'invalid':
      return refusal(commonAnswers.invalidJson(path, result.diagnostic));
  }
}

function refusal(answer: Answer): BodyOutcome {
  return { ok: false, answer };
}
