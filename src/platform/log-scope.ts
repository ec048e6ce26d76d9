import type { LogProperties } from './log.ts';

/** `businessId` null or absent: none. */
export interface InstanceScope {
  readonly processKey: string;
  readonly instanceId: string;
  readonly businessId?: string | null;
  readonly activityId?: string;
  readonly activityInstanceId?: string;
}

/** Members of a line about one instance (docs/contributing/spec/observability.md#log-scope); `-`: no business id. */
export function instanceScope(scope: InstanceScope): LogProperties {
  return {
    WorkflowId: scope.processKey,
    ProcessDefinitionKey: scope.processKey,
    WorkflowInstanceId: scope.instanceId,
    BusinessId: scope.businessId ?? '-',
    ...activityScope(scope.activityId, scope.activityInstanceId),
  };
}

/** Omits absent ones. */
export function activityScope(activityId?: string, activityInstanceId?: string): LogProperties {
  return {
    ...(activityId === undefined ? {} : { ActivityId: activityId }),
    ...(activityInstanceId === undefined ? {} : { ActivityInstanceId: activityInstanceId }),
  };
}
