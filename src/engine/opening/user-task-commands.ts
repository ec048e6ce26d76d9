import type { EngineCommandOf, Rejection } from '../commands.ts';
import { givenFailure } from '../failures.ts';
import { elementOf, type UserTaskModel } from '../model.ts';
import type { ActivityInstanceOrdinal } from '../ordinals.ts';
import { cancelActivityInstance } from '../policies/cancellation.ts';
import { terminateIteration } from '../policies/loop.ts';
import { canClaim, runAssignmentListeners } from '../policies/user-task.ts';
import { givenCancellation } from '../running/cancellations.ts';
import type { Run } from '../running/run.ts';
import type { ActivityInstance, UserTaskState } from '../state.ts';
import type { Variables } from '../values.ts';
import { completeWith } from './complete-with.ts';

interface OpenTask {
  readonly entry: ActivityInstance;
  readonly task: UserTaskState;
}

const NOT_FOUND: Rejection = { code: 'USER_TASK_NOT_FOUND' };

const LISTENER_OPEN: Rejection = { code: 'LISTENER_IS_OPEN' };

/** True while a listener job of the assignment or completion is open. */
function hasOpenListener({ state }: Run, { entry }: OpenTask): boolean {
  return state.jobOf.has(entry.ordinal);
}

function openTask(run: Run, ordinal: ActivityInstanceOrdinal): OpenTask | undefined {
  const entry = run.state.entries.get(ordinal);
  return entry === undefined || entry.userTask === null ? undefined : { entry, task: entry.userTask };
}

/** Replaces the claim of another user, if this one may claim the task and the command permits it. A repeated claim changes nothing. */
export function claim(run: Run, command: EngineCommandOf<'ClaimUserTask'>): Rejection | undefined {
  const open = openTask(run, command.entry);
  if (open === undefined) return NOT_FOUND;
  if (hasOpenListener(run, open)) return LISTENER_OPEN;
  const { userId, userGroups } = command;
  if (!canClaim(open.task, userId, userGroups)) return { code: 'CLAIM_NOT_ALLOWED', userId };
  const { claimedBy } = open.task;
  if (claimedBy === userId) return undefined;
  const isReplaced = claimedBy === null || command.replaces === undefined || command.replaces === claimedBy;
  if (!isReplaced) return { code: 'TASK_CLAIMED_BY_OTHER', claimedBy, userId };
  run.emit({ type: 'UserTaskClaimed', ...identity(open.entry), userId });
  runAssignmentListeners(run, open.entry, ['update', 'assignment']);
  return undefined;
}

/** Releases the claim of any user. Changes nothing if not claimed. */
export function unclaim(run: Run, command: EngineCommandOf<'UnclaimUserTask'>): Rejection | undefined {
  const open = openTask(run, command.entry);
  if (open === undefined) return NOT_FOUND;
  if (hasOpenListener(run, open)) return LISTENER_OPEN;
  if (open.task.claimedBy === null) return undefined;
  run.emit({ type: 'UserTaskUnclaimed', ...identity(open.entry) });
  runAssignmentListeners(run, open.entry, ['update']);
  return undefined;
}

/** Changes the task. Another assignee, or none, releases the claim (docs/contributing/spec/http/user-tasks.md#edit). */
export function editUserTask(run: Run, { entry: ordinal, edit }: EngineCommandOf<'EditUserTask'>): Rejection | undefined {
  const open = openTask(run, ordinal);
  if (open === undefined) return NOT_FOUND;
  if (hasOpenListener(run, open)) return LISTENER_OPEN;
  const { entry, task } = open;
  const { assignee = task.assignee } = edit;
  const isReleased = edit.assignee !== undefined && task.claimedBy !== null && task.claimedBy !== assignee;
  const isNewAssignee = assignee !== null && assignee !== task.assignee;
  if (isReleased) run.emit({ type: 'UserTaskUnclaimed', ...identity(entry) });
  run.emit({ type: 'UserTaskEdited', ...identity(entry), ...edit });
  runAssignmentListeners(run, entry, isNewAssignee ? ['update', 'assignment'] : ['update']);
  return undefined;
}

/** The user must have claimed it, and give at least the expected outputs. */
export function completeUserTask(run: Run, command: EngineCommandOf<'CompleteUserTask'>): Rejection | undefined {
  const open = openTask(run, command.entry);
  if (open === undefined) return NOT_FOUND;
  if (hasOpenListener(run, open)) return LISTENER_OPEN;
  const { claimedBy, expectedOutputs } = open.task;
  if (claimedBy === null) return { code: 'TASK_NOT_CLAIMED' };
  if (claimedBy !== command.userId) return { code: 'TASK_CLAIMED_BY_OTHER', claimedBy, userId: command.userId };
  const names = expectedOutputs.filter((name) => !Object.hasOwn(command.variables, name));
  if (names.length > 0) return { code: 'MISSING_OUTPUT_VARIABLES', names };
  completeWith(run, open.entry, withCompleter(run, open.entry, command), { kind: 'givenByCaller', user: command.userId });
  return undefined;
}

/** Adds the user if the file names a variable for it (docs/contributing/spec/elements.md#user-task). */
function withCompleter(
  run: Run,
  { element }: ActivityInstance,
  { variables, userId }: EngineCommandOf<'CompleteUserTask'>,
): Variables {
  const { completerVariable } = elementOf(run.model, element) as UserTaskModel;
  return completerVariable === undefined ? variables : { ...variables, [completerVariable]: userId };
}

/** Ignored if the task has ended (docs/contributing/spec/http/user-tasks.md#fail-and-cancel). */
export function failUserTask(run: Run, command: EngineCommandOf<'FailUserTask'>): undefined {
  const open = openTask(run, command.entry);
  if (open !== undefined) run.fail(open.entry, open.entry.variableScope, givenFailure('givenByCaller', command));
  return undefined;
}

/** Takes no flow or boundary event. In a loop the iteration ends without completing (docs/contributing/spec/execution.md#last-token-cancelled). */
export function cancelUserTask(run: Run, command: EngineCommandOf<'CancelUserTask'>): undefined {
  const open = openTask(run, command.entry);
  if (open === undefined) return undefined;
  const { entry } = open;
  const why = givenCancellation('givenByCaller', command.reason);
  if (entry.index !== null) terminateIteration(run, entry, why);
  cancelActivityInstance(run, entry, why);
  run.tokenLeft(entry.scope, { kind: 'cancelled', why });
  return undefined;
}

function identity({ ordinal, element, elementType }: ActivityInstance) {
  return { entry: ordinal, element, elementType };
}
