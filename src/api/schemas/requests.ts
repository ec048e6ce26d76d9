import { z } from 'zod';
import { instruction, migrationPair } from './instruction.ts';
import {
  optionalBusinessId,
  optionalFlag,
  optionalGuid,
  optionalObjects,
  optionalResources,
  optionalText,
  optionalTexts,
  optionalVariables,
  optionalWhole,
  requiredGuid,
  requiredObjects,
  requiredText,
  requiredVariables,
  requiredXml,
} from './members.ts';
import { MAX_COMMENT } from './task-comments.ts';

/** As many as a column of versions holds. */
const MAX_VERSION = 2_147_483_647;

/** Request table of each endpoint: its members, the order of their checks, and their OpenAPI schemas. */
const validated = {
  BpmnXml: requiredXml('Invalid BPMN: BpmnXml is required', 'BPMN 2.0 XML text.'),
  Validation: optionalText('Level of validation: `off`, `executable` or `strict`. Default: `executable`.'),
  RequiredReferences: optionalTexts('References that the model must contain: `messageRef`, `signalRef`, `operationRef`.'),
};

export const deployRequest = z
  .object({
    ...validated,
    Resources: optionalResources('Up to 50 further BPMN files, scripts, decisions and forms. Sluice deploys all files or none.'),
    KeepUnchanged: optionalFlag('If true, an unchanged process keeps its version. Default: the setting of the service.'),
    OnFailure: optionalText(
      'Effect of an error that no event catches: `fail` or `incident`. Default: the value in the model, otherwise the setting of the service.',
    ),
    Strict: optionalFlag('If true, warnings reject the deployment. Default: `false`.'),
  })
  .meta({ id: 'DeployRequest' });
export const validateRequest = z
  .object({
    ...validated,
    Describe: optionalFlag('If true, the response describes the behavior of each element. Default: `false`.'),
  })
  .meta({ id: 'ValidateRequest' });

export const switchRequest = z
  .object({ ProcessDefinitionKey: requiredText('ProcessDefinitionKey is required', 'Key of a deployed process.') })
  .meta({ id: 'SwitchRequest' });

export const startRequest = z
  .object({
    WorkflowId: requiredText('WorkflowId is required', 'Process key.'),
    Variables: optionalVariables(),
    BusinessId: optionalBusinessId(),
    Version: optionalWhole(1, MAX_VERSION, 'Version to start. Default: the latest version.'),
  })
  .meta({ id: 'StartRequest' });

export const messageRequest = z
  .object({
    MessageName: requiredText('MessageName is required', 'Name of the message in the model.'),
    CorrelationKey: optionalText('Correlation key. Default: no key.'),
    Variables: optionalVariables(),
    BusinessId: optionalBusinessId(),
  })
  .meta({ id: 'MessageRequest' });

export const signalRequest = z
  .object({
    SignalName: requiredText('SignalName is required', 'Name of the signal in the model.'),
    Variables: optionalVariables(),
  })
  .meta({ id: 'SignalRequest' });

export const completeActivityRequest = z
  .object({
    WorkflowInstanceId: requiredGuid('WorkflowInstanceId is required', 'Id of the instance.'),
    ActivityId: requiredText('ActivityId is required', 'Id of the activity in the model.'),
    Variables: optionalVariables(),
  })
  .meta({ id: 'CompleteActivityRequest' });

export const evaluateConditionsRequest = z
  .object({
    WorkflowId: optionalText('Process key. Default: all processes.'),
    Variables: requiredVariables('Variables are required for condition evaluation'),
  })
  .meta({ id: 'EvaluateConditionsRequest' });

export const cancelInstanceRequest = z
  .object({ reason: optionalText('Reason. Default: `Cancelled by operator`.') })
  .meta({ id: 'CancelInstanceRequest' });

export const eraseRequest = z
  .object({
    BusinessId: requiredText('BusinessId is required', 'Exact business id of the instances to erase.'),
    CancelRunning: optionalFlag('If true, Sluice cancels and erases running instances too. Default: `false`.'),
  })
  .meta({ id: 'EraseRequest' });

export const forkRequest = z
  .object({
    Step: optionalWhole(
      0,
      2_147_483_647,
      'Step to continue from: the number of a row in the event history. Default: 0, the start of the instance.',
    ),
    Variables: optionalVariables(),
    DefinitionId: optionalText('Id of another version of the same process. Default: the version of the instance.'),
    DryRun: optionalFlag(
      'If true, Sluice creates no instance and returns the activities that would run again. Default: `false`.',
    ),
  })
  .meta({ id: 'ForkRequest' });
export const reviveRequest = z
  .object({
    Variables: optionalVariables(),
    DryRun: optionalFlag('If true, Sluice returns the effect and changes nothing. Default: `false`.'),
  })
  .meta({ id: 'ReviveRequest' });

export const retryIncidentRequest = z.object({}).meta({ id: 'RetryIncidentRequest' });
const whyHeld = () => optionalText('Reason. Sluice stores it in the history.');

export const suspendInstanceRequest = z
  .object({
    Reason: whyHeld(),
    CalledInstances: optionalFlag('Whether to suspend called instances too. Default: `true`.'),
  })
  .meta({ id: 'SuspendInstanceRequest' });
export const suspendDefinitionRequest = z.object({ Reason: whyHeld() }).meta({ id: 'SuspendDefinitionRequest' });
export const resumeInstanceRequest = z.object({ Reason: whyHeld() }).meta({ id: 'ResumeInstanceRequest' });

