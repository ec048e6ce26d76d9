import type { CommandKind, CommandRejection, RejectionCode } from '../messages/commands.ts';
import { type Right, rightIsMissing } from '../platform/access-roles.ts';
import { type Answer, errorAnswer, type ProblemStatus, problemAnswer } from '../platform/answer.ts';
import { formatTimestamp } from '../platform/clock.ts';
import type { HostRefusal } from '../platform/host-check.ts';
import { repeated } from '../requests/parsed-text.ts';
import { ENDS, OBSTACLES } from './dead-letter-texts.ts';
import { refusedInstruction } from './instruction-texts.ts';
import { refusedMigration } from './migration-texts.ts';

/** Parts of the request for error texts. `params`: the decoded parts of the path. */
export interface AnsweredRequest {
  readonly path: string;
  readonly params: readonly string[];
}

type RejectionOf<C extends RejectionCode> = Extract<CommandRejection, { readonly code: C }>;
type Row<C extends RejectionCode> =
  | {
      readonly shape: 'E';
      readonly status: number;
      readonly text: (rejection: RejectionOf<C>, request: AnsweredRequest) => string;
      /** further members of the answer */
      readonly more?: (rejection: RejectionOf<C>) => object;
    }
  | { readonly shape: 'P'; readonly status: ProblemStatus; readonly text: (rejection: RejectionOf<C>) => string };

