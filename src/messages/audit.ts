import type { AuditNote } from './causation.ts';
import type { Command, CommandBody } from './commands.ts';

/** `id` null: no single object. */
export interface AuditTarget {
  readonly kind: AuditTargetKind;
  readonly id: string | null;
  /** set if it is known without a query */
  readonly processKey?: string;
}
export type AuditTargetKind =
  | 'instance'
  | 'process'
  | 'definition'
  | 'decision'
  | 'user-task'
  | 'custom-task'
  | 'incident'
  | 'dead-letter'
  | 'batch'
  | 'webhook'
  | 'message'
  | 'signal'
  | 'session';

/** `at`: ISO text. `count`: refusals in this row. */
export interface AuditEntry {
  readonly entryId: string;
  readonly at: string;
  readonly note: AuditNote;
  readonly actor: string | null;
  readonly target: AuditTarget | null;
  readonly commandId: string | null;
  readonly result: 'accepted' | 'refused' | 'failed';
  readonly status: number;
  readonly code: string | null;
  readonly count: number;
}

/** Target from the members of the command; null: no target. */
export function targetOfCommand(command: Command | CommandBody): AuditTarget | null {
  switch (command.kind) {
    case 'DeployDefinition':
      return { kind: 'definition', id: null };
    case 'DeleteDefinition':
      return { kind: 'definition', id: `${command.key}:${command.version}`, processKey: command.key };
    case 'DeployDecisions':
      return { kind: 'decision', id: null };
    case 'DeleteDecision':
      return { kind: 'decision', id: `${command.key}:${command.version}` };
    case 'DisableProcess':
    case 'EnableProcess':
    case 'SuspendProcess':
    case 'ResumeProcess':
    case 'IgnoreFailures':
    case 'ShowFailures':
      return { kind: 'process', id: command.key, processKey: command.key };
    case 'EvaluateConditions':
      return command.key === null ? { kind: 'process', id: null } : { kind: 'process', id: command.key, processKey: command.key };
    // no id: the business id itself is erased
    case 'EraseInstances':
      return { kind: 'instance', id: null };
    case 'StartInstance':
      return { kind: 'instance', id: command.instanceId, processKey: command.key };
    case 'DeliverMessage':
      return { kind: 'message', id: command.name };
    case 'BroadcastSignal':
      return { kind: 'signal', id: command.name };
    case 'RetryDeadLetters':
    case 'DropDeadLetters':
      return { kind: 'dead-letter', id: 'letterId' in command.selection ? command.selection.letterId : null };
    case 'CreateBatch':
    case 'SteerBatch':
      return { kind: 'batch', id: command.batchId };
    case 'SteerWebhook':
      return { kind: 'webhook', id: command.name };
    case 'RetryIncident':
    case 'ResolveIncident':
      return { kind: 'incident', id: command.incidentId };
    case 'CompleteCustomTask':
    case 'FailCustomTask':
    case 'UnlockCustomTask':
    case 'SetCustomTaskRetries':
      return { kind: 'custom-task', id: command.taskId };
    default:
      if ('taskId' in command) return { kind: 'user-task', id: command.taskId };
      return 'instanceId' in command ? { kind: 'instance', id: command.instanceId } : null;
  }
}