export const resolveIncidentRequest = z.object({ Variables: optionalVariables() }).meta({ id: 'ResolveIncidentRequest' });
export const editVariablesRequest = z
  .object({
    Variables: optionalVariables(),
    Delete: optionalTexts('Names to remove. Sluice ignores names that the scope does not contain.'),
    Scope: optionalGuid('Id of an active activity instance or of a variable scope. Default: the scope of the instance.'),
  })
  .meta({ id: 'EditVariablesRequest' });

export const migrateInstanceRequest = z
  .object({
    DefinitionId: requiredText('DefinitionId is required', 'Id of the target version. It must be a version of the same process.'),
    Plan: optionalObjects(
      migrationPair,
      'Mappings of elements whose id changes, at most 10000. Sluice maps all other elements by id, type and parent.',
    ),
    Timers: optionalText('`keep`: due dates stay. `renew`: Sluice evaluates them again. Default: `keep`.'),
    Subscriptions: optionalText(
      '`keep`: names and correlation keys of messages and signals stay. `renew`: Sluice takes them from the target version. Default: `keep`.',
    ),
    DryRun: optionalFlag('If true, Sluice returns the effect and changes nothing. Default: `false`.'),
  })
  .meta({ id: 'MigrateInstanceRequest' });

export const modifyInstanceRequest = z
  .object({
    instructions: requiredObjects('instructions is required', instruction, '1 to 1000 instructions. Sluice applies all or none.'),
    reason: optionalText('`cancellationReason` of the cancelled activity instances. Default: `Cancelled by modification`.'),
    dryRun: optionalFlag('If true, Sluice returns the effect and changes nothing. Default: `false`.'),
  })
  .meta({ id: 'ModifyInstanceRequest' });

const letterFilter = {
  Kind: optionalText('Only dead letters with this kind of command.'),
  InstanceId: optionalGuid('Only dead letters of this instance.'),
  ProcessKey: optionalText('Only dead letters of this process key.'),
  ParkedBefore: optionalText('Only dead letters that last failed before this time.'),
  Limit: optionalWhole(1, 500, 'Most dead letters in one request, oldest first. Default: 100.'),
};
const dropReason = () => requiredText('Reason is required', 'Reason for the discard.');

export const retryLetterRequest = z.object({}).meta({ id: 'RetryDeadLetterRequest' });
export const retryLettersRequest = z.object(letterFilter).meta({ id: 'RetryDeadLettersRequest' });
export const dropLetterRequest = z.object({ Reason: dropReason() }).meta({ id: 'DropDeadLetterRequest' });
export const dropLettersRequest = z.object({ ...letterFilter, Reason: dropReason() }).meta({ id: 'DropDeadLettersRequest' });

const USER_ID =
  'User who acts. Required if authentication is off. If authentication is on, it must equal the user of the token or be absent.';

export const claimRequest = z
  .object({
    UserId: optionalText(USER_ID),
    UserGroups: optionalTexts('Groups of the user. Ignored if authentication is on.'),
  })
  .meta({ id: 'ClaimRequest' });

export const completeTaskRequest = z
  .object({ UserId: optionalText(USER_ID), Variables: optionalVariables() })
  .meta({ id: 'CompleteUserTaskRequest' });

export const failTaskRequest = z
  .object({
    errorMessage: requiredText('ErrorMessage is required', 'Error message.'),
    errorCode: optionalText('Error code. Default: `500`.'),
  })
  .meta({ id: 'FailUserTaskRequest' });

export const cancelTaskRequest = z
  .object({ reason: optionalText('Reason. Default: `User task cancelled by operator`.') })
  .meta({ id: 'CancelUserTaskRequest' });

export const commentTaskRequest = z
  .object({
    UserId: optionalText(USER_ID),
    Text: requiredText('Text is required', `Text of the comment, at most ${MAX_COMMENT} characters.`),
  })
  .meta({ id: 'CommentUserTaskRequest' });

const MAX_LOCK_SECONDS = 3600;
const lockToken = () => requiredText('LockToken is required', 'Lock token that fetch-and-lock returned.');
const lockSeconds = () => optionalWhole(1, MAX_LOCK_SECONDS, 'Duration of the lock from now. Default: 60.');

/** The requests of remote workers (ADR 0021). */
export const fetchAndLockRequest = z
  .object({
    WorkerId: requiredText('WorkerId is required', 'Name of the worker, at most 256 characters.'),
    MaxTasks: optionalWhole(1, 100, 'Most tasks in one response. Default: 1.'),
    LockSeconds: lockSeconds(),
    WaitSeconds: optionalWhole(0, 60, 'Time to wait if no task is available. Default: 0.'),
  })
  .meta({ id: 'FetchAndLockRequest' });

export const completeCustomTaskRequest = z
  .object({ LockToken: lockToken(), Variables: optionalVariables() })
  .meta({ id: 'CompleteCustomTaskRequest' });

export const failCustomTaskRequest = z
  .object({
    LockToken: lockToken(),
    ErrorMessage: requiredText('ErrorMessage is required', 'Error message. Sluice cuts it after 2000 characters.'),
    ErrorCode: optionalText('Error code, at most 256 characters. Default: `500`.'),
    IsRetryable: optionalFlag('If false, Sluice makes no further attempt. Default: `true`.'),
    RetryAfterSeconds: optionalWhole(0, 2_592_000, 'Time to wait before the next attempt. Default: the value in the model.'),
  })
  .meta({ id: 'FailCustomTaskRequest' });

export const extendLockRequest = z
  .object({ LockToken: lockToken(), LockSeconds: lockSeconds() })
  .meta({ id: 'ExtendLockRequest' });
