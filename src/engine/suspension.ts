import type { EngineCommand } from './commands.ts';
import { type InstanceState, isTerminal } from './state.ts';

/** Somebody holds the instance: nothing moves. */
export function isSuspended(state: InstanceState): boolean {
  return state.suspendedBy.size > 0 && !isTerminal(state);
}

/** It is suspended, or what has waited is still being carried out: what comes for it waits behind that, and its timers do not fire. */
export function isHeld(state: InstanceState): boolean {
  return (state.suspendedBy.size > 0 || state.resumesUnderWay > 0) && !isTerminal(state);
}

/**
 * What becomes of a command while its instance is suspended. `waits`: in the mailbox, until the instance is resumed. `refused`: a client learns that the
 * instance is suspended. `allowed`: it moves nothing, or ends everything.
 */
type WhileSuspended = 'waits' | 'refused' | 'allowed';

/** A command without a row does not compile (docs/contributing/spec/suspension.md#what-waits). */
const WHILE_SUSPENDED: { readonly [T in EngineCommand['type']]: WhileSuspended } = {
  StartInstance: 'allowed',
  CompleteActivity: 'refused',
  ClaimUserTask: 'refused',
  UnclaimUserTask: 'refused',
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

/** Variables and tokens may be put right where nothing is armed that would have to look at variables at once (docs/contributing/spec/suspension.md#edits-while-suspended). */
export function mayRepair({ conditions }: InstanceState): boolean {
  return conditions.size === 0;
}

/** Commands about the suspension itself: no run goes on with them. */
const STANDING_STILL: ReadonlySet<EngineCommand['type']> = new Set<EngineCommand['type']>([
  'SuspendInstance',
  'ResumeInstance',
  'CatchUp',
]);

export function standsStill({ type }: EngineCommand): boolean {
  return STANDING_STILL.has(type);
}

/** Commands by which instances come into being, or back: all that begin may begin suspended. */
export type BeginningCommand = Extract<EngineCommand, { readonly type: 'StartInstance' | 'ForkInstance' | 'ReviveInstance' }>;

export function isBeginning(command: EngineCommand): command is BeginningCommand {
  return command.type === 'StartInstance' || command.type === 'ForkInstance' || command.type === 'ReviveInstance';
}

/** The command has made an instance that stands still (docs/contributing/spec/suspension.md#born-suspended). */
export function isBornSuspended(state: InstanceState, command: EngineCommand): boolean {
  return isBeginning(command) && command.hold !== undefined && isSuspended(state);
}
