import type { CommandRejection, RejectionCode } from '../../src/messages/commands.ts';

/** The task that a request names. */
export const TASK_ID = '11111111-2222-4333-8444-555555555555';
export const INSTANCE_ID = '99999999-2222-4333-8444-555555555555';

interface ExpectedRejection {
  readonly rejection: CommandRejection;
  readonly status: number;
  readonly shape: 'E' | 'P';
  readonly text: string;
}

/** The texts as docs/contributing/spec promises them, written out again: a change of either side shows. */
export const EXPECTED_REJECTIONS: Record<RejectionCode, ExpectedRejection> = {
  INSTANCE_ENDED: { rejection: { code: 'INSTANCE_ENDED' }, status: 409, shape: 'P', text: 'The instance has ended.' },
  MIGRATION_REFUSED: {
    rejection: {
      code: 'MIGRATION_REFUSED',
      instanceId: '11111111-1111-4111-8111-111111111111',
      faults: [{ entry: null, element: 'pay', reason: "the other version has no element 'pay'" }],
      count: 3,
    },
    status: 409,
    shape: 'P',
    text: "The instance cannot continue in the other version. 'pay': the other version has no element 'pay'; and 2 more.",
  },
  INSTANCE_NOT_ENDED: {
    rejection: { code: 'INSTANCE_NOT_ENDED', instanceId: 'i', below: 'c' },
    status: 409,
    shape: 'P',
    text: "Workflow instance 'i' has ended, but the called instance 'c' is still running. Cancel it first.",
  },
  INSTANCE_WAS_CALLED: {
    rejection: { code: 'INSTANCE_WAS_CALLED', instanceId: 'c', rootId: 'i' },
    status: 409,
    shape: 'P',
    text: "Workflow instance 'c' was called by another instance. Delete the top instance 'i': both are deleted together.",
  },
  INSTANCES_RUNNING: {
    rejection: { code: 'INSTANCES_RUNNING', instanceIds: ['a', 'b'], count: 3 },
    status: 409,
    shape: 'P',
    text: 'Nothing was erased: 3 instances are still running (a, b, …). Cancel them, or set CancelRunning to true.',
  },
  INSTANCE_ERASED: {
    rejection: { code: 'INSTANCE_ERASED' },
    status: 409,
    shape: 'P',
    text: 'This request was already processed, and its data was erased later.',
  },
  ORIGIN_DELETED: {
    rejection: { code: 'ORIGIN_DELETED', instanceId: 'f', originId: 'i' },
    status: 409,
    shape: 'P',
    text: "Workflow instance 'i', the origin of this instance, was deleted.",
  },
  INSTRUCTION_REFUSED: {
    rejection: { code: 'INSTRUCTION_REFUSED', index: 2, fault: { why: 'isJoin', element: 'join' } },
    status: 409,
    shape: 'P',
    text: "instructions[2]: 'join' joins paths: start after an element before it.",
  },
  SCOPE_NOT_ACTIVE: {
    rejection: { code: 'SCOPE_NOT_ACTIVE' },
    status: 409,
    shape: 'P',
    text: 'Scope does not match an active activity instance or variable scope of this instance.',
  },
  VARIABLES_TOO_LARGE: {
    rejection: { code: 'VARIABLES_TOO_LARGE', limit: 9, of: 'write' },
    status: 409,
    shape: 'P',
    text: 'The variables of this request have more than 9 characters of JSON, the limit of one write.',
  },
  INVALID_BPMN: {
    rejection: { code: 'INVALID_BPMN', diagnostic: 'no process element found' },
    status: 400,
    shape: 'E',
    text: 'Invalid BPMN: no process element found',
  },
  DEPLOY_HAS_WARNINGS: {
    rejection: { code: 'DEPLOY_HAS_WARNINGS', warnings: ['startEvent is odd', 'and more'] },
    status: 400,
    shape: 'E',
    text: 'Deployment rejected: Strict is true and the model has warnings. First warning: startEvent is odd',
  },
  VERSION_NOT_REGISTERED: {
    rejection: { code: 'VERSION_NOT_REGISTERED', key: 'order', version: 7 },
    status: 404,
    shape: 'P',
    text: "Version 7 of workflow 'order' is not registered.",
  },
  VERSION_IN_USE: {
    rejection: { code: 'VERSION_IN_USE', key: 'order', version: 7 },
    status: 409,
    shape: 'P',
    text: "Version 7 of process 'order' has instances, running or finished. Only a version without instances can be deleted.",
  },
  PROCESS_NOT_REGISTERED: {
    rejection: { code: 'PROCESS_NOT_REGISTERED', key: 'order' },
    status: 404,
    shape: 'P',
    text: "Workflow with id 'order' is not registered. Ensure the workflow is deployed before creating instances.",
  },
  PROCESS_DISABLED: {
    rejection: { code: 'PROCESS_DISABLED', key: 'order' },
    status: 409,
    shape: 'P',
    text: "Process 'order' is disabled. Enable it before creating new instances.",
  },
  PROCESS_SUSPENDED: {
    rejection: { code: 'PROCESS_SUSPENDED', key: 'order' },
    status: 409,
    shape: 'P',
    text: "Process 'order' is suspended. Resume it before creating new instances.",
  },
  INSTANCE_NOT_FOUND: {
    rejection: { code: 'INSTANCE_NOT_FOUND', instanceId: INSTANCE_ID },
    status: 404,
    shape: 'P',
    text: `Workflow instance '${INSTANCE_ID}' not found.`,
  },
  INSTANCE_SUSPENDED: {
    rejection: { code: 'INSTANCE_SUSPENDED', instanceId: INSTANCE_ID },
    status: 409,
    shape: 'P',
    text: `Workflow instance '${INSTANCE_ID}' is suspended. Resume it first.`,
  },
  NO_MESSAGE_SUBSCRIPTION: {
    rejection: { code: 'NO_MESSAGE_SUBSCRIPTION', name: 'paid', correlationKey: 'PO-1' },
    status: 404,
    shape: 'E',
    text: "No active subscription found for message 'paid' with correlation key 'PO-1'",
  },
  MESSAGE_ID_IN_USE: {
    rejection: { code: 'MESSAGE_ID_IN_USE', name: 'paid', correlationKey: 'PO-1', messageId: 'm-1' },
    status: 409,
    shape: 'P',
    text: "Message 'paid' with correlation key 'PO-1' and id 'm-1' was already published and has not expired.",
  },
  NO_SIGNAL_SUBSCRIPTION: {
    rejection: { code: 'NO_SIGNAL_SUBSCRIPTION', name: 'go' },
    status: 404,
    shape: 'E',
    text: "No active subscription found for signal 'go'",
  },
  NO_ACTIVE_ENTRY: {
    rejection: { code: 'NO_ACTIVE_ENTRY', activityId: 'pack' },
    status: 409,
    shape: 'P',
    text: "Activity 'pack' is not active in this instance. GET /Instances/{instanceId}/state lists the active activities.",
  },
  ACTIVITY_IS_USER_TASK: {
    rejection: { code: 'ACTIVITY_IS_USER_TASK', activityId: 'review' },
    status: 409,
    shape: 'P',
    text: "Activity 'review' is a user task. Complete it through POST /UserTasks/{activityInstanceId}/complete.",
  },
  ACTIVITY_NOT_COMPLETABLE: {
    rejection: { code: 'ACTIVITY_NOT_COMPLETABLE', activityId: 'join' },
    status: 409,
    shape: 'P',
    text: "Activity 'join' completes on its own. Requests cannot complete it.",
  },
  USER_TASK_NOT_FOUND: {
    rejection: { code: 'USER_TASK_NOT_FOUND' },
    status: 404,
    shape: 'E',
    text: `User task '${TASK_ID}' not found`,
  },
  CLAIM_NOT_ALLOWED: {
    rejection: { code: 'CLAIM_NOT_ALLOWED', userId: 'john' },
    status: 409,
    shape: 'E',
    text: 'User john is not authorized to claim this task',
  },
  LISTENER_IS_OPEN: {
    rejection: { code: 'LISTENER_IS_OPEN' },
    status: 409,
    shape: 'E',
    text: 'A task listener of this task has not finished. Try again after it has completed.',
  },
  TASK_NOT_CLAIMED: {
    rejection: { code: 'TASK_NOT_CLAIMED' },
    status: 409,
    shape: 'E',
    text: 'Task must be claimed before completing',
  },
  TASK_CLAIMED_BY_OTHER: {
    rejection: { code: 'TASK_CLAIMED_BY_OTHER', claimedBy: 'ann', userId: 'john' },
    status: 409,
    shape: 'E',
    text: 'Task is claimed by ann, not john',
  },
  MISSING_OUTPUT_VARIABLES: {
    rejection: { code: 'MISSING_OUTPUT_VARIABLES', names: ['b', 'a'] },
    status: 409,
    shape: 'E',
    text: 'Missing required output variables: b, a',
  },
  CUSTOM_TASK_NOT_LOCKED: {
    rejection: { code: 'CUSTOM_TASK_NOT_LOCKED', taskId: TASK_ID },
    status: 409,
    shape: 'P',
    text: `The lock on custom task '${TASK_ID}' has expired or belongs to another worker. Discard this result: the task is offered again.`,
  },
  DEAD_LETTER_NOT_FOUND: {
    rejection: { code: 'DEAD_LETTER_NOT_FOUND', letterId: TASK_ID },
    status: 404,
    shape: 'P',
    text: `Dead letter '${TASK_ID}' not found.`,
  },
  DEAD_LETTER_RETRYING: {
    rejection: { code: 'DEAD_LETTER_RETRYING', letterId: TASK_ID, at: '2026-11-21T07:01:33.131Z', by: 'olivia' },
    status: 409,
    shape: 'P',
    text: `Dead letter '${TASK_ID}' is being retried since 2026-11-21T07:01:33.131+00:00, by olivia.`,
  },
  DEAD_LETTER_ENDED: {
    rejection: { code: 'DEAD_LETTER_ENDED', letterId: TASK_ID, end: 'Dropped', at: '2026-11-21T07:01:33.131Z' },
    status: 409,
    shape: 'P',
    text: `Dead letter '${TASK_ID}' was discarded at 2026-11-21T07:01:33.131+00:00.`,
  },
  BATCH_NOT_FOUND: {
    rejection: { code: 'BATCH_NOT_FOUND', batchId: TASK_ID },
    status: 404,
    shape: 'P',
    text: `Batch '${TASK_ID}' not found.`,
  },
  BATCH_ENDED: {
    rejection: { code: 'BATCH_ENDED', batchId: TASK_ID, state: 'Stopped' },
    status: 409,
    shape: 'P',
    text: `Batch '${TASK_ID}' is already stopped.`,
  },
  BATCH_TOO_LARGE: {
    rejection: { code: 'BATCH_TOO_LARGE', most: 100 },
    status: 400,
    shape: 'P',
    text: 'The batch would have more than 100 items (Batches:MaxItems). Narrow Filters or give fewer Ids.',
  },
  BATCH_FILTER_REFUSED: {
    rejection: { code: 'BATCH_FILTER_REFUSED', detail: "Unknown filter name 'x'." },
    status: 400,
    shape: 'P',
    text: "Unknown filter name 'x'.",
  },
  INVALID_DMN: {
    rejection: { code: 'INVALID_DMN', diagnostic: 'the file is empty' },
    status: 400,
    shape: 'E',
    text: 'Invalid DMN: the file is empty',
  },
  DECISION_NOT_DEPLOYED: {
    rejection: { code: 'DECISION_NOT_DEPLOYED', key: 'fee', version: 3 },
    status: 404,
    shape: 'P',
    text: "Version 3 of decision 'fee' is not deployed.",
  },
  DECISION_IN_USE: {
    rejection: { code: 'DECISION_IN_USE', key: 'fee', version: 3 },
    status: 409,
    shape: 'P',
    text: "Version 3 of decision 'fee' is the only version that a deployed process can use. Deploy another version of the decision, or delete the process version, first.",
  },
  DECISION_NOT_MADE: {
    rejection: { code: 'DECISION_NOT_MADE', reason: "decision 'fee': rules 1 and 2 match, UNIQUE allows one" },
    status: 409,
    shape: 'P',
    text: "The decision cannot be made: decision 'fee': rules 1 and 2 match, UNIQUE allows one",
  },
  WEBHOOK_NOT_FOUND: {
    rejection: { code: 'WEBHOOK_NOT_FOUND', name: 'billing' },
    status: 404,
    shape: 'P',
    text: "Webhook 'billing' not found.",
  },
  WEBHOOK_INSTANCE_NOT_REFUSED: {
    rejection: { code: 'WEBHOOK_INSTANCE_NOT_REFUSED', name: 'billing', instanceId: TASK_ID },
    status: 404,
    shape: 'P',
    text: `Webhook 'billing' has no blocked delivery for instance ${TASK_ID}.`,
  },
  DEAD_LETTER_NOT_RETRYABLE: {
    rejection: { code: 'DEAD_LETTER_NOT_RETRYABLE', letterId: TASK_ID, obstacle: 'instance-ended' },
    status: 409,
    shape: 'P',
    text: `Dead letter '${TASK_ID}' cannot be retried: its instance has ended.`,
  },
  INCIDENT_NOT_FOUND: {
    rejection: { code: 'INCIDENT_NOT_FOUND' },
    status: 404,
    shape: 'E',
    text: `Incident '${TASK_ID}' not found. It may be resolved, or the id is wrong.`,
  },
  INCIDENT_NOT_RESOLVABLE: {
    rejection: { code: 'INCIDENT_NOT_RESOLVABLE', reason: 'its loop is not over' },
    status: 409,
    shape: 'P',
    text: 'The incident cannot be resolved, only retried: its loop is not over.',
  },
  NOT_RESTORABLE: {
    rejection: { code: 'NOT_RESTORABLE', element: 'pay', reason: 'the other version has no such element' },
    status: 409,
    shape: 'P',
    text: "The instance cannot continue from this step. Element 'pay': the other version has no such element. Choose an earlier step.",
  },
  STEP_NOT_FOUND: {
    rejection: { code: 'STEP_NOT_FOUND', step: 17, last: 12 },
    status: 400,
    shape: 'P',
    text: 'Step 17 does not exist. The last step of this instance is 12.',
  },
  STEP_IS_THE_END: {
    rejection: { code: 'STEP_IS_THE_END', step: 12 },
    status: 409,
    shape: 'P',
    text: 'Step 12 is the end of the instance. Choose an earlier step.',
  },
  OTHER_VERSION_NOT_FOUND: {
    rejection: { code: 'OTHER_VERSION_NOT_FOUND', definitionId: 'x', key: 'order' },
    status: 404,
    shape: 'P',
    text: "Definition 'x' is not a version of process 'order'.",
  },
  JOURNAL_TOO_LONG: {
    rejection: { code: 'JOURNAL_TOO_LONG', most: 100_000 },
    status: 409,
    shape: 'P',
    text: 'The history up to this step has more than 100000 events, which is the limit. Choose an earlier step.',
  },
  NOT_REVIVABLE: {
    rejection: { code: 'NOT_REVIVABLE', instanceId: TASK_ID, status: 'running' },
    status: 409,
    shape: 'P',
    text: `Workflow instance '${TASK_ID}' is still running. Only failed or cancelled instances can be restarted.`,
  },
  CALLER_HAS_ENDED: {
    rejection: { code: 'CALLER_HAS_ENDED', instanceId: TASK_ID, callerId: 'c' },
    status: 409,
    shape: 'P',
    text: `Workflow instance '${TASK_ID}' continues when the instance that called it, 'c', is retried.`,
  },
  REVIVED_ALREADY: {
    rejection: { code: 'REVIVED_ALREADY', instanceId: TASK_ID, by: 'f' },
    status: 409,
    shape: 'P',
    text: `Workflow instance '${TASK_ID}' was already restarted as instance 'f'.`,
  },
  KEY_NOT_GRANTED: {
    rejection: { code: 'KEY_NOT_GRANTED', key: 'order' },
    status: 403,
    shape: 'P',
    text: "Your roles do not cover the process 'order'. Ask an administrator for a role with this key.",
  },
  INTERNAL_ERROR: {
    rejection: { code: 'INTERNAL_ERROR' },
    status: 500,
    shape: 'P',
    text: 'An unexpected error occurred. See server logs for details.',
  },
};
