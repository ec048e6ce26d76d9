import { z } from 'zod';

const paging = {
  page: z.string().optional().meta({ description: 'Page number from 1. Lower values count as 1. Default: 1.' }),
  pageSize: z
    .string()
    .optional()
    .meta({ description: 'Items per page, 1 to 100. Other values count as the nearest limit. Default: 20.' }),
};

/** `filters` and `sorts` of a list; the names are listed in docs/contributing/spec/http/lists.md#names. */
function listQuery(filterNames: string, sortNames: string, defaultOrder: string) {
  return z.object({
    ...paging,
    sorts: z
      .string()
      .optional()
      .meta({
        description: `Sort fields, separated by commas. A leading \`-\` means descending. Fields: ${sortNames}. Default: \`${defaultOrder}\`.`,
      }),
    filters: z
      .string()
      .optional()
      .meta({
        description:
          `Conditions \`<fields><operator><values>\`, separated by commas (AND). Separate several fields or values in one condition with \`|\` (OR). ` +
          `Fields: ${filterNames}.`,
      }),
  });
}

/** Queries of the lists (docs/contributing/spec/http/lists.md). */
export const definitionsQuery = listQuery(
  'ProcessDefinitionKey, Version, IsActive',
  'ProcessDefinitionKey, Version, DeployedAt',
  'ProcessDefinitionKey,-Version',
);
export const startFormsQuery = listQuery('ProcessDefinitionKey', 'ProcessDefinitionKey', 'ProcessDefinitionKey');
export const instancesQuery = listQuery(
  'IsStarted, IsCompleted, IsCancelled, IsFailed, BusinessId, CreatedAt, IsSuspended',
  'CreatedAt, ExecutionStartedAt, CompletedAt, BusinessId',
  '-CreatedAt',
).extend({ businessId: z.string().optional().meta({ description: 'Only rows with exactly this business id.' }) });
export const decidedQuery = listQuery('Sequence, ActivityId, ActivityInstanceId, OccurredAt', 'Sequence', 'Sequence');
export const historyQuery = listQuery('Sequence, Type, ActivityId, ActivityInstanceId, OccurredAt', 'Sequence', 'Sequence');
/** Pages of a state (docs/contributing/spec/http/instances.md#state-pages). */
export const stateQuery = z.object({
  page: z.string().optional().meta({ description: 'Page of each list, from 1. Lower values count as 1. Default: 1.' }),
  pageSize: z.string().optional().meta({
    description:
      'Items per page of each list, 1 to 1000. Other values count as the nearest limit. Default: 100. Without `page` and `pageSize`: whole lists.',
  }),
});
/** The list of all instances (docs/contributing/spec/http/find.md). */
export const findQuery = listQuery(
  'ProcessDefinitionKey, Version, Status, ActivityId, ErrorCode, ErrorMessage, BusinessId, ParentInstanceId, CreatedAt, CompletedAt, and `Variables.<path>` of an indexed variable',
  'CreatedAt, CompletedAt',
  '-CreatedAt',
).extend({ businessId: instancesQuery.shape.businessId });
/** Pages of what an instance waits for (docs/contributing/spec/http/waiting.md#pages-of-waiting). */
export const waitingQuery = z.object({
  page: paging.page,
  pageSize: z
    .string()
    .optional()
    .meta({ description: 'Items per page, 1 to 1000. Other values count as the nearest limit. Default: 100.' }),
});
/** Pages of a list that has no filters and one order. */
export const pagesQuery = z.object(paging);
export const userTasksQuery = listQuery(
  'CreatedAt, TaskState, DueDate, FollowUpDate, Priority, Category, Name, ProcessDefinitionKey, BusinessId',
  'CreatedAt, DueDate, FollowUpDate, Priority',
  '-CreatedAt',
).extend({
  assignee: z.string().optional().meta({ description: 'Only tasks with this assignee.' }),
  candidateGroup: z.string().optional().meta({ description: 'Only tasks with this candidate group.' }),
});

export const deadLettersQuery = listQuery(
  'Kind, Status, InstanceId, ProcessKey, ParkedAt, FirstParkedAt, Attempts',
  'ParkedAt, FirstParkedAt, Kind, Attempts',
  '-ParkedAt',
);

export const incidentsQuery = listQuery(
  'InstanceId, ProcessKey, ActivityId, ErrorCode, ErrorMessage, Cause, BusinessId, Count, FirstFailedAt, LastFailedAt',
  'LastFailedAt, FirstFailedAt, Count',
  '-LastFailedAt',
);

export const auditQuery = listQuery(
  'At, Act, Actor, TargetId, ProcessKey, ClientAddress, TraceId, CommandId, Result, Code',
  'At',
  '-At',
);
/** The file contains all matches in one order. */
export const auditFileQuery = auditQuery.pick({ filters: true });
export const batchesQuery = listQuery('Operation, Status, CreatedBy, CreatedAt, EndedAt', 'CreatedAt, EndedAt', '-CreatedAt');
export const batchItemsQuery = listQuery('Status, Code, SubjectId', 'Position', 'Position');
export const decisionsQuery = listQuery('DecisionKey, Version', 'DecisionKey, Version, DeployedAt', 'DecisionKey,-Version');
export const evaluationsQuery = listQuery(
  'EvaluationId, Version, Outcome, BusinessId, Actor, EvaluatedAt',
  'EvaluatedAt',
  '-EvaluatedAt',
);
export const webhookInstancesQuery = listQuery('Status, InstanceId', 'ParkedAt', 'ParkedAt');

/** Parameters in paths, by the name they have in the pattern. */
export const PATH_PARAMETERS: Readonly<Record<string, z.ZodType>> = {
  key: z.string().min(1).meta({ description: 'Process key, or id of a decision. Case-sensitive. Send a slash as `%2F`.' }),
  version: z.string().regex(/^\d+$/).meta({ description: 'Version number, at most 2147483647.' }),
  instanceId: z.string().meta({ format: 'uuid', description: 'Id of a workflow instance.' }),
  activityInstanceId: z.string().meta({ format: 'uuid', description: 'Id of the user task or custom task.' }),
  incidentId: z.string().meta({ format: 'uuid', description: 'Id of an open incident.' }),
  deadLetterId: z.string().meta({ format: 'uuid', description: 'Id of the dead letter. It equals the id of its command.' }),
  batchId: z.string().meta({ format: 'uuid', description: 'Id of a batch.' }),
  webhook: z.string().min(1).meta({ description: 'Name of a webhook. Not case-sensitive.' }),
  taskType: z.string().min(1).meta({ description: 'Task type. Not case-sensitive.' }),
};

/** Request header of every POST (docs/contributing/spec/http.md#idempotency-key). */
export const writeHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional()
    .meta({
      description:
        '1 to 255 visible ASCII characters. Sluice runs the first request with a key. For 24 hours, the same request with the same key returns the stored reply. ' +
        'A different request with the same key returns 422.',
    }),
});

/** Request header of reads that the projector feeds (docs/contributing/spec/http.md#service-min-position). */
export const readHeaders = z.object({
  'Service-Min-Position': z.string().optional().meta({
    description:
      'Values of `Service-Position`, at most 20, separated by commas. The read waits up to 2 seconds until its data includes these writes, then returns 503.',
  }),
});
