import type { Command, CommandKind, Reply } from '../../messages/commands.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { askForMessages } from './ask-for-messages.ts';
import { createBatch, steerBatch } from './batches.ts';
import { broadcastSignal } from './broadcast-signal.ts';
import { cancelInstance } from './cancel-instance.ts';
import type { CommandHandler, Needs, Preparation, RowAccess, Steps } from './command-handler.ts';
import { commentUserTask } from './comment-user-task.ts';
import { completeActivity } from './complete-activity.ts';
import {
  completeCustomTask,
  extendCustomTaskLock,
  failCustomTask,
  setCustomTaskRetries,
  unlockCustomTask,
} from './custom-task.ts';
import { dropDeadLetters, retryDeadLetters } from './dead-letters.ts';
import { deleteDecision } from './delete-decision.ts';
import { deleteDefinition } from './delete-definition.ts';
import { deleteInstance } from './delete-instance.ts';
import { deliverBuffered } from './deliver-buffered.ts';
import { deliverMessage } from './deliver-message.ts';
import { deliverToSubscriptions } from './deliver-to-subscriptions.ts';
import { deployDecisions } from './deploy-decisions.ts';
import { deployDefinition } from './deploy-definition.ts';
import { drainMailbox } from './drain-mailbox.ts';
import { editVariables } from './edit-variables.ts';
import { eraseInstances } from './erase-instances.ts';
import { evaluateConditions } from './evaluate-conditions.ts';
import { evaluateDecision } from './evaluate-decision.ts';
import { forkInstance } from './fork-instance.ts';
import { ignoreFailures, showFailures } from './ignored-failures.ts';
import { resolveIncident, retryIncident } from './incidents.ts';
import { lockCustomTasks } from './lock-custom-tasks.ts';
import { migrateInstance } from './migrate-instance.ts';
import { modifyInstance } from './modify-instance.ts';
import { placeMessage } from './place-message.ts';
import { reviveInstance } from './revive-instance.ts';
import { startChild } from './start-child.ts';
import { startInstance } from './start-instance.ts';
import { startTriggered } from './start-triggered.ts';
import { resumeInstance, suspendInstance } from './suspend-instance.ts';
import { resumeProcess, suspendProcess } from './suspend-process.ts';
import { disableProcess, enableProcess } from './switch-process.ts';
import { cancelUserTask, claimUserTask, completeUserTask, editUserTask, failUserTask, unclaimUserTask } from './user-task.ts';
import { steerWebhook } from './webhooks.ts';

/** `DrainSender` runs commands of other kinds. */
type HandledKind = Exclude<CommandKind, 'DrainSender'>;

const HANDLERS: { readonly [K in HandledKind]: CommandHandler<K> } = {
  AskForMessages: askForMessages,
  BroadcastSignal: broadcastSignal,
  CancelInstance: cancelInstance,
  CancelUserTask: cancelUserTask,
  ClaimUserTask: claimUserTask,
  CommentUserTask: commentUserTask,
  CompleteActivity: completeActivity,
  CompleteCustomTask: completeCustomTask,
  CompleteUserTask: completeUserTask,
  CreateBatch: createBatch,
  DeleteDecision: deleteDecision,
  DeleteDefinition: deleteDefinition,
  DeleteInstance: deleteInstance,
  DeliverBuffered: deliverBuffered,
  DeliverMessage: deliverMessage,
  DeliverToSubscriptions: deliverToSubscriptions,
  DeployDecisions: deployDecisions,
  DeployDefinition: deployDefinition,
  DisableProcess: disableProcess,
  DrainMailbox: drainMailbox,
  DropDeadLetters: dropDeadLetters,
  EditUserTask: editUserTask,
  EditVariables: editVariables,
  EnableProcess: enableProcess,
  EraseInstances: eraseInstances,
  EvaluateConditions: evaluateConditions,
  EvaluateDecision: evaluateDecision,
  ExtendCustomTaskLock: extendCustomTaskLock,
  UnlockCustomTask: unlockCustomTask,
  FailCustomTask: failCustomTask,
  FailUserTask: failUserTask,
  ForkInstance: forkInstance,
  IgnoreFailures: ignoreFailures,
  LockCustomTasks: lockCustomTasks,
  ResolveIncident: resolveIncident,
  MigrateInstance: migrateInstance,
  ModifyInstance: modifyInstance,
  PlaceMessage: placeMessage,
  ResumeInstance: resumeInstance,
  ResumeProcess: resumeProcess,
  RetryDeadLetters: retryDeadLetters,
  RetryIncident: retryIncident,
  ReviveInstance: reviveInstance,
  SetCustomTaskRetries: setCustomTaskRetries,
  ShowFailures: showFailures,
  StartChild: startChild,
  StartInstance: startInstance,
  StartTriggered: startTriggered,
  SteerBatch: steerBatch,
  SteerWebhook: steerWebhook,
  SuspendInstance: suspendInstance,
  SuspendProcess: suspendProcess,
  UnclaimUserTask: unclaimUserTask,
};

/** Throws if the kind has no handler. */
export function needsOf(command: Command): Needs {
  const needs = handlerOf(command).needs(command);
  return command.limits === undefined ? needs : { ...needs, limits: command.limits };
}

/** Returns undefined if the command needs no preparation. Throws if its kind has no handler. */
export function prepare(command: Command, preparation: Preparation): Promise<void> | undefined {
  // the commands of a `DrainSender` are not known yet; thrown commands need no preparation
  return command.kind === 'DrainSender' ? undefined : handlerOf(command).prepare?.(command, preparation);
}

/** Throws if the kind has no handler. */
export function handle(unit: UnitOfWork, command: Command, access?: RowAccess): Reply | Steps<Reply> | Promise<Reply> {
  return handlerOf(command).handle(unit, command, access);
}

/** Throws if the kind has no handler. */
export function mayHaveManyReceivers(command: Command): boolean {
  return handlerOf(command).mayHaveManyReceivers === true;
}

function handlerOf(command: Command): CommandHandler<CommandKind> {
  const handler = Object.hasOwn(HANDLERS, command.kind) ? HANDLERS[command.kind as HandledKind] : undefined;
  if (handler === undefined) throw new Error(`no handler for command kind '${command.kind}'`);
  return handler as CommandHandler<CommandKind>;
}
