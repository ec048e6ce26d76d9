import { type RequestHandler, Router } from 'express';
import type { Logger } from '../../platform/log.ts';
import { untilProjected } from '../../queries/positions.ts';
import type { ReadDatabase } from '../../queries/read-database.ts';
import { readPosition } from '../../requests/position.ts';
import { sendProblem } from './http/answer.ts';
import { noteWrite } from './list-reader.ts';
import type { UiPorts } from './ports.ts';
import { limitsOfUser, requireRights } from './rights.ts';
import { dashboardRoutes } from './routes/dashboard.ts';
import { decisionRoutes } from './routes/decisions.ts';
import { homeRoutes } from './routes/home.ts';
import { instanceRoutes } from './routes/instances.ts';
import { journalRoutes } from './routes/journal.ts';
import { liveRoutes } from './routes/live.ts';
import { batchRoutes, eventRoutes, searchRoutes, sessionRoutes, variableRoutes } from './routes/small-routes.ts';
import { taskTypeRoutes } from './routes/task-types.ts';
import { userTaskRoutes } from './routes/user-tasks.ts';
import { workflowRoutes } from './routes/workflows.ts';
import { mergedViews } from './shards/merged-views.ts';
import { userOf } from './sign-in/session.ts';

/** Further positions of the header, and malformed ones, are ignored. */
const MOST_POSITIONS = 20;

/** Routes below `/ui/api`; those of the API are below `/ui/api/service`. Joins the views of several shards. */
export function dataRoutes({ shards, ...ports }: UiPorts): Router {
  return shards === undefined ? routesOf(ports) : mergedViews(shards.map((shard) => routesOf({ ...ports, ...shard })));
}

/** Routes on one database. */
function routesOf(ports: UiPorts): Router {
  const routes = Router();
  routes.use(requireRights(ports), refuseNul, untilReached(ports.db));
  routes.use(sessionRoutes(ports), workflowRoutes(ports), instanceRoutes(ports), journalRoutes(ports), userTaskRoutes(ports));
  routes.use(eventRoutes(ports), dashboardRoutes(ports), homeRoutes(ports), taskTypeRoutes(ports), searchRoutes(ports));
  routes.use(batchRoutes(ports), variableRoutes(ports), liveRoutes(ports), decisionRoutes(ports));
  routes.use('/service', logActions(ports.log), ports.service);
  routes.use((_request, response) => sendProblem(response, 'unknown-endpoint', 'No endpoint matches this path.'));
  return routes;
}

/** Refuses NUL in a path: Postgres cannot store it (docs/contributing/spec/http/errors.md#malformed-path). */
const refuseNul: RequestHandler = (request, response, next) => {
  if (/%00/.test(request.originalUrl)) sendProblem(response, 'malformed-path', 'The request path is malformed.');
  else next();
};

/**
 * Delays a GET until the write at the position in its header is visible, at most 2 s (docs/contributing/spec/pages.md#result-of-actions). Marks it
 * for {@link readerOf}. Removes the header, because an endpoint of the API would refuse after the wait.
 */
function untilReached(db: ReadDatabase): RequestHandler {
  return async (request, _response, next) => {
    const header = request.headers['service-min-position'];
    delete request.headers['service-min-position'];
    if (typeof header === 'string' && request.method === 'GET') {
      noteWrite(request);
      const texts = header.split(',', MOST_POSITIONS).map((text) => text.trim());
      await untilProjected(
        db,
        texts.flatMap((text) => readPosition(text) ?? []),
        limitsOfUser(request),
      );
    }
    next();
  };
}

function logActions(log: Logger): RequestHandler {
  return (request, response, next) => {
    if (request.method === 'POST' || request.method === 'DELETE') {
      const Action = request.path;
      const UserName = userOf(request)?.name ?? 'anonymous';
      response.on('finish', () => {
        const { statusCode } = response;
        if (statusCode < 400) log.event('ui-action-done', { Action, UserName });
        else log.event('ui-action-refused', { Action, UserName, Rule: String(statusCode) });
      });
    }
    next();
  };
}
