import type { EngineCommand } from '../commands.ts';
import { type InstanceState, isTerminal } from '../state.ts';

/** Returns false if terminal. */
export function isSuspended(state: InstanceState): boolean {
  return state.suspendedBy.size > 0 && !isTerminal(state);
}

/** True also while queued commands run: new ones wait behind these, and timers do not fire. */
export function isSuspendedOrResuming(state: InstanceState): boolean {
  return (state.suspendedBy.size > 0 || state.resumesUnderWay > 0) && !isTerminal(state);
}

/** `waits`: in the command queue of the instance until the resume. `refused`: error for the client. `allowed`: makes no progress, or ends the instance. */
type WhileSuspended = 'waits' | 'refused' | 'allowed';

/** A command without a row does not compile (docs/contributing/spec/suspension.md#what-waits). */
const WHILE_SUSPENDED: { readonly [T in EngineCommand['type']]: WhileSuspended } = {
  StartInstance: 'allowed',
  CompleteActivity: 'refused',
  ClaimUserTask: 'refused',
  UnclaimUserTask: 'refused',
  EditUserTask: 'refused',
  CompleteUserTask: 'refused',
  FailUserTask: 'refused',
  CancelUserTask: 'refused',
  Deliver: 'waits',
  FireTimer: 'waits',
  CompleteJob: 'waits',
  FailJob: 'waits',
  ChildStarted: 'waits',
  ChildCompleted: 'waits',
  ChildFailed: 'waits',
  ChildCancelled: 'waits',
  ChildEscalated: 'waits',
  RetryIncident: 'refused',
  ResolveIncident: 'refused',
  EditVariables: 'refused',
  Modify: 'refused',
  MigrateInstance: 'allowed',
  ForkInstance: 'allowed',
  ReviveInstance: 'allowed',
  ContinueRun: 'waits',
  CancelInstance: 'allowed',
  SuspendInstance: 'allowed',
  ResumeInstance: 'allowed',
  CatchUp: 'waits',
};

export function whileSuspended({ type }: EngineCommand): WhileSuspended {
  return WHILE_SUSPENDED[type];
}

/** Allows EditVariables and Modify without conditional subscriptions, which an edit evaluates (docs/contributing/spec/suspension.md#edits-while-suspended). */
export function mayRepair({ conditions }: InstanceState): boolean {
  return conditions.size === 0;
}

/** They do not resume a run. */
const SUSPENSION_COMMANDS: ReadonlySet<EngineCommand['type']> = new Set<EngineCommand['type']>([
  'SuspendInstance',
  'ResumeInstance',
  'CatchUp',
]);

export function isSuspensionCommand({ type }: EngineCommand): boolean {
  return SUSPENSION_COMMANDS.has(type);
}

/** Creates or restarts an instance, possibly suspended. */
export type BeginningCommand = Extract<EngineCommand, { readonly type: 'StartInstance' | 'ForkInstance' | 'ReviveInstance' }>;

export function isBeginning(command: EngineCommand): command is BeginningCommand {
  return command.type === 'StartInstance' || command.type === 'ForkInstance' || command.type === 'ReviveInstance';
}

/** True for a command with `hold` (docs/contributing/spec/suspension.md#born-suspended). */
export function startsSuspended(state: InstanceState, command: EngineCommand): boolean {
  return isBeginning(command) && command.hold !== undefined && isSuspended(state);
}
