import type { CommandKind, CommandRejection, RejectionCode } from '../messages/commands.ts';
import { type Answer, errorAnswer, type ProblemCode, problemAnswer } from '../platform/answer.ts';
import { formatTimestamp } from '../platform/clock.ts';
import { cutText } from '../platform/cut-text.ts';
import type { ErrorCode } from '../platform/error-codes.ts';
import { repeated } from '../requests/request-texts.ts';
import { ENDS, OBSTACLES } from './dead-letter-texts.ts';
import { refusedInstruction, refusedMigration } from './refusal-texts.ts';

/** Request for error texts. `params`: decoded path parameters, in order. */
export interface AnsweredRequest {
  readonly path: string;
  readonly params: readonly string[];
}

type RejectionOf<C extends RejectionCode> = Extract<CommandRejection, { readonly code: C }>;
type Row<C extends RejectionCode> =
  | {
      readonly shape: 'E';
      readonly code: ErrorCode;
      readonly text: (rejection: RejectionOf<C>, request: AnsweredRequest) => string;
      /** further members of the answer */
      readonly more?: (rejection: RejectionOf<C>) => object;
    }
  | { readonly shape: 'P'; readonly code: ProblemCode; readonly text: (rejection: RejectionOf<C>) => string };

/** HTTP answers by rejection of the worker (docs/contributing/spec/http/errors.md#status-summary). */
export const REJECTION_ROWS: { readonly [C in RejectionCode]: Row<C> } = {
  INVALID_BPMN: { code: 'invalid-bpmn', shape: 'E', text: ({ diagnostic }) => `Invalid BPMN: ${diagnostic}` },
  DEPLOY_HAS_WARNINGS: {
    code: 'model-has-warnings',
    shape: 'E',
    text: ({ warnings }) =>
      `Deployment rejected: Strict is true and the model has warnings. First warning: ${repeated(warnings[0] ?? '')}`,
    more: ({ warnings }) => ({ Errors: warnings }),
  },
  INVALID_DMN: { code: 'invalid-dmn', shape: 'E', text: ({ diagnostic }) => `Invalid DMN: ${diagnostic}` },
  DECISION_NOT_DEPLOYED: { code: 'unknown-decision', shape: 'P', text: ({ key, version }) => decisionNotDeployed(key, version) },
  DECISION_IN_USE: {
    code: 'decision-in-use',
    shape: 'P',
    text: ({ key, version }) =>
      `Version ${version} of decision '${repeated(key)}' is the only version that a deployed process can use. Deploy another version of the decision, or delete the process version, first.`,
  },
  DECISION_NOT_MADE: {
    code: 'decision-failed',
    shape: 'P',
    text: ({ reason }) => `The decision cannot be made: ${cutText(reason, 1000)}`,
  },
  PROCESS_NOT_REGISTERED: {
    code: 'unknown-process',
    shape: 'P',
    text: ({ key }) =>
      `Workflow with id '${repeated(key)}' is not registered. Ensure the workflow is deployed before creating instances.`,
  },
  PROCESS_DISABLED: {
    code: 'process-disabled',
    shape: 'P',
    text: ({ key }) => `Process '${repeated(key)}' is disabled. Enable it before creating new instances.`,
  },
  PROCESS_SUSPENDED: {
    code: 'process-suspended',
    shape: 'P',
    text: ({ key }) => `Process '${repeated(key)}' is suspended. Resume it before creating new instances.`,
  },
  VERSION_NOT_REGISTERED: {
    code: 'unknown-process-version',
    shape: 'P',
    text: ({ key, version }) => `Version ${version} of workflow '${repeated(key)}' is not registered.`,
  },
  VERSION_IN_USE: {
    code: 'process-version-in-use',
    shape: 'P',
    text: ({ key, version }) =>
      `Version ${version} of process '${repeated(key)}' has instances, running or finished. Only a version without instances can be deleted.`,
  },
  INSTANCE_NOT_FOUND: {
    code: 'unknown-instance',
    shape: 'P',
    text: ({ instanceId }) => `Workflow instance '${instanceId}' not found.`,
  },
  INSTANCE_SUSPENDED: {
    code: 'instance-suspended',
    shape: 'P',
    text: ({ instanceId }) => `Workflow instance '${instanceId}' is suspended. Resume it first.`,
  },
  NO_MESSAGE_SUBSCRIPTION: {
    code: 'no-message-subscription',
    shape: 'E',
    text: ({ name, correlationKey }) =>
      `No active subscription found for message '${repeated(name)}' with correlation key '${repeated(correlationKey)}'`,
  },
  MESSAGE_ID_IN_USE: {
    code: 'message-id-in-use',
    shape: 'P',
    text: ({ name, correlationKey, messageId }) =>
      `Message '${repeated(name)}' with correlation key '${repeated(correlationKey)}' and id '${repeated(messageId)}' was already published and has not expired.`,
  },
  NO_SIGNAL_SUBSCRIPTION: {
    code: 'no-signal-subscription',
    shape: 'E',
    text: ({ name }) => `No active subscription found for signal '${repeated(name)}'`,
  },
  NO_ACTIVE_ENTRY: {
    code: 'activity-not-active',
    shape: 'P',
    text: ({ activityId }) =>
      `Activity '${repeated(activityId)}' is not active in this instance. GET /Instances/{instanceId}/state lists the active activities.`,
  },
  ACTIVITY_IS_USER_TASK: {
    code: 'activity-is-user-task',
    shape: 'P',
    text: ({ activityId }) =>
      `Activity '${repeated(activityId)}' is a user task. Complete it through POST /UserTasks/{activityInstanceId}/complete.`,
  },
  ACTIVITY_NOT_COMPLETABLE: {
    code: 'activity-not-completable',
    shape: 'P',
    text: ({ activityId }) => `Activity '${repeated(activityId)}' completes on its own. Requests cannot complete it.`,
  },
  USER_TASK_NOT_FOUND: { code: 'unknown-user-task', shape: 'E', text: (_, { params }) => userTaskNotFound(params[0] ?? '') },
  CLAIM_NOT_ALLOWED: {
    code: 'claim-not-allowed',
    shape: 'E',
    text: ({ userId }) => `User ${repeated(userId)} is not authorized to claim this task`,
  },
  LISTENER_IS_OPEN: {
    code: 'listener-not-finished',
    shape: 'E',
    text: () => 'A task listener of this task has not finished. Try again after it has completed.',
  },
  TASK_NOT_CLAIMED: { code: 'task-not-claimed', shape: 'E', text: () => 'Task must be claimed before completing' },
  TASK_CLAIMED_BY_OTHER: {
    code: 'task-claimed-by-other',
    shape: 'E',
    text: ({ claimedBy, userId }) => `Task is claimed by ${repeated(claimedBy)}, not ${repeated(userId)}`,
  },
  MISSING_OUTPUT_VARIABLES: {
    code: 'missing-output-variables',
    shape: 'E',
    text: ({ names }) => `Missing required output variables: ${names.join(', ')}`,
  },
  CUSTOM_TASK_NOT_LOCKED: {
    code: 'task-not-locked',
    shape: 'P',
    text: ({ taskId }) =>
      `The lock on custom task '${taskId}' has expired or belongs to another worker. Discard this result: the task is offered again.`,
  },
  DEAD_LETTER_NOT_FOUND: { code: 'unknown-dead-letter', shape: 'P', text: ({ letterId }) => deadLetterNotFound(letterId) },
  DEAD_LETTER_RETRYING: {
    code: 'dead-letter-retrying',
    shape: 'P',
    text: ({ letterId, at, by }) =>
      `Dead letter '${letterId}' is being retried since ${timestampOf(at)}${by === null ? '' : `, by ${repeated(by)}`}.`,
  },
  DEAD_LETTER_ENDED: {
    code: 'dead-letter-ended',
    shape: 'P',
    text: ({ letterId, end, at }) => `Dead letter '${letterId}' ${ENDS[end]} at ${timestampOf(at)}.`,
  },
  DEAD_LETTER_NOT_RETRYABLE: {
    code: 'dead-letter-not-retryable',
    shape: 'P',
    text: ({ letterId, obstacle }) => `Dead letter '${letterId}' cannot be retried: ${OBSTACLES[obstacle]}.`,
  },
  BATCH_NOT_FOUND: { code: 'unknown-batch', shape: 'P', text: ({ batchId }) => batchNotFound(batchId) },
  BATCH_ENDED: {
    code: 'batch-ended',
    shape: 'P',
    text: ({ batchId, state }) => `Batch '${batchId}' is already ${state.toLowerCase()}.`,
  },
  BATCH_TOO_LARGE: {
    code: 'batch-too-large',
    shape: 'P',
    text: ({ most }) => `The batch would have more than ${most} items (Batches:MaxItems). Narrow Filters or give fewer Ids.`,
  },
  WEBHOOK_NOT_FOUND: { code: 'unknown-webhook', shape: 'P', text: ({ name }) => webhookNotFound(name) },
  WEBHOOK_INSTANCE_NOT_REFUSED: {
    code: 'instance-not-blocked',
    shape: 'P',
    text: ({ name, instanceId }) => `Webhook '${name}' has no blocked delivery for instance ${instanceId}.`,
  },
  BATCH_FILTER_REFUSED: { code: 'invalid-field', shape: 'P', text: ({ detail }) => detail },
  INCIDENT_NOT_FOUND: { code: 'unknown-incident', shape: 'E', text: (_, { params }) => incidentNotFound(params[0] ?? '') },
  INCIDENT_NOT_RESOLVABLE: {
    code: 'incident-not-resolvable',
    shape: 'P',
    text: ({ reason }) => `The incident cannot be resolved, only retried: ${reason}.`,
  },
  NOT_RESTORABLE: {
    code: 'step-not-restorable',
    shape: 'P',
    text: ({ element, reason }) =>
      `The instance cannot continue from this step. Element '${repeated(element)}': ${repeated(reason)}. Choose an earlier step.`,
  },
  STEP_NOT_FOUND: {
    code: 'invalid-step',
    shape: 'P',
    text: ({ step, last }) => `Step ${step} does not exist. The last step of this instance is ${last}.`,
  },
  STEP_IS_THE_END: {
    code: 'step-is-the-end',
    shape: 'P',
    text: ({ step }) => `Step ${step} is the end of the instance. Choose an earlier step.`,
  },
  OTHER_VERSION_NOT_FOUND: {
    code: 'unknown-process-version',
    shape: 'P',
    text: ({ definitionId, key }) => `Definition '${repeated(definitionId)}' is not a version of process '${repeated(key)}'.`,
  },
  JOURNAL_TOO_LONG: {
    code: 'history-too-long',
    shape: 'P',
    text: ({ most }) => `The history up to this step has more than ${most} events, which is the limit. Choose an earlier step.`,
  },
  NOT_REVIVABLE: {
    code: 'instance-not-restartable',
    shape: 'P',
    text: ({ instanceId, status }) =>
      status === 'running'
        ? `Workflow instance '${instanceId}' is still running. Only failed or cancelled instances can be restarted.`
        : `Workflow instance '${instanceId}' has completed. Only failed or cancelled instances can be restarted. Fork it instead.`,
  },
  CALLER_HAS_ENDED: {
    code: 'calling-instance-ended',
    shape: 'P',
    text: ({ instanceId, callerId }) =>
      `Workflow instance '${instanceId}' continues when the instance that called it, '${callerId}', is retried.`,
  },
  REVIVED_ALREADY: {
    code: 'already-restarted',
    shape: 'P',
    text: ({ instanceId, by }) => `Workflow instance '${instanceId}' was already restarted as instance '${by}'.`,
  },
  INSTANCE_NOT_ENDED: {
    code: 'instance-not-ended',
    shape: 'P',
    text: ({ instanceId, below }) =>
      below === null
        ? `Workflow instance '${instanceId}' is running. Cancel it first.`
        : `Workflow instance '${instanceId}' has ended, but the called instance '${below}' is still running. Cancel it first.`,
  },
  INSTANCE_WAS_CALLED: {
    code: 'instance-is-called',
    shape: 'P',
    text: ({ instanceId, rootId }) =>
      `Workflow instance '${instanceId}' was called by another instance. Delete the top instance '${rootId}': both are deleted together.`,
  },
  INSTANCES_RUNNING: {
    code: 'instance-not-ended',
    shape: 'P',
    text: ({ instanceIds, count }) =>
      `Nothing was erased: ${count} instances are still running (${instanceIds.join(', ')}${count > instanceIds.length ? ', …' : ''}). ` +
      'Cancel them, or set CancelRunning to true.',
  },
  INSTANCE_ERASED: {
    code: 'data-erased',
    shape: 'P',
    text: () => 'This request was already processed, and its data was erased later.',
  },
  ORIGIN_DELETED: {
    code: 'origin-deleted',
    shape: 'P',
    text: ({ originId }) => `Workflow instance '${originId}', the origin of this instance, was deleted.`,
  },
  INSTANCE_ENDED: { code: 'instance-ended', shape: 'P', text: () => 'The instance has ended.' },
  MIGRATION_REFUSED: { code: 'migration-conflict', shape: 'P', text: refusedMigration },
  INSTRUCTION_REFUSED: { code: 'modification-conflict', shape: 'P', text: refusedInstruction },
  SCOPE_NOT_ACTIVE: {
    code: 'scope-not-active',
    shape: 'P',
    text: () => 'Scope does not match an active activity instance or variable scope of this instance.',
  },
  VARIABLES_TOO_LARGE: {
    code: 'variables-too-large',
    shape: 'P',
    text: ({ limit, of }) =>
      of === 'write'
        ? `The variables of this request have more than ${limit} characters of JSON, the limit of one write.`
        : `The variables of the instance would have more than ${limit} characters of JSON, the limit of one instance.`,
  },
  KEY_NOT_GRANTED: {
    code: 'missing-permission',
    shape: 'P',
    text: ({ key, isDecision, element }) => {
      const refused = `Your roles do not cover the ${isDecision ? 'decision' : 'process'} '${repeated(key)}'`;
      const caller = element === undefined ? '' : `, which the element '${repeated(element)}' calls`;
      return `${refused}${caller}. Ask an administrator for a role with this key.`;
    },
  },
  INTERNAL_ERROR: {
    code: 'internal-error',
    shape: 'P',
    text: () => 'An unexpected error occurred. See server logs for details.',
  },
};

