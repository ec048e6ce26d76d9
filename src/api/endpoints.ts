import { createCommandRunner } from './commands.ts';
import type { Endpoint } from './endpoint.ts';
import type { ApiPorts } from './ports.ts';
import { definitionRoutes } from './routes/definitions.ts';
import { docsRoutes } from './routes/docs.ts';
import { executionRoutes } from './routes/execution.ts';
import { historyRoute } from './routes/instance-history.ts';
import { instanceRoutes } from './routes/instances.ts';
import { operationsRoutes } from './routes/operations.ts';
import { userTaskRoutes } from './routes/user-tasks.ts';

/** Every endpoint of the API (contract 2). A test compares them with what the OpenAPI document describes. */
export function apiEndpoints(ports: ApiPorts): readonly Endpoint[] {
  const run = createCommandRunner(ports);
  return [
    ...definitionRoutes(run, ports.db),
    ...executionRoutes(run),
    ...instanceRoutes(run, ports.db),
    historyRoute(ports.db),
    ...userTaskRoutes(run, ports.db, ports.log),
    ...operationsRoutes(ports),
    ...(ports.servesDocs ? docsRoutes() : []),
  ];
}
