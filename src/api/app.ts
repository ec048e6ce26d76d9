import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express from 'express';
import type { AnswerUnreadable } from '../platform/http-server.ts';
import { createDispatcher } from './dispatcher.ts';
import { apiEndpoints } from './endpoints.ts';
import { commonAnswers } from './http-errors.ts';
import { createPathFinder } from './paths.ts';
import type { ApiPorts } from './ports.ts';
import { send } from './send.ts';
import { createUnreadableAnswer } from './unreadable.ts';

/** The API for a server: what answers requests, and what answers bytes that are none. */
export interface App {
  readonly listener: RequestListener;
  readonly answerUnreadable: AnswerUnreadable;
}

/**
 * The API as an Express application: one middleware, the dispatcher. Express's own routing is not used, because paths are compared without
 * regard to case, a wrong verb is told apart from an unknown path, and the busiest write pays for every layer it passes.
 */
export function createApp(ports: ApiPorts): App {
  const findPath = createPathFinder(apiEndpoints(ports));
  const dispatch = createDispatcher(findPath, ports);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((request: IncomingMessage, response: ServerResponse) => dispatch(request, response));
  const handle = app as unknown as (request: IncomingMessage, response: ServerResponse, passedBy: () => void) => void;
  return {
    listener: (request, response) => handle(request, response, () => answerUnreadableTarget(request, response)),
    answerUnreadable: createUnreadableAnswer(findPath),
  };
}

/** Express passes by its middleware only when it cannot read the request target as a URL. */
function answerUnreadableTarget(request: IncomingMessage, response: ServerResponse): void {
  send(response, commonAnswers.malformedPath((request.url ?? '/').split('?', 1)[0] ?? '/'));
}
