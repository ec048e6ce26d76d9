import type { EngineCommand, Rejection } from '../commands.ts';
import type { Run } from '../running/run.ts';
import { isSuspended, mayRepair, whileSuspended } from '../state/suspension.ts';
import { isTerminal } from '../state.ts';
import { unreachable } from '../values.ts';
import { childCancelled, childCompleted, childEscalated, childFailed, childStarted } from './child.ts';
import { resolveIncident, retryIncident } from './incident-commands.ts';
import { cancelInstance, completeActivity, deliver, editVariables, fireTimer } from './instance-commands.ts';
import { completeJob, failJob } from './job.ts';
import { migrate } from './migrate-instance.ts';
import { modify } from './modify-instance.ts';
import { fork, revive } from './restore-instance.ts';
import { start } from './start-instance.ts';
import { catchUp, resume, suspend } from './suspend.ts';
import { cancelUserTask, claim, completeUserTask, editUserTask, failUserTask, unclaim } from './user-task-commands.ts';

/** A terminal instance ignores commands without a waiting client (docs/contributing/spec/execution.md#run-of-a-command). */
export function openCommand(run: Run, command: EngineCommand): Rejection | undefined {
  if (isTerminal(run.state) && IGNORED_WHEN_TERMINAL.has(command.type)) return undefined;
  if (isSuspended(run.state) && whileSuspended(command) !== 'allowed' && !isSafeRepair(run, command))
    return { code: 'INSTANCE_SUSPENDED', instanceId: run.state.instanceId };
  switch (command.type) {
    case 'StartInstance':
      return start(run, command);
    case 'CompleteActivity':
      return completeActivity(run, command);
    case 'ClaimUserTask':
      return claim(run, command);
    case 'UnclaimUserTask':
      return unclaim(run, command);
    case 'EditUserTask':
      return editUserTask(run, command);
    case 'CompleteUserTask':
      return completeUserTask(run, command);
    case 'FailUserTask':
      return failUserTask(run, command);
    case 'CancelUserTask':
      return cancelUserTask(run, command);
    case 'Deliver':
      return deliver(run, command);
    case 'FireTimer':
      return fireTimer(run, command);
    case 'CompleteJob':
      return completeJob(run, command);
    case 'FailJob':
      return failJob(run, command);
    case 'ChildStarted':
      return childStarted(run, command);
    case 'ChildCompleted':
      return childCompleted(run, command);
    case 'ChildFailed':
      return childFailed(run, command);
    case 'ChildCancelled':
      return childCancelled(run, command);
    case 'ChildEscalated':
      return childEscalated(run, command);
    case 'ContinueRun':
      return undefined;
    default:
      return openRepair(run, command);
  }
}

function isSafeRepair({ state }: Run, { type }: EngineCommand): boolean {
  return (type === 'EditVariables' || type === 'Modify') && mayRepair(state);
}

type WorkCommand =
  | 'StartInstance'
  | 'CompleteActivity'
  | 'ClaimUserTask'
  | 'UnclaimUserTask'
  | 'EditUserTask'
  | 'CompleteUserTask'
  | 'FailUserTask'
  | 'CancelUserTask'
  | 'Deliver'
  | 'FireTimer'
  | 'CompleteJob'
  | 'FailJob'
  | 'ChildStarted'
  | 'ChildCompleted'
  | 'ChildFailed'
  | 'ChildCancelled'
  | 'ChildEscalated'
  | 'ContinueRun';

type Repair = Exclude<EngineCommand, { readonly type: WorkCommand }>;

function openRepair(run: Run, command: Repair): Rejection | undefined {
  switch (command.type) {
    case 'EditVariables':
      return editVariables(run, command);
    case 'Modify':
      return modify(run, command);
    case 'MigrateInstance':
      return migrate(run, command);
    case 'CancelInstance':
      return cancelInstance(run, command);
    case 'RetryIncident':
      return retryIncident(run, command);
    case 'ResolveIncident':
      return resolveIncident(run, command);
    case 'SuspendInstance':
      return suspend(run, command);
    case 'ResumeInstance':
      return resume(run, command);
    case 'CatchUp':
      return catchUp(run);
    case 'ForkInstance':
      return fork(run, command);
    case 'ReviveInstance':
      return revive(run, command);
    default:
      return unreachable(command);
  }
}

const IGNORED_WHEN_TERMINAL: ReadonlySet<EngineCommand['type']> = new Set<EngineCommand['type']>([
  'Deliver',
  'FireTimer',
  'CompleteJob',
  'FailJob',
  'ChildStarted',
  'ChildCompleted',
  'ChildFailed',
  'ChildCancelled',
  'ChildEscalated',
  'CancelInstance',
  'ContinueRun',
  'CatchUp',
]);