/** HTTP answer of each rejection of the worker (docs/contributing/spec/http/errors.md#status-summary). */
export const REJECTION_ROWS: { readonly [C in RejectionCode]: Row<C> } = {
  INVALID_BPMN: { status: 400, shape: 'E', text: ({ diagnostic }) => `Invalid BPMN: ${diagnostic}` },
  DEPLOY_HAS_WARNINGS: {
    status: 400,
    shape: 'E',
    text: ({ warnings }) => `Strict refuses what would be warned about: ${repeated(warnings[0] ?? '')}`,
    more: ({ warnings }) => ({ Errors: warnings }),
  },
  INVALID_DMN: { status: 400, shape: 'E', text: ({ diagnostic }) => `Invalid DMN: ${diagnostic}` },
  DECISION_NOT_DEPLOYED: { status: 404, shape: 'P', text: ({ key, version }) => decisionNotDeployed(key, version) },
  DECISION_IN_USE: {
    status: 409,
    shape: 'P',
    text: ({ key, version }) =>
      `Version ${version} of decision '${repeated(key)}' is asked for by a deployed process, which would find no other.`,
  },
  DECISION_NOT_MADE: { status: 409, shape: 'P', text: ({ reason }) => `The decision cannot be made: ${reason.slice(0, 1000)}` },
  PROCESS_NOT_REGISTERED: {
    status: 404,
    shape: 'P',
    text: ({ key }) =>
      `Workflow with id '${repeated(key)}' is not registered. Ensure the workflow is deployed before creating instances.`,
  },
  PROCESS_DISABLED: {
    status: 409,
    shape: 'P',
    text: ({ key }) => `Process '${repeated(key)}' is disabled. Enable it before creating new instances.`,
  },
  PROCESS_SUSPENDED: {
    status: 409,
    shape: 'P',
    text: ({ key }) => `Process '${repeated(key)}' is suspended. Resume it before creating new instances.`,
  },
  VERSION_NOT_REGISTERED: {
    status: 404,
    shape: 'P',
    text: ({ key, version }) => `Version ${version} of workflow '${repeated(key)}' is not registered.`,
  },
  VERSION_IN_USE: {
    status: 409,
    shape: 'P',
    text: ({ key, version }) =>
      `Version ${version} of process '${repeated(key)}' has instances, running or finished. Only a version without instances can be deleted.`,
  },
  INSTANCE_NOT_FOUND: { status: 404, shape: 'P', text: ({ instanceId }) => `Workflow instance '${instanceId}' not found.` },
  INSTANCE_SUSPENDED: {
    status: 409,
    shape: 'P',
    text: ({ instanceId }) => `Workflow instance '${instanceId}' is suspended. Resume it first.`,
  },
  NO_MESSAGE_SUBSCRIPTION: {
    status: 404,
    shape: 'E',
    text: ({ name, correlationKey }) =>
      `No active subscription found for message '${repeated(name)}' with correlation key '${repeated(correlationKey)}'`,
  },
  NO_SIGNAL_SUBSCRIPTION: {
    status: 404,
    shape: 'E',
    text: ({ name }) => `No active subscription found for signal '${repeated(name)}'`,
  },
  NO_ACTIVE_ENTRY: {
    status: 409,
    shape: 'P',
    text: ({ activityId }) => `No active entry found for activity '${repeated(activityId)}'.`,
  },
  ACTIVITY_IS_USER_TASK: {
    status: 409,
    shape: 'P',
    text: ({ activityId }) =>
      `Activity '${repeated(activityId)}' is a user task. Complete it through POST /UserTasks/{activityInstanceId}/complete.`,
  },
  ACTIVITY_NOT_COMPLETABLE: {
    status: 409,
    shape: 'P',
    text: ({ activityId }) => `Activity '${repeated(activityId)}' cannot be completed by a caller.`,
  },
  USER_TASK_NOT_FOUND: { status: 404, shape: 'E', text: (_, { params }) => userTaskNotFound(params[0] ?? '') },
  CLAIM_NOT_ALLOWED: {
    status: 409,
    shape: 'E',
    text: ({ userId }) => `User ${repeated(userId)} is not authorized to claim this task`,
  },
  LISTENER_IS_OPEN: { status: 409, shape: 'E', text: () => 'Task waits for the job of a listener' },
  TASK_NOT_CLAIMED: { status: 409, shape: 'E', text: () => 'Task must be claimed before completing' },
  TASK_CLAIMED_BY_OTHER: {
    status: 409,
    shape: 'E',
    text: ({ claimedBy, userId }) => `Task is claimed by ${repeated(claimedBy)}, not ${repeated(userId)}`,
  },
  MISSING_OUTPUT_VARIABLES: {
    status: 409,
    shape: 'E',
    text: ({ names }) => `Missing required output variables: ${names.join(', ')}`,
  },
  CUSTOM_TASK_NOT_LOCKED: {
    status: 409,
    shape: 'P',
    text: ({ taskId }) => `Custom task '${taskId}' is not locked by this attempt.`,
  },
  DEAD_LETTER_NOT_FOUND: { status: 404, shape: 'P', text: ({ letterId }) => deadLetterNotFound(letterId) },
  DEAD_LETTER_RETRYING: {
    status: 409,
    shape: 'P',
    text: ({ letterId, at, by }) =>
      `Dead letter '${letterId}' is being retried since ${timestampOf(at)}${by === null ? '' : `, by ${repeated(by)}`}.`,
  },
  DEAD_LETTER_ENDED: {
    status: 409,
    shape: 'P',
    text: ({ letterId, end, at }) => `Dead letter '${letterId}' ${ENDS[end]} at ${timestampOf(at)}.`,
  },
  DEAD_LETTER_NOT_RETRYABLE: {
    status: 409,
    shape: 'P',
    text: ({ letterId, obstacle }) => `Dead letter '${letterId}' cannot be retried: ${OBSTACLES[obstacle]}.`,
  },
  BATCH_NOT_FOUND: { status: 404, shape: 'P', text: ({ batchId }) => batchNotFound(batchId) },
  BATCH_ENDED: { status: 409, shape: 'P', text: ({ batchId, state }) => `Batch '${batchId}' is ${state.toLowerCase()} already.` },
  BATCH_TOO_LARGE: {
    status: 400,
    shape: 'P',
    text: ({ most }) => `The batch would have more than ${most} items (Batches:MaxItems). Narrow Filters or give fewer Ids.`,
  },
  WEBHOOK_NOT_FOUND: { status: 404, shape: 'P', text: ({ name }) => webhookNotFound(name) },
  WEBHOOK_INSTANCE_NOT_REFUSED: {
    status: 404,
    shape: 'P',
    text: ({ name, instanceId }) => `Webhook '${name}' does not refuse instance ${instanceId}.`,
  },
  BATCH_FILTER_REFUSED: { status: 400, shape: 'P', text: ({ detail }) => detail },
  INCIDENT_NOT_FOUND: { status: 404, shape: 'E', text: (_, { params }) => incidentNotFound(params[0] ?? '') },
  INCIDENT_NOT_RESOLVABLE: {
    status: 409,
    shape: 'P',
    text: ({ reason }) => `The incident cannot be resolved, only retried: ${reason}.`,
  },
  NOT_RESTORABLE: {
    status: 409,
    shape: 'P',
    text: ({ element, reason }) => `The instance cannot go on from there at '${repeated(element)}': ${repeated(reason)}.`,
  },
  STEP_NOT_FOUND: {
    status: 400,
    shape: 'P',
    text: ({ step, last }) => `Step ${step} is not in the journal of the instance: it has ${last}.`,
  },
  STEP_IS_THE_END: {
    status: 409,
    shape: 'P',
    text: ({ step }) => `The instance had ended at step ${step}: an earlier step is needed.`,
  },
  OTHER_VERSION_NOT_FOUND: {
    status: 404,
    shape: 'P',
    text: ({ definitionId, key }) => `Definition '${repeated(definitionId)}' is no version of process '${repeated(key)}'.`,
  },
  JOURNAL_TOO_LONG: {
    status: 409,
    shape: 'P',
    text: ({ most }) => `The journal up to that step is longer than the ${most} rows that can be gone back over.`,
  },
  NOT_REVIVABLE: {
    status: 409,
    shape: 'P',
    text: ({ instanceId, status }) =>
      status === 'running'
        ? `Workflow instance '${instanceId}' is running.`
        : `Workflow instance '${instanceId}' has completed. It can be forked.`,
  },
  CALLER_HAS_ENDED: {
    status: 409,
    shape: 'P',
    text: ({ instanceId, callerId }) =>
      `Workflow instance '${instanceId}' continues when the instance that called it, '${callerId}', is retried.`,
  },
  REVIVED_ALREADY: {
    status: 409,
    shape: 'P',
    text: ({ instanceId, by }) => `Workflow instance '${instanceId}' was revived already: '${by}' goes on in its place.`,
  },
  INSTANCE_NOT_ENDED: {
    status: 409,
    shape: 'P',
    text: ({ instanceId, below }) =>
      below === null
        ? `Workflow instance '${instanceId}' is running. Cancel it first.`
        : `Workflow instance '${instanceId}' has ended, but '${below}', which was called below it, is still running.`,
  },
  INSTANCE_WAS_CALLED: {
    status: 409,
    shape: 'P',
    text: ({ instanceId, rootId }) =>
      `Workflow instance '${instanceId}' was called: it is deleted together with '${rootId}' at the top of the calls.`,
  },
  INSTANCES_RUNNING: {
    status: 409,
    shape: 'P',
    text: ({ instanceIds, count }) =>
      `Nothing was erased: ${count} of the instances run (${instanceIds.join(', ')}${count > instanceIds.length ? ', …' : ''}). ` +
      'Cancel them, or ask for it with CancelRunning.',
  },
  INSTANCE_ERASED: {
    status: 409,
    shape: 'P',
    text: () => 'This request was carried out before. What it was about has been erased since.',
  },
  ORIGIN_DELETED: {
    status: 409,
    shape: 'P',
    text: ({ originId }) => `Workflow instance '${originId}', from which it went on, was deleted.`,
  },
  INSTANCE_ENDED: { status: 409, shape: 'P', text: () => 'The instance has ended.' },
  MIGRATION_REFUSED: { status: 409, shape: 'P', text: refusedMigration },
  INSTRUCTION_REFUSED: { status: 409, shape: 'P', text: refusedInstruction },
  SCOPE_NOT_ACTIVE: { status: 409, shape: 'P', text: () => 'Scope names nothing that is active in this instance.' },
  VARIABLES_TOO_LARGE: {
    status: 409,
    shape: 'P',
    text: ({ limit, of }) =>
      of === 'write'
        ? `Variables are larger than the ${limit} characters of one write.`
        : `The variables of the instance would be larger than ${limit} characters.`,
  },
  KEY_NOT_GRANTED: {
    status: 403,
    shape: 'P',
    text: ({ key, isDecision, element }) => {
      const refused = `Your roles are not for the ${isDecision ? 'decision' : 'process'} '${repeated(key)}'`;
      return element === undefined ? `${refused}.` : `${refused}, which the element '${repeated(element)}' calls.`;
    },
  },
  INTERNAL_ERROR: { status: 500, shape: 'P', text: () => 'An unexpected error occurred. See server logs for details.' },
};

