import { listTable } from './output/tables.ts';

/** Lists of the API that commands print; columns by heading. */
export const LISTS = {
  definitions: listTable({
    operation: 'listDefinitions',
    empty: 'Nothing is deployed.',
    columns: {
      KEY: 'processDefinitionKey',
      VERSION: 'version',
      'DEPLOYED AT': 'deployedAt',
      ACTIVE: ({ isActive, isSuspended }) => `${isActive ? 'yes' : 'no'}${isSuspended === true ? ', suspended' : ''}`,
    },
  }),
  decisions: listTable({
    operation: 'listDecisions',
    empty: 'No decision is deployed.',
    columns: { DECISION: 'decisionKey', VERSION: 'version', TAG: 'versionTag', 'DEPLOYED AT': 'deployedAt', NAME: 'name' },
  }),
  evaluations: listTable({
    operation: 'listDecisionEvaluations',
    empty: 'No evaluations.',
    columns: {
      'EVALUATED AT': 'evaluatedAt',
      VERSION: 'version',
      BY: 'actor',
      RULES: ({ decisions }) =>
        decisions
          .at(-1)
          ?.tables.flatMap(({ rules }) => rules.map(({ number }) => number))
          .join(', ') || '-',
      RESULT: ({ failure, decisions }) =>
        failure === null ? (JSON.stringify(decisions.at(-1)?.result) ?? '…') : `failed: ${failure}`,
    },
  }),
  instances: listTable({
    operation: 'findInstances',
    empty: 'No instances.',
    columns: {
      INSTANCE: 'instanceId',
      PROCESS: ({ processDefinitionKey, version }) => `${processDefinitionKey} ${version}`,
      STATUS: 'status',
      'BUSINESS ID': 'businessId',
      STARTED: 'createdAt',
      ENDED: 'completedAt',
      AT: ({ failure, activeActivityIds }) =>
        failure === null
          ? activeActivityIds.join(', ') || '-'
          : `${failure.activityId ?? '-'}: ${failure.code} ${failure.message}`,
    },
  }),
  tasks: listTable({
    operation: 'listUserTasks',
    empty: 'No tasks.',
    columns: {
      TASK: 'activityInstanceId',
      ELEMENT: 'activityId',
      OF: ({ claimedBy, assignee }) => claimedBy ?? assignee,
      GROUPS: ({ candidateGroups }) => candidateGroups.join(', ') || '-',
      SINCE: 'createdAt',
      DUE: 'dueDate',
      INSTANCE: 'workflowInstanceId',
    },
  }),
  comments: listTable({
    operation: 'listTaskComments',
    empty: 'No comments.',
    columns: { AT: 'createdAt', BY: 'author', TEXT: 'text' },
  }),
  incidents: listTable({
    operation: 'listIncidents',
    empty: 'No incidents.',
    columns: {
      ID: 'incidentId',
      PROCESS: 'processDefinitionKey',
      ACTIVITY: 'activityId',
      COUNT: 'count',
      'LAST FAILED AT': 'lastFailedAt',
      CODE: 'errorCode',
      ERROR: 'errorMessage',
    },
  }),
  deadLetters: listTable({
    operation: 'listDeadLetters',
    empty: 'No dead letters.',
    columns: {
      ID: 'deadLetterId',
      STATUS: 'status',
      KIND: 'kind',
      'BELONGS TO': ({ processKey, instanceId }) => processKey ?? instanceId,
      'PARKED AT': 'parkedAt',
      ATTEMPTS: 'attempts',
      ERROR: 'errorMessage',
    },
  }),
  audit: listTable({
    operation: 'listAudit',
    empty: 'No entries.',
    columns: {
      AT: 'at',
      ACT: 'act',
      RESULT: ({ code, result }) => (code === null ? result : `${result}: ${code}`),
      COUNT: 'count',
      ACTOR: ({ actor, identifiedBy }) => actor ?? identifiedBy,
      ADDRESS: 'clientAddress',
      ON: ({ targetKind, targetId }) => [targetKind, targetId].filter((text) => text !== null).join(' ') || '-',
    },
  }),
  webhookInstances: listTable({
    operation: 'listWebhookInstances',
    empty: '',
    columns: {
      INSTANCE: 'workflowInstanceId',
      PROCESS: 'processDefinitionKey',
      STATUS: 'status',
      ATTEMPTS: 'attempts',
      'NEXT EVENT': 'nextType',
      'NEXT ATTEMPT AT': 'nextAttemptAt',
      'LAST ERROR': 'lastError',
    },
  }),
};
