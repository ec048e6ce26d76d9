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
  BpmnXml: requiredXml('Invalid BPMN: BpmnXml is required', 'The BPMN 2.0 XML text.'),
  Validation: optionalText('`off`, `executable` or `strict`. Left out, null or blank: `executable`.'),
  RequiredReferences: optionalTexts('References that must be there: `messageRef`, `signalRef`, `operationRef`.'),
};

export const deployRequest = z
  .object({
    ...validated,
    Resources: optionalResources(
      'Further BPMN files, scripts, decisions and forms, deployed with the first file or not at all; at most 50.',
    ),
    KeepUnchanged: optionalFlag(
      'Whether a deploy of what is deployed already answers the versions that are there. Left out or null: as the service is set up.',
    ),
    OnFailure: optionalText(
      '`fail` or `incident`: what happens to uncaught failures. Left out, null or blank: the setting of the model or the service.',
    ),
    Strict: optionalFlag('Whether the deploy is refused where it would only be warned about. Left out or null: `false`.'),
  })
  .meta({ id: 'DeployRequest' });
export const validateRequest = z
  .object({
    ...validated,
    Describe: optionalFlag('Whether the answer describes what the engine does with each element. Left out or null: `false`.'),
  })
  .meta({ id: 'ValidateRequest' });

export const switchRequest = z
  .object({ ProcessDefinitionKey: requiredText('ProcessDefinitionKey is required', 'A deployed key.') })
  .meta({ id: 'SwitchRequest' });

export const startRequest = z
  .object({
    WorkflowId: requiredText('WorkflowId is required', 'The process definition key. The latest version is started.'),
    Variables: optionalVariables(),
    BusinessId: optionalBusinessId(),
    Version: optionalWhole(1, MAX_VERSION, 'A version to start instead of the latest one.'),
  })
  .meta({ id: 'StartRequest' });

export const messageRequest = z
  .object({
    MessageName: requiredText('MessageName is required', 'Name of the message in the model.'),
    CorrelationKey: optionalText('Left out, null, empty or blank: no key.'),
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
    WorkflowInstanceId: requiredGuid('WorkflowInstanceId is required', 'The instance.'),
    ActivityId: requiredText('ActivityId is required', 'Id of the activity in the model.'),
    Variables: optionalVariables(),
  })
  .meta({ id: 'CompleteActivityRequest' });

export const evaluateConditionsRequest = z
  .object({
    WorkflowId: optionalText('Left out, null, empty or blank: all keys.'),
    Variables: requiredVariables('Variables are required for condition evaluation'),
  })
  .meta({ id: 'EvaluateConditionsRequest' });

export const cancelInstanceRequest = z
  .object({ reason: optionalText('Left out, null or blank: `Cancelled by operator`.') })
  .meta({ id: 'CancelInstanceRequest' });

export const eraseRequest = z
  .object({
    BusinessId: requiredText('BusinessId is required', 'The business id of which nothing is to be left, to the letter.'),
    CancelRunning: optionalFlag('Whether instances that run are cancelled and erased too. Left out or null: `false`.'),
  })
  .meta({ id: 'EraseRequest' });

export const forkRequest = z
  .object({
    Step: optionalWhole(
      0,
      2_147_483_647,
      'The step to continue from: an event of the history, as time travel counts them. Left out or null: 0, the beginning.',
    ),
    Variables: optionalVariables(),
    DefinitionId: optionalText('Another version of the same process. Left out, null or blank: that of the instance.'),
    DryRun: optionalFlag('Makes no instance and returns what would run again. Left out or null: `false`.'),
  })
  .meta({ id: 'ForkRequest' });
export const reviveRequest = z
  .object({
    Variables: optionalVariables(),
    DryRun: optionalFlag('Dry run: changes nothing and returns what would happen. Left out or null: `false`.'),
  })
  .meta({ id: 'ReviveRequest' });

export const retryIncidentRequest = z.object({}).meta({ id: 'RetryIncidentRequest' });
const whyHeld = () => optionalText('Reason, kept in the history.');

export const suspendInstanceRequest = z
  .object({
    Reason: whyHeld(),
    CalledInstances: optionalFlag('Whether the instances it has called are suspended with it. Left out or null: true.'),
  })
  .meta({ id: 'SuspendInstanceRequest' });
export const suspendDefinitionRequest = z.object({ Reason: whyHeld() }).meta({ id: 'SuspendDefinitionRequest' });
export const resumeInstanceRequest = z.object({ Reason: whyHeld() }).meta({ id: 'ResumeInstanceRequest' });

export const resolveIncidentRequest = z.object({ Variables: optionalVariables() }).meta({ id: 'ResolveIncidentRequest' });
export const editVariablesRequest = z
  .object({
    Variables: optionalVariables(),
    Delete: optionalTexts('Names to be removed. Names that the scope does not have are ignored.'),
    Scope: optionalGuid(
      'Id of an active activity instance or of a variable scope. Left out, null or blank: the instance itself.',
    ),
  })
  .meta({ id: 'EditVariablesRequest' });