const INSTANCE_NOT_FOUND_SHORT: Row<'INSTANCE_NOT_FOUND'> = {
  status: 404,
  shape: 'E',
  text: ({ instanceId }) => instanceNotFound(instanceId),
};

/** Rows of endpoints that answer a rejection in their own way, by the command they send. */
export const COMMAND_ROWS: { readonly [K in CommandKind]?: { readonly [C in RejectionCode]?: Row<C> } } = {
  CancelInstance: { INSTANCE_NOT_FOUND: INSTANCE_NOT_FOUND_SHORT },
  DeleteInstance: { INSTANCE_NOT_FOUND: INSTANCE_NOT_FOUND_SHORT },
  ModifyInstance: { INSTANCE_NOT_FOUND: INSTANCE_NOT_FOUND_SHORT },
  MigrateInstance: { INSTANCE_NOT_FOUND: INSTANCE_NOT_FOUND_SHORT },
  EditVariables: { INSTANCE_NOT_FOUND: INSTANCE_NOT_FOUND_SHORT },
};

/** The answer to the rejection of a command of this kind. */
export function rejectionAnswer(kind: CommandKind, rejection: CommandRejection, request: AnsweredRequest): Answer {
  // one row per code: the row of this code takes this rejection
  const row = (COMMAND_ROWS[kind]?.[rejection.code] ?? REJECTION_ROWS[rejection.code]) as Row<RejectionCode>;
  if (row.shape === 'E') return errorAnswer(row.status, row.text(rejection, request), row.more?.(rejection));
  return problemAnswer(row.status, row.text(rejection), request.path);
}

