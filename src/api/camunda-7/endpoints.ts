import { definitionEndpoints } from './definitions.ts';
import type { Camunda7Endpoint } from './endpoint.ts';
import { eventEndpoints } from './events.ts';
import { externalTaskLists } from './external-task-lists.ts';
import { externalTaskWork } from './external-tasks.ts';
import { historyEndpoints } from './history.ts';
import { workHistoryEndpoints } from './history-of-work.ts';
import { instanceChanges } from './instance-changes.ts';
import { instanceEndpoints } from './instances.ts';
import { taskDetails } from './task-details.ts';
import { taskEndpoints } from './tasks.ts';

/** Operations in the order of the table in docs/how-to/move-from-camunda-7.md. */
export const CAMUNDA_7_OPERATIONS: readonly Camunda7Endpoint[] = [
  ...externalTaskWork,
  ...externalTaskLists,
  ...definitionEndpoints,
  ...instanceEndpoints,
  ...instanceChanges,
  ...eventEndpoints,
  ...taskEndpoints,
  ...taskDetails,
  ...historyEndpoints,
  ...workHistoryEndpoints,
];

/** Paths of the engine, as clients write them. */
const ROOTS = ['/engine-rest', '/engine-rest/engine/default'] as const;

/** Operations with whole paths. */
export const CAMUNDA_7_ENDPOINTS: readonly Camunda7Endpoint[] = ROOTS.flatMap((root) =>
  CAMUNDA_7_OPERATIONS.map((endpoint) => ({ ...endpoint, pattern: `${root}${endpoint.pattern}` })),
);