const INSTANCE_NOT_FOUND_SHORT: Row<'INSTANCE_NOT_FOUND'> = {
  code: 'unknown-instance',
  shape: 'E',
  text: ({ instanceId }) => instanceNotFound(instanceId),
};

/** Replace rows of REJECTION_ROWS for a command kind. */
export const COMMAND_ROWS: { readonly [K in CommandKind]?: { readonly [C in RejectionCode]?: Row<C> } } = {
  CancelInstance: { INSTANCE_NOT_FOUND: INSTANCE_NOT_FOUND_SHORT },
  DeleteInstance: { INSTANCE_NOT_FOUND: INSTANCE_NOT_FOUND_SHORT },
  ModifyInstance: { INSTANCE_NOT_FOUND: INSTANCE_NOT_FOUND_SHORT },
  MigrateInstance: { INSTANCE_NOT_FOUND: INSTANCE_NOT_FOUND_SHORT },
  EditVariables: { INSTANCE_NOT_FOUND: INSTANCE_NOT_FOUND_SHORT },
};

export function rejectionAnswer(kind: CommandKind, rejection: CommandRejection, request: AnsweredRequest): Answer {
  // safe cast: the row of a code accepts its rejections
  const row = (COMMAND_ROWS[kind]?.[rejection.code] ?? REJECTION_ROWS[rejection.code]) as Row<RejectionCode>;
  if (row.shape === 'E') return errorAnswer(row.code, row.text(rejection, request), row.more?.(rejection));
  return problemAnswer(row.code, row.text(rejection), request.path);
}