/** Error text for a rejected command. `subjectId`: the id in the path. */
export function rejectionText(kind: CommandKind, rejection: CommandRejection, subjectId: string): string {
  const row = (COMMAND_ROWS[kind]?.[rejection.code] ?? REJECTION_ROWS[rejection.code]) as Row<RejectionCode>;
  return row.text(rejection, { path: '', params: [subjectId] });
}

/** Text of an unknown user task, for reads and writes (docs/contributing/spec/http/user-tasks.md#user-task-not-found). `taskId` in lower case. */
export function userTaskNotFound(taskId: string): string {
  return `User task '${taskId}' not found`;
}

/** `incidentId` in lower case. */
export function incidentNotFound(incidentId: string): string {
  return `Incident '${incidentId}' not found: it never was, or it has ended.`;
}

/** Text of an unknown instance on state, cancel and history (docs/contributing/spec/http/instances.md#instance-not-found). `instanceId` in lower case. */
export function instanceNotFound(instanceId: string): string {
  return `Instance ${instanceId} not found`;
}

/** `iso`: as a reply carries it. */
function timestampOf(iso: string): string {
  return formatTimestamp(Date.parse(iso));
}

/** Text of an unknown batch. `batchId` in lower case. */
export function batchNotFound(batchId: string): string {
  return `Batch '${batchId}' not found.`;
}

/** Text of an unknown decision. `version` null: of no version. */
export function decisionNotDeployed(key: string, version: number | null): string {
  const subject = version === null ? 'Decision' : `Version ${version} of decision`;
  return `${subject} '${repeated(key)}' is not deployed.`;
}

