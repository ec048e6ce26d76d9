import type { Request, RequestHandler, Response } from 'express';
import { type Answer, errorCodeHeader, jsonAnswer } from '../../../platform/answer.ts';
import { type ErrorCode, statusOf } from '../../../platform/error-codes.ts';
import type { ParsedText } from '../../../requests/request-texts.ts';

/** `message`: text that the page shows. */
export class RequestRefusal extends Error {
  override readonly name = 'RequestRefusal';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, detail: string) {
    super(detail);
    this.code = code;
  }
}

/** Answers with the result of `read` as JSON. */
export function view<T>(read: (request: Request) => Promise<T> | T): RequestHandler {
  return async (request, response) => {
    sendAnswer(response, jsonAnswer(await read(request)));
  };
}

/** Sends shape P (docs/contributing/spec/http/errors.md#shape-p). */
export function sendProblem(response: Response, code: ErrorCode, detail: string): void {
  const status = statusOf(code);
  response.set(...errorCodeHeader(code));
  sendAnswer(response, { status, contentType: 'application/problem+json', body: JSON.stringify({ status, detail, code }) });
}

/** Sends through Express, which can compress. Browsers must not store answers. */
function sendAnswer(response: Response, { status, contentType = 'text/plain', body }: Answer): void {
  response.status(status).set('Cache-Control', 'no-store').type(contentType).send(body);
}

/** Throws RequestRefusal (400) with the text of the parser if the value is invalid. */
export function wanted<T>(parsed: ParsedText<T>): T {
  if (!parsed.ok) throw new RequestRefusal('invalid-query', parsed.detail);
  return parsed.value;
}

/** Throws RequestRefusal if the value is undefined. */
export function found<T>(value: T | undefined, code: ErrorCode, otherwise: string): T {
  if (value === undefined) throw new RequestRefusal(code, otherwise);
  return value;
}
