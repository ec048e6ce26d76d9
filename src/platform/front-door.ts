import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Answer, errorCodeHeader } from './answer.ts';
import type { PortSetting } from './config/config.ts';
import { type Health, healthPages, pathOf, sendAnswer } from './health.ts';
import { type AnswerUnreadable, EMPTY_REFUSAL, type RunningHttpServer, startHttpServer } from './http-server.ts';

/** The port of a role, open before the role has started, so that it can answer liveness checks. */
export interface FrontDoor extends Pick<RunningHttpServer, 'server' | 'messages' | 'url'> {
  /** Passes all requests to `handler` from now on, the waiting ones first. */
  admit(handler: RequestListener, answerUnreadable?: AnswerUnreadable): void;
  /** Stops accepting requests. Safe to call twice. Without `admit`, waiting requests get 503 with Retry-After. */
  close(graceMs: number): Promise<void>;
}

/** Wait of requests that arrive during the start, which usually takes 1 to 2 s. */
const MAX_WAIT_MS = 10_000;
const MAX_WAITING = 1000;
const STARTING: Answer = {
  status: 503,
  body: '{"error":"The service is starting"}',
  contentType: 'application/json; charset=utf-8',
  headers: ['Retry-After', '1', ...errorCodeHeader('starting')],
};

interface Visitor {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly timer: NodeJS.Timeout;
}

/**
 * Opens the port. Before `admit`, answers health checks and lets other requests wait: at most `maxWaitMs`, and at most MAX_WAITING of them; the others get
 * 503. Rejects with ConfigError if the port is explicit and busy.
 */
export async function openFrontDoor(
  health: Health,
  host: string,
  port: PortSetting,
  maxWaitMs = MAX_WAIT_MS,
): Promise<FrontDoor> {
  const pages = healthPages(health);
  const waiting = new Set<Visitor>();
  let answerBytes: AnswerUnreadable | undefined;
  let handler: RequestListener = (request, response) => {
    const page = pages.get(pathOf(request.url ?? '/'));
    if (page !== undefined) void page().then((answer) => sendAnswer(request, response, answer));
    else if (waiting.size >= MAX_WAITING) turnAway(request, response);
    else letWait(request, response);
  };

  function letWait(request: IncomingMessage, response: ServerResponse): void {
    const timer = setTimeout(() => {
      waiting.delete(visitor);
      turnAway(request, response);
    }, maxWaitMs);
    const visitor: Visitor = { request, response, timer };
    waiting.add(visitor);
    response.once('close', () => {
      clearTimeout(timer);
      waiting.delete(visitor);
    });
  }

  function release(next: RequestListener): void {
    const visitors = [...waiting];
    waiting.clear();
    for (const { request, response, timer } of visitors) {
      clearTimeout(timer);
      next(request, response);
    }
  }

  const http = await startHttpServer(
    (request, response) => handler(request, response),
    host,
    port,
    (request) => (answerBytes === undefined ? EMPTY_REFUSAL : answerBytes(request)),
  );
  return {
    server: http.server,
    messages: http.messages,
    url: http.url,
    admit(next, answerUnreadable) {
      handler = next;
      answerBytes = answerUnreadable;
      release(next);
    },
    close(graceMs) {
      release(turnAway);
      return http.close(graceMs);
    },
  };
}

function turnAway(request: IncomingMessage, response: ServerResponse): void {
  response.shouldKeepAlive = false;
  sendAnswer(request, response, STARTING);
}