export const migrateInstanceRequest = z
  .object({
    DefinitionId: requiredText('DefinitionId is required', 'The version of the same process in which the instance continues.'),
    Plan: optionalObjects(
      migrationPair,
      'What takes the place of what, where the id is another one; at most 10000. All else is found by its id, type and place.',
    ),
    Timers: optionalText('`keep` or `renew`: whether due dates stay, or are calculated again. Left out, null or blank: `keep`.'),
    Subscriptions: optionalText(
      '`keep` or `renew`: whether messages and signals are waited for under the names and keys of before, or of the other version. Left out, null or blank: `keep`.',
    ),
    DryRun: optionalFlag('Dry run: changes nothing and returns what would happen. Left out or null: `false`.'),
  })
  .meta({ id: 'MigrateInstanceRequest' });

export const modifyInstanceRequest = z
  .object({
    instructions: requiredObjects(
      'instructions is required',
      instruction,
      'What is cancelled and started, all or nothing; 1 to 1000.',
    ),
    reason: optionalText('`cancellationReason` of what is cancelled. Left out, null or blank: `Cancelled by modification`.'),
    dryRun: optionalFlag('Dry run: changes nothing and returns what would happen. Left out or null: `false`.'),
  })
  .meta({ id: 'ModifyInstanceRequest' });

const letterFilter = {
  Kind: optionalText('Only those whose command is of this kind.'),
  InstanceId: optionalGuid('Only those that belong to this instance.'),
  ProcessKey: optionalText('Only those that belong to this process definition key.'),
  ParkedBefore: optionalText('Only those that were last parked before this time.'),
  Limit: optionalWhole(1, 500, 'Most dead letters of one request, oldest first. Left out or null: 100.'),
};
const dropReason = () => requiredText('Reason is required', 'Why it is dropped.');

export const retryLetterRequest = z.object({}).meta({ id: 'RetryDeadLetterRequest' });
export const retryLettersRequest = z.object(letterFilter).meta({ id: 'RetryDeadLettersRequest' });
export const dropLetterRequest = z.object({ Reason: dropReason() }).meta({ id: 'DropDeadLetterRequest' });
export const dropLettersRequest = z.object({ ...letterFilter, Reason: dropReason() }).meta({ id: 'DropDeadLettersRequest' });

const USER_ID =
  'The acting user. Required with authentication off; with authentication on it must equal the user of the token, if given.';

export const claimRequest = z
  .object({
    UserId: optionalText(USER_ID),
    UserGroups: optionalTexts('The groups of the user; ignored with authentication on.'),
  })
  .meta({ id: 'ClaimRequest' });

export const completeTaskRequest = z
  .object({ UserId: optionalText(USER_ID), Variables: optionalVariables() })
  .meta({ id: 'CompleteUserTaskRequest' });

export const failTaskRequest = z
  .object({
    errorMessage: requiredText('ErrorMessage is required', 'Why it failed.'),
    errorCode: optionalText('Left out, null or blank: `500`.'),
  })
  .meta({ id: 'FailUserTaskRequest' });

export const cancelTaskRequest = z
  .object({ reason: optionalText('Left out, null or blank: `User task cancelled by operator`.') })
  .meta({ id: 'CancelUserTaskRequest' });

export const commentTaskRequest = z
  .object({
    UserId: optionalText(USER_ID),
    Text: requiredText('Text is required', `Text of the comment, at most ${MAX_COMMENT} characters.`),
  })
  .meta({ id: 'CommentUserTaskRequest' });

const MAX_LOCK_SECONDS = 3600;
const lockToken = () => requiredText('LockToken is required', 'The token of the lock, as fetch-and-lock gave it.');
const lockSeconds = () => optionalWhole(1, MAX_LOCK_SECONDS, 'How long the lock holds from now. Left out or null: 60.');

/** The requests of remote workers (ADR 0021). */
export const fetchAndLockRequest = z
  .object({
    WorkerId: requiredText('WorkerId is required', 'Name of the worker, at most 256 characters.'),
    MaxTasks: optionalWhole(1, 100, 'Most tasks of one answer. Left out or null: 1.'),
    LockSeconds: lockSeconds(),
    WaitSeconds: optionalWhole(0, 60, 'How long to wait for a task while there is none. Left out or null: 0.'),
  })
  .meta({ id: 'FetchAndLockRequest' });

export const completeCustomTaskRequest = z
  .object({ LockToken: lockToken(), Variables: optionalVariables() })
  .meta({ id: 'CompleteCustomTaskRequest' });

export const failCustomTaskRequest = z
  .object({
    LockToken: lockToken(),
    ErrorMessage: requiredText('ErrorMessage is required', 'Why the run failed. Longer than 2000 characters: cut.'),
    ErrorCode: optionalText('Error code of the activity, at most 256 characters. Left out, null or blank: `500`.'),
    IsRetryable: optionalFlag('Whether another run may help. Left out or null: `true`.'),
    RetryAfterSeconds: optionalWhole(0, 2_592_000, 'Delay before the next run. Left out or null: the value of the model.'),
  })
  .meta({ id: 'FailCustomTaskRequest' });

export const extendLockRequest = z
  .object({ LockToken: lockToken(), LockSeconds: lockSeconds() })
  .meta({ id: 'ExtendLockRequest' });
