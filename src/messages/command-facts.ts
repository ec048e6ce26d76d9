import type { Command, CommandKind } from './commands.ts';

/** Facts about a command kind for senders and workers. */
export interface CommandFacts {
  /** may overtake other commands of clients: the API guarantees no order for it */
  readonly isAdministrative: boolean;
  /** gets a separate command batch: it is large, or reads rows that earlier commands of a batch have not written yet */
  readonly isAlone: boolean;
}

const ORDINARY: CommandFacts = { isAdministrative: false, isAlone: false };
const ALONE: CommandFacts = { isAdministrative: false, isAlone: true };
const ADMINISTRATIVE: CommandFacts = { isAdministrative: true, isAlone: false };
const ADMINISTRATIVE_ALONE: CommandFacts = { isAdministrative: true, isAlone: true };

const FACTS: Readonly<Record<CommandKind, CommandFacts>> = {
  BroadcastSignal: ORDINARY,
  CancelInstance: ADMINISTRATIVE,
  CancelUserTask: ORDINARY,
  ClaimUserTask: ORDINARY,
  CommentUserTask: ORDINARY,
  CompleteActivity: ORDINARY,
  CompleteCustomTask: ORDINARY,
  CompleteUserTask: ORDINARY,
  CreateBatch: ADMINISTRATIVE_ALONE,
  DeleteDecision: ADMINISTRATIVE_ALONE,
  DeleteDefinition: ADMINISTRATIVE_ALONE,
  DeleteInstance: ADMINISTRATIVE_ALONE,
  DeliverMessage: ORDINARY,
  DeliverToSubscriptions: ORDINARY,
  DeployDecisions: ADMINISTRATIVE_ALONE,
  DeployDefinition: ADMINISTRATIVE_ALONE,
  DisableProcess: ADMINISTRATIVE,
  DrainMailbox: ORDINARY,
  DrainSender: ORDINARY,
  DropDeadLetters: ADMINISTRATIVE,
  EditVariables: ORDINARY,
  EnableProcess: ADMINISTRATIVE,
  EraseInstances: ADMINISTRATIVE_ALONE,
  EvaluateConditions: ORDINARY,
  EvaluateDecision: ORDINARY,
  ExtendCustomTaskLock: ORDINARY,
  FailCustomTask: ORDINARY,
  FailUserTask: ORDINARY,
  ForkInstance: ORDINARY,
  LockCustomTasks: ALONE,
  MigrateInstance: ORDINARY,
  ModifyInstance: ORDINARY,
  ResolveIncident: ORDINARY,
  ResumeInstance: ORDINARY,
  ResumeProcess: ADMINISTRATIVE,
  RetryDeadLetters: ADMINISTRATIVE,
  RetryIncident: ORDINARY,
  ReviveInstance: ORDINARY,
  StartChild: ORDINARY,
  StartInstance: ORDINARY,
  StartTriggered: ORDINARY,
  SteerBatch: ADMINISTRATIVE,
  SteerWebhook: ADMINISTRATIVE,
  SuspendInstance: ORDINARY,
  SuspendProcess: ADMINISTRATIVE,
  UnclaimUserTask: ORDINARY,
};

/** Returns the facts of a command; a kind of a newer release is `ORDINARY`. */
export function factsOf({ kind }: Pick<Command, 'kind'>): CommandFacts {
  return Object.hasOwn(FACTS, kind) ? FACTS[kind] : ORDINARY;
}
