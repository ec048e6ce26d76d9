import type { Request, RequestHandler, Response } from 'express';
import type { Parsed } from '../../../queries/parsed.ts';

/** A request that is not followed, with the text the page shows. */
export class RefusedRequest extends Error {
  override readonly name = 'Refusal';
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** Answers with what the handler gives, as JSON. */
export function view<T>(read: (request: Request) => Promise<T> | T): RequestHandler {
  return async (request, response) => {
    response.set('Cache-Control', 'no-store').json(await read(request));
  };
}

/** A refusal in shape P (docs/spec/http/errors.md#shape-p). */
export function sendProblem(response: Response, status: number, detail: string): void {
  response
    .status(status)
    .set('Cache-Control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify({ status, detail }));
}

/** The value, or a 400 with the text of the parser. */
export function wanted<T>(parsed: Parsed<T>): T {
  if (!parsed.ok) throw new RefusedRequest(400, parsed.detail);
  return parsed.value;
}

/** What is there, or a 404 with this text. */
export function found<T>(value: T | undefined, otherwise: string): T {
  if (value === undefined) throw new RefusedRequest(404, otherwise);
  return value;
}