/** Text of an unknown webhook. `name` in lower case. */
export function webhookNotFound(name: string): string {
  return `Webhook '${repeated(name)}' not found.`;
}

/** Text of an unknown dead letter. `letterId` in lower case. */
export function deadLetterNotFound(letterId: string): string {
  return `Dead letter '${letterId}' not found.`;
}

const RETRY_LATER: readonly string[] = ['Retry-After', '5'];
const RETRY_SOON: readonly string[] = ['Retry-After', '1'];

/** The answers that endpoints share, in the order of their checks (docs/contributing/spec/http/errors.md#order-of-checks). */
export const commonAnswers = {
  notOurHost: (path: string, { status, detail }: HostRefusal): Answer => problemAnswer(status, detail, path),
  otherOrigin: (path: string): Answer => problemAnswer(403, 'Pages of other sites may not ask this.', path),
  malformedPath: (path: string): Answer => problemAnswer(400, 'The request path is malformed.', path),
  noEndpoint: (path: string): Answer => problemAnswer(404, 'No endpoint matches this path.', path),
  wrongMethod: (path: string, method: string, allow: string): Answer =>
    problemAnswer(405, `The method ${method} is not allowed on this path.`, path, ['Allow', allow]),
  rateLimitMissing: (path: string, policy: string): Answer =>
    problemAnswer(500, `The rate limit policy '${policy}' is not configured.`, path),
  tooManyRequests: (): Answer => errorAnswer(429, 'Too many requests. Please retry later.'),
  rightMissing: (path: string, right: Right, scope?: string): Answer => problemAnswer(403, rightIsMissing(right, scope), path),
  malformedKey: (path: string): Answer => problemAnswer(400, 'Idempotency-Key must be 1 to 255 visible ASCII characters.', path),
  notJson: (path: string): Answer => problemAnswer(415, 'The request body must be JSON (application/json).', path),
  unknownEncoding: (path: string, encoding: string): Answer =>
    problemAnswer(415, `The content encoding '${repeated(encoding)}' is not supported.`, path),
  bodyTooLarge: (path: string, limitBytes: number): Answer =>
    problemAnswer(413, `The request body is larger than ${limitBytes} bytes.`, path),
  invalidJson: (path: string, diagnostic: string): Answer =>
    problemAnswer(400, `The request body is not valid JSON: ${repeated(diagnostic)}`, path),
  bodyNotAnObject: (path: string): Answer => problemAnswer(400, 'The request body must be a JSON object.', path),
  keyReused: (path: string): Answer => problemAnswer(422, 'Idempotency-Key was already used with a different request.', path),
  queueUnreachable: (path: string): Answer =>
    problemAnswer(503, 'The command queue is not reachable. Nothing was done.', path, RETRY_LATER),
  tooManySimulations: (path: string): Answer =>
    problemAnswer(503, 'Too many simulations are waiting. Nothing was done.', path, RETRY_SOON),
  overloaded: (path: string): Answer => problemAnswer(503, 'Too many commands are waiting. Nothing was done.', path, RETRY_SOON),
  noWorkerAnswered: (path: string, timeoutSeconds: number): Answer =>
    problemAnswer(
      503,
      `No worker answered within ${timeoutSeconds} seconds. The outcome is unknown. ` +
        'Repeat the request with the same Idempotency-Key to learn the outcome without doing the work twice.',
      path,
      RETRY_LATER,
    ),
  databaseUnreachable: (path: string): Answer => problemAnswer(503, 'The database is not reachable.', path, RETRY_LATER),
  unforeseen: (path: string): Answer => problemAnswer(500, 'An unexpected error occurred. See server logs for details.', path),
  malformedMinPosition: (path: string): Answer =>
    problemAnswer(400, 'Service-Min-Position is not a position issued by this service.', path),
  readSideBehind: (path: string): Answer =>
    problemAnswer(503, 'The read side has not yet reached the requested position.', path, RETRY_SOON),
} as const;
