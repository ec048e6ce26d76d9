import type { Rejection } from '../engine/commands.ts';
import type { ChildStartRequested } from '../engine/events.ts';
import type { MigrationOrder } from '../engine/migration/migrations.ts';
import type { OnFailure, UserTaskEdit } from '../engine/model.ts';
import type { ForkedInstance, RevivedInstance } from '../engine/state/since-then.ts';
import type { Variables } from '../engine/values.ts';
import type { BatchAct, BatchState, MadeBatch, RequestedBatch } from './batches.ts';
import type { AuditNote, Causation } from './causation.ts';
import type { ChosenTasks, CustomTaskLock, FailedAttempt, LockedCustomTask } from './custom-tasks.ts';
import type { HandledLetters, HandlingOfLetters, LetterEnd, LetterObstacle } from './dead-letters.ts';
import type { DecisionRejection, DeployedDecisions, EvaluatedDecision } from './decisions.ts';
import type { IgnoredCause, IgnoredUntil } from './ignored-failures.ts';
import type {
  DeletedInstances,
  DeletionRejection,
  ErasedInstances,
  ForkOrder,
  Migration,
  Modification,
  ModifyInstruction,
  ReviveOrder,
  SuspendedInstance,
  SuspendedProcess,
  SuspensionOfInstance,
  VariableEdit,
} from './instance-changes.ts';
import type { AskedMessages, Placement, SharedDelivery } from './shared-messages.ts';
import type { SteeredWebhook, WebhookAct } from './webhooks.ts';

/** `name`: unique within the deploy. */
export interface DeployResource {
  readonly name: string;
  readonly content: string;
}

/** Kept in addition to the parts for the engine (docs/contributing/spec/validation.md#validation-levels). */
export interface DeployValidation {
  readonly level: 'off' | 'executable' | 'strict';
  readonly requires?: readonly ('messageRef' | 'signalRef' | 'operationRef')[];
}

