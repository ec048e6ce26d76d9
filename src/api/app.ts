import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express, type NextFunction } from 'express';
import { createCommandRunner } from './commands.ts';
import { createDispatcher } from './dispatcher.ts';
import { commonAnswers } from './http-errors.ts';
import type { ApiPorts } from './ports.ts';
import { definitionRoutes } from './routes/definitions.ts';
import { executionRoutes } from './routes/execution.ts';
import { instanceRoutes } from './routes/instances.ts';
import { operationsRoutes } from './routes/operations.ts';
import { userTaskRoutes } from './routes/user-tasks.ts';
import { send } from './send.ts';

/**
 * The API as an Express application: one middleware, the dispatcher. Express's own routing is not used, because paths are compared without
 * regard to case, a wrong verb is told apart from an unknown path, and the busiest write pays for every layer it passes.
 */
export function createApp(ports: ApiPorts): Express {
  const run = createCommandRunner(ports);
  const dispatch = createDispatcher(
    [
      ...definitionRoutes(run, ports.db),
      ...executionRoutes(run),
      ...instanceRoutes(ports.db),
      ...userTaskRoutes(run, ports.db),
      ...operationsRoutes(ports),
    ],
    ports,
  );
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((request: IncomingMessage, response: ServerResponse) => dispatch(request, response));
  app.use(answerUnreadableTarget);
  return app;
}

/** Express itself only fails on a request target that it cannot read as a URL. It knows error handlers by their four parameters. */
function answerUnreadableTarget(_error: unknown, request: IncomingMessage, response: ServerResponse, _next: NextFunction): void {
  send(response, commonAnswers.row1MalformedPath((request.url ?? '/').split('?', 1)[0] ?? '/'));
}
