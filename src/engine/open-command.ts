import { behaviourOf } from './behaviours/registry.ts';
import type { EngineCommand, Rejection } from './commands.ts';
import type { Ordinal } from './events.ts';
import { containerOf, elementOf } from './model.ts';
import { canClaim } from './policies/claim-authorization.ts';
import { leave } from './policies/leave.ts';
import { releaseVariableScope, writeVariables } from './policies/variable-scope.ts';
import { checkWriteSize } from './policies/variable-size.ts';
import type { Run } from './run.ts';
import { type EntryState, entryIn, isTerminal, type UserTaskState } from './state.ts';
import { unreachable, type Variables } from './values.ts';

type CommandOf<T extends EngineCommand['type']> = Extract<EngineCommand, { type: T }>;

/** A command's own change (R1), or the rule that refuses it. */
export function openCommand(run: Run, command: EngineCommand): Rejection | undefined {
  switch (command.type) {
    case 'StartInstance':
      return start(run, command);
    case 'CompleteActivity':
      return completeActivity(run, command);
    case 'ClaimUserTask':
      return claim(run, command);
    case 'UnclaimUserTask':
      return unclaim(run, command);
    case 'CompleteUserTask':
      return completeUserTask(run, command);
    case 'FailUserTask':
      return failUserTask(run, command);
    case 'CancelUserTask':
      return cancelUserTask(run, command);
    default:
      return unreachable(command);
  }
}

/** L1: root variables, root scope, first token. A repeated start of the same instance is settled by the caller's inbox. */
function start(run: Run, command: CommandOf<'StartInstance'>): undefined {
  if (run.state.status !== 'new') throw new Error(`instance ${command.instanceId} was started before`);
  const startElement = containerOf(run.model, run.model.key).starts[0] ?? null;
  run.emit({
    type: 'InstanceStarted',
    instanceId: command.instanceId,
    definitionId: command.definitionId,
    key: run.model.key,
    version: command.version,
    businessId: command.businessId,
    startElement,
    variables: command.variables,
    rootVariables: run.nextOrdinal(),
    rootScope: run.nextOrdinal(),
  });
  const { rootScope, rootVariables } = run.state;
  if (startElement === null) run.tokenLeft(rootScope);
  else run.queue({ element: startElement, flow: null, scope: rootScope, variableScope: rootVariables });
  return undefined;
}

/** Contract 2.9: the oldest entry of the activity, if it is one a caller may complete. */
function completeActivity(run: Run, { activityId, variables }: CommandOf<'CompleteActivity'>): Rejection | undefined {
  const oldest = oldestEntry(run, activityId);
  if (oldest === undefined || isTerminal(run.state)) return { code: 'NO_ACTIVE_ENTRY', activityId };
  if (oldest.elementType === 'userTask') return { code: 'ACTIVITY_IS_USER_TASK', activityId };
  if (behaviourOf(oldest.elementType).completableByCaller !== true) return { code: 'ACTIVITY_NOT_COMPLETABLE', activityId };
  completeWith(run, oldest, variables);
  return undefined;
}

function oldestEntry(run: Run, element: string): EntryState | undefined {
  for (const ordinal of run.state.byElement.get(element) ?? []) return entryIn(run.state, ordinal);
  return undefined;
}

/** The given variables go into the entry's own scope (V3), then the token moves on. */
function completeWith(run: Run, entry: EntryState, variables: Variables): void {
  const tooLarge = checkWriteSize(run, entry.variableScope, variables);
  if (tooLarge !== undefined) {
    run.fail(entry, entry.variableScope, tooLarge.code, tooLarge.message);
    return;
  }
  writeVariables(run, entry.variableScope, variables);
  leave(run, elementOf(run.model, entry.element), entry);
}

interface OpenTask {
  readonly entry: EntryState;
  readonly task: UserTaskState;
}

function openTask(run: Run, ordinal: Ordinal): OpenTask | undefined {
  const entry = run.state.entries.get(ordinal);
  return entry === undefined || entry.userTask === null ? undefined : { entry, task: entry.userTask };
}
const NOT_FOUND: Rejection = { code: 'USER_TASK_NOT_FOUND' };

function claim(run: Run, command: CommandOf<'ClaimUserTask'>): Rejection | undefined {
  const open = openTask(run, command.entry);
  if (open === undefined) return NOT_FOUND;
  const { userId, userGroups } = command;
  if (!canClaim(open.task, userId, userGroups)) return { code: 'CLAIM_NOT_ALLOWED', userId };
  if (open.task.claimedBy !== userId) run.emit({ type: 'UserTaskClaimed', ...identity(open.entry), userId });
  return undefined;
}

function unclaim(run: Run, command: CommandOf<'UnclaimUserTask'>): Rejection | undefined {
  const open = openTask(run, command.entry);
  if (open === undefined) return NOT_FOUND;
  if (open.task.claimedBy !== null) run.emit({ type: 'UserTaskUnclaimed', ...identity(open.entry) });
  return undefined;
}

function completeUserTask(run: Run, command: CommandOf<'CompleteUserTask'>): Rejection | undefined {
  const open = openTask(run, command.entry);
  if (open === undefined) return NOT_FOUND;
  const { claimedBy, expectedOutputs } = open.task;
  if (claimedBy === null) return { code: 'TASK_NOT_CLAIMED' };
  if (claimedBy !== command.userId) return { code: 'TASK_CLAIMED_BY_OTHER', claimedBy, userId: command.userId };
  const names = expectedOutputs.filter((name) => !Object.hasOwn(command.variables, name));
  if (names.length > 0) return { code: 'MISSING_OUTPUT_VARIABLES', names };
  completeWith(run, open.entry, command.variables);
  return undefined;
}

/** A finished task: nothing changes, and that is no refusal (contract 2.19). */
function failUserTask(run: Run, command: CommandOf<'FailUserTask'>): undefined {
  const open = openTask(run, command.entry);
  if (open !== undefined) run.fail(open.entry, open.entry.variableScope, command.code, command.message);
  return undefined;
}

/** L4: the token leaves cancelled; no flow, no boundary. */
function cancelUserTask(run: Run, command: CommandOf<'CancelUserTask'>): undefined {
  const open = openTask(run, command.entry);
  if (open === undefined) return undefined;
  run.cancel(open.entry, command.reason);
  releaseVariableScope(run, open.entry.variableScope);
  run.tokenLeft(open.entry.scope, { kind: 'cancelled', reason: command.reason });
  return undefined;
}

function identity({ ordinal, element, elementType }: EntryState) {
  return { entry: ordinal, element, elementType };
}
