import { countFreeCustomTasks } from '../queries/free-custom-tasks.ts';
import { type CommandRunner, createCommandRunner } from './commands.ts';
import { openCustomTaskWatch } from './custom-task-watch.ts';
import type { Endpoint } from './endpoint.ts';
import type { ApiPorts } from './ports.ts';
import type { Resource } from './resource.ts';
import { customTaskRoutes } from './routes/custom-tasks.ts';
import { definitionRoutes } from './routes/definitions.ts';
import { docsRoutes } from './routes/docs.ts';
import { executionRoutes } from './routes/execution.ts';
import { historyRoute } from './routes/instance-history.ts';
import { instanceRoutes } from './routes/instances.ts';
import { operationsRoutes } from './routes/operations.ts';
import { remoteWorkerRoutes } from './routes/remote-workers.ts';
import { userTaskRoutes } from './routes/user-tasks.ts';

/** The endpoints of the API by resource, the busiest first (docs/spec/http.md#endpoints). */
export function apiResources(ports: ApiPorts): readonly Resource[] {
  const run = createCommandRunner(ports);
  return [
    { prefix: '/Execution', endpoints: executionRoutes(run) },
    { prefix: '/Definitions', endpoints: definitionRoutes(run, ports.db) },
    { prefix: '/Instances', endpoints: [...instanceRoutes(run, ports.db), historyRoute(ports.db)] },
    { prefix: '/UserTasks', endpoints: userTaskRoutes(run, ports.db, ports.log) },
    { prefix: '/custom-tasks', endpoints: [...customTaskRoutes(ports.db), ...workerRoutes(run, ports)] },
    { prefix: '/', endpoints: [...operationsRoutes(ports), ...(ports.servesDocs ? docsRoutes() : [])] },
  ];
}

/** Every endpoint of the API. A test compares them with what the OpenAPI document describes. */
export function apiEndpoints(ports: ApiPorts): readonly Endpoint[] {
  return apiResources(ports).flatMap(({ endpoints }) => endpoints);
}

function workerRoutes(run: CommandRunner, ports: ApiPorts): readonly Endpoint[] {
  return remoteWorkerRoutes({
    run,
    watch: openCustomTaskWatch((wanted) => countFreeCustomTasks(ports.db, wanted)),
    isStopping: () => ports.health.isShuttingDown,
    noteFetch: (typeKey) => ports.metrics.calls.fetched(typeKey),
    signer: ports.signer,
    fetchableBundledTypes: ports.fetchableBundledTypes,
  });
}
