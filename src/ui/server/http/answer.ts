import type { Request, RequestHandler, Response } from 'express';
import { type Answer, errorCodeHeader, jsonAnswer } from '../../../platform/answer.ts';
import { type ErrorCode, statusOf } from '../../../platform/error-codes.ts';
import type { ParsedText } from '../../../requests/request-texts.ts';

/** Refusal of a request. `message`: text that the page shows. */
export class RequestRefusal extends Error {
  override readonly name = 'RequestRefusal';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, detail: string) {
    super(detail);
    this.code = code;
  }
}

/** Returns a handler that answers with the result of `read` as JSON. */
export function view<T>(read: (request: Request) => Promise<T> | T): RequestHandler {
  return async (request, response) => {
    sendAnswer(response, jsonAnswer(await read(request)));
  };
}

/** Sends a refusal in shape P (docs/contributing/spec/http/errors.md#shape-p). */
export function sendProblem(response: Response, code: ErrorCode, detail: string): void {
  const status = statusOf(code);
  response.set(...errorCodeHeader(code));
  sendAnswer(response, { status, contentType: 'application/problem+json', body: JSON.stringify({ status, detail, code }) });
}

/** Sends an answer through Express, so that it can be compressed. Browsers must not store it. */
function sendAnswer(response: Response, { status, contentType = 'text/plain', body }: Answer): void {
  response.status(status).set('Cache-Control', 'no-store').type(contentType).send(body);
}

/** Returns the parsed value. Throws RequestRefusal (400) with the text of the parser if it is invalid. */
export function wanted<T>(parsed: ParsedText<T>): T {
  if (!parsed.ok) throw new RequestRefusal('invalid-query', parsed.detail);
  return parsed.value;
}

/** Returns the value. Throws RequestRefusal with this code and text if it is undefined. */
export function found<T>(value: T | undefined, code: ErrorCode, otherwise: string): T {
  if (value === undefined) throw new RequestRefusal(code, otherwise);
  return value;
}