/** Validated, with an id. Ids are GUIDs in lower case. */
export type Command =
  | Of<
      'DeployDefinition',
      {
        readonly bpmnXml: string;
        readonly validation?: DeployValidation;
        /** further BPMN files; `scripts`: scripts, decisions and forms */
        readonly resources?: readonly DeployResource[];
        readonly scripts?: readonly DeployResource[];
        /** handling of uncaught failures; absent: the models decide */
        readonly onFailure?: OnFailure;
        /** no new version if the file equals the deployed one */
        readonly keepsUnchanged?: true;
        readonly refusesWarnings?: true;
        /** key patterns that the files may reference; absent: `limits` of the command */
        readonly refersWithin?: readonly string[];
      }
    >
  | Of<
      'StartInstance',
      {
        readonly instanceId: string;
        readonly key: string;
        readonly variables: Variables;
        readonly businessId: string | null;
        /** absent: the latest one */
        readonly version?: number;
      }
    >
  | Of<'CompleteActivity', { readonly instanceId: string; readonly activityId: string; readonly variables: Variables }>
  | Of<
      'ClaimUserTask',
      {
        readonly taskId: string;
        readonly userId: string;
        readonly userGroups: readonly string[];
        /** the other user whose claim is replaced; null: none; absent: any */
        readonly replaces?: string | null;
      }
    >
  | Of<'UnclaimUserTask', { readonly taskId: string }>
  | Of<'EditUserTask', { readonly taskId: string; readonly edit: UserTaskEdit }>
  | Of<'CompleteUserTask', { readonly taskId: string; readonly userId: string; readonly variables: Variables }>
  | Of<'FailUserTask', { readonly taskId: string; readonly errorCode: string; readonly errorMessage: string }>
  | Of<'CancelUserTask', { readonly taskId: string; readonly reason: string }>
  /** `author`: user name */
  | Of<'CommentUserTask', { readonly taskId: string; readonly author: string; readonly text: string }>
  | Of<
      'DeliverMessage',
      {
        readonly name: string;
        /** empty: no key (docs/contributing/spec/http/execution.md#message) */
        readonly correlationKey: string;
        readonly variables: Variables;
        readonly businessId: string | null;
        /** time that the message waits for a receiver; absent: it does not wait */
        readonly timeToLiveMs?: number;
        /** within that time, a second message of this name, key and id is rejected */
        readonly messageId?: string;
        /** another shard had a receiver, so start events do not apply */
        readonly startsNone?: true;
      } & SharedDelivery
    >
  /** `exceptInstanceId`: the throwing instance, whose subscriptions have fired already (docs/contributing/spec/waiting.md#signal-inside-an-instance) */
  | Of<'BroadcastSignal', { readonly name: string; readonly variables: Variables; readonly exceptInstanceId: string | null }>
  /** `key` null: all keys */
  | Of<'EvaluateConditions', { readonly key: string | null; readonly variables: Variables }>
  /** result of one attempt, sent by the holder of the lock (ADR 0021) */
  | Of<
      'CompleteCustomTask',
      CustomTaskLock & {
        readonly result: Variables;
        /** only output parameters of Camunda 7 read them */
        readonly localVariables?: Variables;
      }
    >
  | Of<'FailCustomTask', CustomTaskLock & FailedAttempt>
  /** `typeKey`: type in lower case. `chosen` absent: all of the type */
  | Of<
      'LockCustomTasks',
      {
        readonly typeKey: string;
        readonly workerId: string;
        readonly maxTasks: number;
        readonly lockSeconds: number;
        readonly chosen?: ChosenTasks;
      }
    >
  | Of<'ExtendCustomTaskLock', CustomTaskLock & { readonly lockSeconds: number }>
  /** the task is offered again immediately, and the attempt does not count as failed */
  | Of<'UnlockCustomTask', CustomTaskLock>
  /** remaining attempts; the task does not have to be locked */
  | Of<'SetCustomTaskRetries', { readonly instanceId: string; readonly taskId: string; readonly retries: number }>
  | Of<'DisableProcess', { readonly key: string }>
  | Of<'EnableProcess', { readonly key: string }>
  | Of<'SuspendProcess', { readonly key: string; readonly reason?: string }>
  | Of<'ResumeProcess', { readonly key: string; readonly reason?: string }>
  | Of<'DeleteDefinition', { readonly key: string; readonly version: number }>
  | Of<'DeployDecisions', { readonly files: readonly DeployResource[]; readonly refusesWarnings?: true }>
  /** `version` null: the latest. `withCells`: report which cells of the tables hold */
  | Of<
      'EvaluateDecision',
      {
        readonly key: string;
        readonly version: number | null;
        readonly variables: Variables;
        readonly businessId?: string;
        readonly withCells?: true;
      }
    >
  | Of<'DeleteDecision', { readonly key: string; readonly version: number }>
  | Of<'CancelInstance', { readonly instanceId: string; readonly reason: string }>
  /** deletes the instance with all called instances; a follow-up deletes those that are too many for one transaction */
  | Of<'DeleteInstance', { readonly instanceId: string }>
  /** all instances with a business id and their other data */
  /** `isDryRun`: only rejects; absent: false */
  | Of<'EraseInstances', { readonly businessId: string; readonly cancelsRunning: boolean; readonly isDryRun?: boolean }>
  /** `calledInstances`: also suspends them on all levels */
  | Of<'SuspendInstance', SuspensionOfInstance & { readonly calledInstances: boolean }>
  | Of<'ResumeInstance', SuspensionOfInstance>
  | Of<'ForkInstance', ForkOrder>
  | Of<'ReviveInstance', ReviveOrder>
  /** `variables`: set before, as by EditVariables. `reason`: of this change */
  | Of<'RetryIncident', { readonly incidentId: string; readonly variables?: Variables; readonly reason?: string }>
  /** `variables`: used as the result of the failed work */
  | Of<'ResolveIncident', { readonly incidentId: string; readonly variables: Variables }>
  /** hides a group of failures from the lists of what needs attention */
  | Of<'IgnoreFailures', IgnoredCause & IgnoredUntil>
  | Of<'ShowFailures', IgnoredCause>
  | Of<'EditVariables', VariableEdit>
  /** `isDryRun`: only report the effects */
  | Of<
      'ModifyInstance',
      {
        readonly instanceId: string;
        readonly instructions: readonly ModifyInstruction[];
        readonly reason: string | null;
        readonly isDryRun: boolean;
      }
    >
  /** `isDryRun`: only report the effects */
  | Of<
      'MigrateInstance',
      {
        readonly instanceId: string;
        readonly definitionId: string;
        readonly plan: MigrationOrder;
        readonly isDryRun?: boolean;
      }
    >
  | Of<'RetryDeadLetters', HandlingOfLetters>
  | Of<'DropDeadLetters', HandlingOfLetters & { readonly reason: string }>
  | Of<'CreateBatch', RequestedBatch>
  | Of<'SteerBatch', { readonly batchId: string; readonly act: BatchAct }>
  /** `name`: in lower case. `instanceId`: for `retry` and `skip`; null: all with a refused event, for `skip` only failing ones */
  | Of<'SteerWebhook', { readonly name: string; readonly act: WebhookAct; readonly instanceId: string | null }>
  | InternalCommand;

