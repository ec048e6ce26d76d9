import { decisionEndpoints } from './decisions.ts';
import { deploymentEndpoints } from './deployments.ts';
import { elementInstanceEndpoints } from './element-instances.ts';
import type { Camunda8Endpoint } from './endpoint.ts';
import { eventEndpoints } from './events.ts';
import { instanceChangeEndpoints } from './instance-changes.ts';
import { jobEndpoints } from './jobs.ts';
import { listEndpoints } from './lists.ts';
import { operationEndpoints } from './operations.ts';
import { processInstanceEndpoints } from './process-instances.ts';
import { serviceEndpoints } from './service.ts';
import { userTaskEndpoints } from './user-tasks.ts';
import { variableEndpoints } from './variables.ts';

/** Operations in the order of the table in docs/how-to/move-from-camunda-8.md. */
export const CAMUNDA_8_ENDPOINTS: readonly Camunda8Endpoint[] = [
  ...serviceEndpoints,
  ...deploymentEndpoints,
  ...processInstanceEndpoints,
  ...instanceChangeEndpoints,
  ...jobEndpoints,
  ...eventEndpoints,
  ...userTaskEndpoints,
  ...operationEndpoints,
  ...listEndpoints,
  ...elementInstanceEndpoints,
  ...variableEndpoints,
  ...decisionEndpoints,
];