/** `subjectId`: id in the path. */
export function rejectionText(kind: CommandKind, rejection: CommandRejection, subjectId: string): string {
  const row = (COMMAND_ROWS[kind]?.[rejection.code] ?? REJECTION_ROWS[rejection.code]) as Row<RejectionCode>;
  return row.text(rejection, { path: '', params: [subjectId] });
}

/** Error text for reads and writes (docs/contributing/spec/http/user-tasks.md#user-task-not-found). `taskId`: in lower case. */
export function userTaskNotFound(taskId: string): string {
  return `User task '${taskId}' not found`;
}

/** `incidentId`: in lower case. */
export function incidentNotFound(incidentId: string): string {
  return `Incident '${incidentId}' not found. It may be resolved, or the id is wrong.`;
}

/** Error text for state, cancel and history (docs/contributing/spec/http/instances.md#instance-not-found). `instanceId`: in lower case. */
export function instanceNotFound(instanceId: string): string {
  return `Instance ${instanceId} not found`;
}

/** RFC 3339 from ISO text. */
function timestampOf(iso: string): string {
  return formatTimestamp(Date.parse(iso));
}

/** `batchId`: in lower case. */
export function batchNotFound(batchId: string): string {
  return `Batch '${batchId}' not found.`;
}

/** `version` null: none was requested. */
export function decisionNotDeployed(key: string, version: number | null): string {
  const subject = version === null ? 'Decision' : `Version ${version} of decision`;
  return `${subject} '${repeated(key)}' is not deployed.`;
}

/** `name`: in lower case. */
export function webhookNotFound(name: string): string {
  return `Webhook '${repeated(name)}' not found.`;
}

/** `letterId`: in lower case. */
export function deadLetterNotFound(letterId: string): string {
  return `Dead letter '${letterId}' not found.`;
}
