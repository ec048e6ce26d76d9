import type { Request, RequestHandler, Response, Router } from 'express';

/** An answer that was not sent. `type`: as the handler set it. */
export interface Captured {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly type: string;
  readonly body: unknown;
}

/**
 * Runs a handler that uses `status`, `set`, `type` and `send`, but sends nothing. Undefined: it passed the request on. Rejects with its error.
 * @param originalUrl same path, other query
 */
export function captured(
  routes: RequestHandler | Router,
  request: Request,
  response: Response,
  originalUrl: string,
): Promise<Captured | undefined> {
  return new Promise((resolve, reject) => {
    const headers: Record<string, string> = {};
    let status = 200;
    let type = 'text/plain';
    // the prototypes give everything else; writes of Express stay on the copies
    const copy = Object.create(request, {
      originalUrl: { value: originalUrl, writable: true },
      url: { value: request.url, writable: true },
    }) as Request;
    const answer: Response = Object.create(response, {
      locals: { value: { ...response.locals } },
      status: {
        value: (code: number) => {
          status = code;
          return answer;
        },
      },
      set: {
        value: (name: string | Record<string, string>, value = '') => {
          Object.assign(headers, typeof name === 'string' ? { [name]: value } : name);
          return answer;
        },
      },
      type: {
        value: (text: string) => {
          type = text;
          return answer;
        },
      },
      send: {
        value: (body: unknown) => {
          resolve({ status, headers, type, body });
          return answer;
        },
      },
    });
    routes(copy, answer, (error?: unknown) => (error === undefined ? resolve(undefined) : reject(error)));
  });
}

export function sendCaptured(response: Response, { status, headers, type, body }: Captured): void {
  response.status(status).set(headers).type(type).send(body);
}
