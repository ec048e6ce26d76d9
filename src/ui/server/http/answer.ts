import type { Request, RequestHandler, Response } from 'express';
import { type Answer, jsonAnswer } from '../../../platform/answer.ts';
import type { ParsedText } from '../../../requests/parsed-text.ts';

/** A request that is not followed, with the text the page shows. */
export class RequestRefusal extends Error {
  override readonly name = 'RequestRefusal';
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** Answers with the result of the handler, as JSON. */
export function view<T>(read: (request: Request) => Promise<T> | T): RequestHandler {
  return async (request, response) => {
    sendAnswer(response, jsonAnswer(await read(request)));
  };
}

/** A refusal in shape P (docs/contributing/spec/http/errors.md#shape-p). */
export function sendProblem(response: Response, status: number, detail: string): void {
  sendAnswer(response, { status, contentType: 'application/problem+json', body: JSON.stringify({ status, detail }) });
}

/** Sends an answer through Express, so that it may be compressed; a browser keeps none. */
function sendAnswer(response: Response, { status, contentType = 'text/plain', body }: Answer): void {
  response.status(status).set('Cache-Control', 'no-store').type(contentType).send(body);
}

/** The value, or a 400 with the text of the parser. */
export function wanted<T>(parsed: ParsedText<T>): T {
  if (!parsed.ok) throw new RequestRefusal(400, parsed.detail);
  return parsed.value;
}

/** The value, or a 404 with this text. */
export function found<T>(value: T | undefined, otherwise: string): T {
  if (value === undefined) throw new RequestRefusal(404, otherwise);
  return value;
}