/** Stored in the outbox first; no client waits for their reply. */
export type InternalCommand =
  /** subscriptions of one broadcast, by instance. `event`: absent in rows of releases before 0.2 */
  | Of<
      'DeliverToSubscriptions',
      {
        readonly subscriptions: readonly { readonly instanceId: string; readonly subscription: number }[];
        readonly variables: Variables;
        readonly event?: { readonly kind: 'message' | 'signal'; readonly name: string; readonly key: string };
        /** keys of processes with a receiver: their other instances do not receive the message */
        readonly served?: readonly string[];
      }
    >
  /** messages wait at an address that now has a receiver. The id is that of the first message */
  | Of<'DeliverBuffered', { readonly name: string; readonly correlationKey: string }>
  /** delivers a message that the first shard stores */
  | Of<'PlaceMessage', Placement>
  /** to the first shard: another one has receivers */
  | Of<'AskForMessages', AskedMessages & { readonly shard: number }>
  /** called instance; the transaction of its caller has already started too many */
  | Of<'StartChild', { readonly parentId: string; readonly request: ChildStartRequested }>
  /**
   * runs the queued commands of a sender in order. A wake-up signal that is never stored. `only`: only this command, and only if it is the next. `about`:
   * kind of the signalled command, for traces
   */
  | Of<'DrainSender', { readonly senderId: string; readonly only?: string; readonly about?: string }>
  /** applies the command queue of an instance. `only`: only this command, and only if it is the next */
  | Of<'DrainMailbox', { readonly instanceId: string; readonly only?: string }>
  /** a start trigger has occurred */
  | Of<
      'StartTriggered',
      {
        readonly instanceId: string;
        readonly key: string;
        readonly definitionId: string;
        readonly element: string;
        readonly variables: Variables;
        readonly businessId: string | null;
      }
    >;
export type CommandKind = Command['kind'];
export type CommandOf<K extends CommandKind> = Extract<Command, { kind: K }>;

/**
 * `actor`: sender of the command or of its cause (docs/contributing/spec/journal.md#actor); absent: unknown. `limits`: key patterns of the sender
 * (docs/contributing/spec/roles.md#key-patterns); absent: all keys. `audit`: set if recorded.
 */
type Of<K extends string, D> = Readonly<{
  kind: K;
  id: string;
  causation?: Causation;
  actor?: string;
  limits?: readonly string[];
  audit?: AuditNote;
}> &
  D;

/** An endpoint builds it, and the sender adds the id. */
export type CommandBody = Command extends infer C ? (C extends Command ? Omit<C, 'id'> : never) : never;

