import { countFreeCustomTasks } from '../queries/custom-tasks.ts';
import { type CommandRunner, createCommandRunner } from './commands.ts';
import { openCustomTaskWatch } from './custom-task-watch.ts';
import type { Endpoint } from './endpoint.ts';
import type { InnerCaller } from './inner-call.ts';
import type { ApiPorts } from './ports.ts';
import { auditRoutes } from './routes/audit.ts';
import { batchRoutes } from './routes/batches.ts';
import { customTaskRoutes } from './routes/custom-tasks.ts';
import { deadLetterRoutes } from './routes/dead-letters.ts';
import { evaluationsRoute } from './routes/decision-evaluations.ts';
import { decisionRoutes } from './routes/decisions.ts';
import { definitionRoutes } from './routes/definitions.ts';
import { deployRoutes } from './routes/deploy.ts';
import { docsRoutes } from './routes/docs.ts';
import { eventRoutes } from './routes/events.ts';
import { executionRoutes } from './routes/execution.ts';
import { findRoute } from './routes/find-instances.ts';
import { forkRoutes } from './routes/forks.ts';
import { incidentRoutes } from './routes/incidents.ts';
import { instanceDecisionsRoute } from './routes/instance-decisions.ts';
import { historyRoute } from './routes/instance-history.ts';
import { waitingRoute } from './routes/instance-waiting.ts';
import { instanceRoutes } from './routes/instances.ts';
import { mcpRoutes } from './routes/mcp.ts';
import { modelRoutes } from './routes/models.ts';
import { operationsRoutes } from './routes/operations.ts';
import { remoteWorkerRoutes } from './routes/remote-workers.ts';
import { simulateRoute } from './routes/simulate.ts';
import { suspendProcessRoutes } from './routes/suspend-process.ts';
import { taskCommentRoutes } from './routes/task-comments.ts';
import { userTaskRoutes } from './routes/user-tasks.ts';
import { webhookRoutes } from './routes/webhooks.ts';

/**
 * Every endpoint of the API by resource, the busiest first (docs/contributing/spec/http.md#endpoints). A test compares them with the OpenAPI
 * document. `inside` runs other endpoints on behalf of a request.
 */
export function apiEndpoints(ports: ApiPorts, inside: InnerCaller = withoutInside): readonly Endpoint[] {
  const run = createCommandRunner(ports);
  return [
    ...executionRoutes(run),
    ...deployRoutes({ run, reader: ports.reader, keepsUnchanged: ports.keepsUnchanged }),
    simulateRoute(ports.simulator),
    ...definitionRoutes(run, ports),
    ...suspendProcessRoutes(run),
    ...modelRoutes(ports),
    ...decisionRoutes(run, ports),
    evaluationsRoute(ports.db),
    ...instanceRoutes(run, ports.db, ports.maxStateEntries),
    ...forkRoutes(run),
    findRoute(ports),
    historyRoute(ports.db),
    instanceDecisionsRoute(ports.db),
    waitingRoute(ports.db, ports.reader),
    ...userTaskRoutes(run, ports),
    ...taskCommentRoutes(run, ports.db, ports.log),
    ...customTaskRoutes(ports.db),
    ...incidentRoutes(run, ports.db),
    ...deadLetterRoutes(run, ports.db),
    ...auditRoutes(ports.db),
    ...batchRoutes(run, ports),
    ...eventRoutes(ports),
    ...webhookRoutes(run, ports),
    ...workerRoutes(run, ports),
    ...operationsRoutes(ports),
    ...(ports.mcp === undefined ? [] : mcpRoutes(ports.mcp, inside)),
    ...(ports.servesDocs ? docsRoutes() : []),
  ];
}

/** For APIs in which no endpoint runs others. */
const withoutInside: InnerCaller = () => Promise.reject(new Error('there is no application to carry it out'));

function workerRoutes(run: CommandRunner, ports: ApiPorts): readonly Endpoint[] {
  return remoteWorkerRoutes({
    run,
    watch: openCustomTaskWatch((wanted) => countFreeCustomTasks(ports.db, wanted)),
    isStopping: () => ports.health.isShuttingDown,
    noteFetch: (typeKey, workerId) => ports.metrics.calls.fetched(typeKey, workerId),
    signer: ports.signer,
    fetchableBundledTypes: ports.fetchableBundledTypes,
  });
}
