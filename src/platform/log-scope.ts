import type { LogProperties } from './log.ts';

/** The current work. `businessId` null and absent both mean: none. */
export interface InstanceScope {
  readonly processKey: string;
  readonly instanceId: string;
  readonly businessId?: string | null;
  readonly activityId?: string;
  readonly activityInstanceId?: string;
}

/** The scope members of a line about one instance (docs/contributing/spec/observability.md#log-scope); `-` means no business id. */
export function instanceScope(scope: InstanceScope): LogProperties {
  return {
    WorkflowId: scope.processKey,
    ProcessDefinitionKey: scope.processKey,
    WorkflowInstanceId: scope.instanceId,
    BusinessId: scope.businessId ?? '-',
    ...activityScope(scope.activityId, scope.activityInstanceId),
  };
}

/** Scope members of an activity and its activity instance; absent ones are omitted. */
export function activityScope(activityId?: string, activityInstanceId?: string): LogProperties {
  return {
    ...(activityId === undefined ? {} : { ActivityId: activityId }),
    ...(activityInstanceId === undefined ? {} : { ActivityInstanceId: activityInstanceId }),
  };
}