export type CommandRejection =
  | Rejection
  | { readonly code: 'INVALID_BPMN'; readonly diagnostic: string }
  | { readonly code: 'DEPLOY_HAS_WARNINGS'; readonly warnings: readonly string[] }
  | { readonly code: 'PROCESS_NOT_REGISTERED'; readonly key: string }
  | { readonly code: 'VERSION_NOT_REGISTERED'; readonly key: string; readonly version: number }
  | { readonly code: 'VERSION_IN_USE'; readonly key: string; readonly version: number }
  | { readonly code: 'PROCESS_DISABLED'; readonly key: string }
  | { readonly code: 'PROCESS_SUSPENDED'; readonly key: string }
  | { readonly code: 'INSTANCE_NOT_FOUND'; readonly instanceId: string }
  | DeletionRejection
  | DecisionRejection
  | { readonly code: 'NO_MESSAGE_SUBSCRIPTION'; readonly name: string; readonly correlationKey: string }
  | { readonly code: 'MESSAGE_ID_IN_USE'; readonly name: string; readonly correlationKey: string; readonly messageId: string }
  | { readonly code: 'NO_SIGNAL_SUBSCRIPTION'; readonly name: string }
  /** the activity has ended, the lock was released, or another attempt has begun */
  | { readonly code: 'CUSTOM_TASK_NOT_LOCKED'; readonly taskId: string }
  | { readonly code: 'STEP_NOT_FOUND'; readonly step: number; readonly last: number }
  | { readonly code: 'STEP_IS_THE_END'; readonly step: number }
  | { readonly code: 'OTHER_VERSION_NOT_FOUND'; readonly definitionId: string; readonly key: string }
  | { readonly code: 'JOURNAL_TOO_LONG'; readonly most: number }
  | { readonly code: 'NOT_REVIVABLE'; readonly instanceId: string; readonly status: 'running' | 'completed' }
  | { readonly code: 'CALLER_HAS_ENDED'; readonly instanceId: string; readonly callerId: string }
  /** `by`: the fork that continues instead */
  | { readonly code: 'REVIVED_ALREADY'; readonly instanceId: string; readonly by: string }
  | { readonly code: 'DEAD_LETTER_NOT_FOUND'; readonly letterId: string }
  /** another request was first. `at`: ISO text */
  | { readonly code: 'DEAD_LETTER_RETRYING'; readonly letterId: string; readonly at: string; readonly by: string | null }
  | { readonly code: 'DEAD_LETTER_ENDED'; readonly letterId: string; readonly end: LetterEnd; readonly at: string }
  | { readonly code: 'DEAD_LETTER_NOT_RETRYABLE'; readonly letterId: string; readonly obstacle: LetterObstacle }
  | { readonly code: 'BATCH_NOT_FOUND'; readonly batchId: string }
  | { readonly code: 'BATCH_ENDED'; readonly batchId: string; readonly state: BatchState }
  | { readonly code: 'BATCH_TOO_LARGE'; readonly most: number }
  | { readonly code: 'BATCH_FILTER_REFUSED'; readonly detail: string }
  | { readonly code: 'WEBHOOK_NOT_FOUND'; readonly name: string }
  | { readonly code: 'WEBHOOK_INSTANCE_NOT_REFUSED'; readonly name: string; readonly instanceId: string }
  /** key is outside of the sender's roles. `element`: calls it in a deployed model */
  | { readonly code: 'KEY_NOT_GRANTED'; readonly key: string; readonly isDecision?: true; readonly element?: string }
  /** an internal error; the command is a dead letter, and nothing was changed */
  | { readonly code: 'INTERNAL_ERROR' };
export type RejectionCode = CommandRejection['code'];

export interface DeployedDefinition {
  readonly key: string;
  readonly version: number;
  /** additional file with the process; absent: the first file */
  readonly resource?: string;
}

