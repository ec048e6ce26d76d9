import type { LogProperties } from './log.ts';

/** Instance and activity of a log line. `businessId` null or absent: the instance has none. */
export interface InstanceScope {
  readonly processKey: string;
  readonly instanceId: string;
  readonly businessId?: string | null;
  readonly activityId?: string;
  readonly activityInstanceId?: string;
}

/** Returns the scope members of a line about one instance (docs/contributing/spec/observability.md#log-scope); `-` means no business id. */
export function instanceScope(scope: InstanceScope): LogProperties {
  return {
    WorkflowId: scope.processKey,
    ProcessDefinitionKey: scope.processKey,
    WorkflowInstanceId: scope.instanceId,
    BusinessId: scope.businessId ?? '-',
    ...activityScope(scope.activityId, scope.activityInstanceId),
  };
}

/** Returns the scope members of an activity and its activity instance. Omits absent ones. */
export function activityScope(activityId?: string, activityInstanceId?: string): LogProperties {
  return {
    ...(activityId === undefined ? {} : { ActivityId: activityId }),
    ...(activityInstanceId === undefined ? {} : { ActivityInstanceId: activityInstanceId }),
  };
}
