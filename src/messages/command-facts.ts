import { sizeOf } from '../engine/values/value-size.ts';
import type { Json } from '../engine/values.ts';
import type { Command, CommandKind } from './commands.ts';

export interface CommandFacts {
  /** may overtake other commands of clients: the API guarantees no order for it */
  readonly isAdministrative: boolean;
  /** separate command batch: the command is large, or reads rows that earlier ones have not written yet */
  readonly isAlone: boolean;
}

const ORDINARY: CommandFacts = { isAdministrative: false, isAlone: false };
const ALONE: CommandFacts = { isAdministrative: false, isAlone: true };
const ADMINISTRATIVE: CommandFacts = { isAdministrative: true, isAlone: false };
const ADMINISTRATIVE_ALONE: CommandFacts = { isAdministrative: true, isAlone: true };

/** Kinds that differ from `ORDINARY`. */
const FACTS: Readonly<Partial<Record<CommandKind, CommandFacts>>> = {
  CancelInstance: ADMINISTRATIVE,
  CreateBatch: ADMINISTRATIVE_ALONE,
  DeleteDecision: ADMINISTRATIVE_ALONE,
  DeleteDefinition: ADMINISTRATIVE_ALONE,
  DeleteInstance: ADMINISTRATIVE_ALONE,
  DeployDecisions: ADMINISTRATIVE_ALONE,
  DeployDefinition: ADMINISTRATIVE_ALONE,
  DisableProcess: ADMINISTRATIVE,
  DropDeadLetters: ADMINISTRATIVE,
  EnableProcess: ADMINISTRATIVE,
  EraseInstances: ADMINISTRATIVE_ALONE,
  IgnoreFailures: ADMINISTRATIVE,
  LockCustomTasks: ALONE,
  ResumeProcess: ADMINISTRATIVE,
  RetryDeadLetters: ADMINISTRATIVE,
  ShowFailures: ADMINISTRATIVE,
  SteerBatch: ADMINISTRATIVE,
  SteerWebhook: ADMINISTRATIVE,
  SuspendProcess: ADMINISTRATIVE,
};

/** A kind that is not listed, or of a newer release, is `ORDINARY`. */
export function factsOf({ kind }: Pick<Command, 'kind'>): CommandFacts {
  return Object.hasOwn(FACTS, kind) ? (FACTS[kind] ?? ORDINARY) : ORDINARY;
}

/** Size in approximate characters as JSON, without creating the text. */
export function sizeOfCommand(command: Command): number {
  return sizeOf(command as unknown as Json);
}