export interface CommandResults {
  /** `isUnchanged`: no version was added */
  DeployDefinition: {
    readonly definitions: readonly DeployedDefinition[];
    readonly warnings: readonly string[];
    readonly isUnchanged?: true;
  };
  StartInstance: { readonly instanceId: string };
  CompleteActivity: Nothing;
  ClaimUserTask: Nothing;
  UnclaimUserTask: Nothing;
  EditUserTask: Nothing;
  CompleteUserTask: Nothing;
  FailUserTask: Nothing;
  CancelUserTask: Nothing;
  /** `createdAt`: ISO text */
  CommentUserTask: { readonly commentId: string; readonly createdAt: string };
  /** resumed instances in the order of subscriptions, else started ones in the order of keys */
  DeliverMessage: { readonly instanceIds: readonly string[] };
  DeliverBuffered: Nothing;
  PlaceMessage: { readonly instanceIds: readonly string[] };
  /** noted messages that are not stored any longer */
  AskForMessages: { readonly gone: readonly string[] };
  BroadcastSignal: { readonly deliveredCount: number; readonly instanceIds: readonly string[] };
  EvaluateConditions: { readonly startedInstanceIds: readonly string[]; readonly errors: readonly string[] };
  CompleteCustomTask: Nothing;
  /** next attempt, ISO text; null: the activity has failed */
  FailCustomTask: { readonly retryAt: string | null };
  LockCustomTasks: { readonly tasks: readonly LockedCustomTask[] };
  /** ISO text */
  ExtendCustomTaskLock: { readonly lockedUntil: string };
  UnlockCustomTask: Nothing;
  SetCustomTaskRetries: Nothing;
  DisableProcess: DefinitionSummary;
  EnableProcess: DefinitionSummary;
  SuspendProcess: SuspendedProcess;
  ResumeProcess: SuspendedProcess;
  /** null: the key has no version left */
  DeleteDefinition: { readonly key: string; readonly version: number; readonly latestVersion: number | null };
  DeployDecisions: DeployedDecisions;
  EvaluateDecision: EvaluatedDecision;
  /** null: no version left */
  DeleteDecision: { readonly latestVersion: number | null };
  CancelInstance: Nothing;
  DeleteInstance: DeletedInstances;
  EraseInstances: ErasedInstances;
  SuspendInstance: SuspendedInstance;
  ResumeInstance: SuspendedInstance;
  ForkInstance: ForkedInstance;
  ReviveInstance: RevivedInstance;
  IgnoreFailures: Nothing;
  ShowFailures: Nothing;
  RetryIncident: Nothing;
  ResolveIncident: Nothing;
  EditVariables: Nothing;
  ModifyInstance: Modification;
  MigrateInstance: Migration;
  RetryDeadLetters: HandledLetters;
  DropDeadLetters: HandledLetters;
  CreateBatch: MadeBatch;
  SteerBatch: { readonly state: BatchState };
  SteerWebhook: SteeredWebhook;
  DeliverToSubscriptions: Nothing;
  DrainMailbox: Nothing;
  DrainSender: Nothing;
  StartChild: Nothing;
  StartTriggered: { readonly instanceId: string };
}

/** Latest version, in replies of enable and disable (docs/contributing/spec/http/definitions.md#disable-and-enable). `deployedAt`: ISO text. */
export interface DefinitionSummary {
  readonly definitionId: string;
  readonly key: string;
  readonly version: number;
  readonly deployedAt: string;
  readonly activitiesCount: number;
  readonly sequenceFlowsCount: number;
  readonly isActive: boolean;
  readonly isSuspended?: true;
}
type Nothing = Readonly<Record<never, never>>;

/**
 * A thrown error would lose its class and fields in the queue, so rejections are data too.
 * - `position`: consistency token of the written rows, for the header `Service-Position`; absent: nothing was written.
 * - `reached`: the full token, if it is too long for a header.
 */
export type Reply<K extends CommandKind = CommandKind> =
  | { readonly ok: true; readonly result: CommandResults[K]; readonly position?: string; readonly reached?: string }
  | { readonly ok: false; readonly rejection: CommandRejection };
