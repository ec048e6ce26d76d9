import { z } from 'zod';

const paging = {
  page: z.string().optional().meta({ description: 'Integer; below 1 becomes 1. Default 1.' }),
  pageSize: z.string().optional().meta({ description: 'Integer; below 1 becomes 1, above 100 becomes 100. Default 20.' }),
};

/** `filters` and `sorts` of a list; the names are listed in docs/contributing/spec/http/lists.md#names. */
function listQuery(filterNames: string, sortNames: string, defaultOrder: string) {
  return z.object({
    ...paging,
    sorts: z
      .string()
      .optional()
      .meta({
        description: `Names separated by commas, a leading \`-\` means descending. Names: ${sortNames}. Default: \`${defaultOrder}\`.`,
      }),
    filters: z
      .string()
      .optional()
      .meta({
        description:
          `Terms \`<names><operator><values>\` separated by commas (AND); several names or values in one term are separated by \`|\` (OR). ` +
          `Names: ${filterNames}.`,
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
).extend({ businessId: z.string().optional().meta({ description: 'Rows whose business id equals this text exactly.' }) });
export const decidedQuery = listQuery('Sequence, ActivityId, ActivityInstanceId, OccurredAt', 'Sequence', 'Sequence');
export const historyQuery = listQuery('Sequence, Type, ActivityId, ActivityInstanceId, OccurredAt', 'Sequence', 'Sequence');
/** Pages of a state (docs/contributing/spec/http/instances.md#state-pages). */
export const stateQuery = z.object({
  page: z.string().optional().meta({ description: 'Cuts each list to this page. Integer; below 1 becomes 1. Default 1.' }),
  pageSize: z.string().optional().meta({
    description:
      'Cuts each list to pages of this size. Integer; below 1 becomes 1, above 1000 becomes 1000. Default 100. Without both: whole lists.',
  }),
});
/** The list of all instances (docs/contributing/spec/http/find.md). */
export const findQuery = listQuery(
  'ProcessDefinitionKey, Version, Status, ActivityId, ErrorCode, ErrorMessage, BusinessId, ParentInstanceId, CreatedAt, CompletedAt, and `Variables.<path>` where it is indexed',
  'CreatedAt, CompletedAt',
  '-CreatedAt',
).extend({ businessId: instancesQuery.shape.businessId });
/** Pages of what an instance waits for (docs/contributing/spec/http/waiting.md#pages-of-waiting). */
export const waitingQuery = z.object({
  page: paging.page,
  pageSize: z.string().optional().meta({ description: 'Integer; below 1 becomes 1, above 1000 becomes 1000. Default 100.' }),
});
/** Pages of a list that has no filters and one order. */
export const pagesQuery = z.object(paging);
export const userTasksQuery = listQuery(
  'CreatedAt, TaskState, DueDate, FollowUpDate, Priority, Category, Name, ProcessDefinitionKey, BusinessId',
  'CreatedAt, DueDate, FollowUpDate, Priority',
  '-CreatedAt',
).extend({
  assignee: z.string().optional().meta({ description: 'Tasks whose assignee equals this text.' }),
  candidateGroup: z.string().optional().meta({ description: 'Tasks whose candidate groups contain this text.' }),
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
/** The file has all that match, in one order. */
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
  key: z
    .string()
    .min(1)
    .meta({ description: 'Process definition key, or id of a decision; case counts. A slash is sent as `%2F`.' }),
  version: z.string().regex(/^\d+$/).meta({ description: 'Decimal digits, at most 2147483647.' }),
  instanceId: z.string().meta({ format: 'uuid', description: 'Id of a workflow instance.' }),
  activityInstanceId: z.string().meta({ format: 'uuid', description: 'Id of the user task or custom task.' }),
  incidentId: z.string().meta({ format: 'uuid', description: 'Id of an open incident.' }),
  deadLetterId: z.string().meta({ format: 'uuid', description: 'Id of the dead letter: that of its command.' }),
  batchId: z.string().meta({ format: 'uuid', description: 'Id of a batch.' }),
  webhook: z.string().min(1).meta({ description: 'Name of a webhook, in any case.' }),
  taskType: z.string().min(1).meta({ description: 'Task type, in any case.' }),
};

/** Request header of every POST (docs/contributing/spec/http.md#idempotency-key). */
export const writeHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional()
    .meta({
      description:
        '1 to 255 visible ASCII characters. The first request with a key is processed; the same request with the same key gets its reply ' +
        'again for 24 hours, any other request with it answers 422.',
    }),
});

/** Request header of reads that the projector feeds (docs/contributing/spec/http.md#service-min-position). */
export const readHeaders = z.object({
  'Service-Min-Position': z.string().optional().meta({
    description:
      'Values of `Service-Position`, at most 20, separated by commas. The read waits until it shows these writes, at most 2 seconds.',
  }),
});
