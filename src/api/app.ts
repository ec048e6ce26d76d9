import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express from 'express';
import { createDispatcher } from './dispatcher.ts';
import { apiEndpoints } from './endpoints.ts';
import { commonAnswers } from './http-errors.ts';
import type { ApiPorts } from './ports.ts';
import { send } from './send.ts';

/**
 * The API as an Express application: one middleware, the dispatcher. Express's own routing is not used, because paths are compared without
 * regard to case, a wrong verb is told apart from an unknown path, and the busiest write pays for every layer it passes.
 */
export function createApp(ports: ApiPorts): RequestListener {
  const dispatch = createDispatcher(apiEndpoints(ports), ports);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((request: IncomingMessage, response: ServerResponse) => dispatch(request, response));
  const handle = app as unknown as (request: IncomingMessage, response: ServerResponse, passedBy: () => void) => void;
  return (request, response) => handle(request, response, () => answerUnreadableTarget(request, response));
}

/** Express passes by its middleware only when it cannot read the request target as a URL. */
function answerUnreadableTarget(request: IncomingMessage, response: ServerResponse): void {
  send(response, commonAnswers.row1MalformedPath((request.url ?? '/').split('?', 1)[0] ?? '/'));
}
