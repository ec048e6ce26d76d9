import type { LockedCustomTask } from '../../messages/custom-tasks.ts';
import type { Camunda8Services } from './endpoint.ts';
import { DEFAULT_TENANT } from './fields.ts';

interface Activation {
  readonly workerId: string;
  /** variables; empty: all */
  readonly names: readonly string[];
}

/** Locked tasks as activated jobs. */
export async function jobsOf(
  tasks: readonly LockedCustomTask[],
  { keys }: Camunda8Services,
  { workerId, names }: Activation,
): Promise<readonly object[]> {
  const keyOf = await keys.of(
    tasks.flatMap(({ taskId, instanceId, definitionId }) => [
      { id: taskId, instanceId },
      { id: instanceId, instanceId },
      { id: definitionId },
    ]),
  );
  return tasks.map((task) => ({
    jobKey: keyOf(task.taskId),
    type: task.taskType,
    processInstanceKey: keyOf(task.instanceId),
    rootProcessInstanceKey: null,
    processDefinitionId: task.processKey,
    processDefinitionVersion: Number(/:(\d+):[^:]*$/.exec(task.definitionId)?.[1] ?? 1),
    processDefinitionKey: keyOf(task.definitionId),
    elementId: task.activityId,
    elementInstanceKey: keyOf(task.taskId),
    customHeaders: task.headers ?? {},
    worker: workerId,
    retries: task.retries ?? 1,
    deadline: Date.parse(task.lockedUntil),
    variables: shownVariables(task.input, names),
    tenantId: DEFAULT_TENANT,
    physicalTenantId: PHYSICAL_TENANT,
    ...kindOf(task.input),
    userTask: null,
    tags: [],
    businessId: task.businessId,
    priority: task.priority ?? 0,
    jobLeaseToken: null,
  }));
}

/** Clients expect a name. */
const PHYSICAL_TENANT = 'default';

function shownVariables(input: LockedCustomTask['input'], names: readonly string[]): object {
  const { [LISTENER]: _listener, ...variables } = input;
  return names.length === 0 ? variables : Object.fromEntries(Object.entries(variables).filter(([name]) => names.includes(name)));
}

/** Input variable of listener jobs (docs/how-to/remote-workers.md#listeners). Camunda 8 has members of the job for it. */
const LISTENER = '__listener';
const TASK_EVENTS: Readonly<Record<string, string>> = {
  create: 'CREATING',
  assignment: 'ASSIGNING',
  update: 'UPDATING',
  complete: 'COMPLETING',
  cancel: 'CANCELING',
};

function kindOf(input: LockedCustomTask['input']): { readonly kind: string; readonly listenerEventType: string } {
  const listener = input[LISTENER] as { readonly event?: string } | undefined;
  const { event } = listener ?? {};
  if (event === undefined) return { kind: 'BPMN_ELEMENT', listenerEventType: 'UNSPECIFIED' };
  const ofTask = TASK_EVENTS[event];
  if (ofTask !== undefined) return { kind: 'TASK_LISTENER', listenerEventType: ofTask };
  return { kind: 'EXECUTION_LISTENER', listenerEventType: event.toUpperCase() };
}
