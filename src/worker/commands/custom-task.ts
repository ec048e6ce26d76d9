import { elementOf } from '../../engine/model.ts';
import { isHeld } from '../../engine/state/suspension.ts';
import { awaitsResult } from '../../engine/state.ts';
import type { Variables } from '../../engine/values.ts';
import type { CommandOf } from '../../messages/commands.ts';
import { backoffMs } from '../../platform/retry.ts';
import type { CustomTaskRow } from '../../store/custom-tasks.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';

/** Accepts the result of an attempt (docs/contributing/spec/http/custom-tasks.md#outcome-of-a-run): runs output mappings, then moves the token. */
export const completeCustomTask: CommandHandler<'CompleteCustomTask'> = {
  needs: ({ instanceId, taskId }) => ({ instanceIds: [instanceId], customTaskId: taskId }),
  handle(unit, command) {
    const held = heldBy(unit, command);
    if (held === undefined) return late(unit, command);
    unit.customTasks.finish(held.row, 'succeeded', unit.context.now);
    keepResult(unit, held);
    unit.decide(command, held.instance, { type: 'CompleteJob', entry: held.row.entry, result: resultOf(held, command) });
    return done<'CompleteCustomTask'>({});
  },
};

/** The result, with the local variables if output parameters read it: then it is not stored itself. */
function resultOf({ instance, row }: HeldTask, { result, localVariables }: CommandOf<'CompleteCustomTask'>): Variables {
  const entry = instance.state.entries.get(row.entry);
  if (localVariables === undefined || entry === undefined) return result;
  const outputs = elementOf(instance.model, entry.element).mappings?.parameterOutputs ?? [];
  return outputs.length > 0 ? { ...localVariables, ...result } : result;
}

/** Handles a failed attempt: schedules the next one, or fails the activity with the code and message (ADR 0021). */
export const failCustomTask: CommandHandler<'FailCustomTask'> = {
  needs: ({ instanceId, taskId }) => ({ instanceIds: [instanceId], customTaskId: taskId }),
  handle(unit, command) {
    const held = heldBy(unit, command);
    if (held === undefined) return late(unit, command);
    const { row, instance } = held;
    const { taskId, attempt, code, message, details, retriesLeft, variables } = command;
    const rejection = setVariables(unit, held, command);
    if (rejection !== undefined) return rejected(rejection);
    const delayMs = delayOf(unit, row, command);
    if (delayMs !== undefined) {
      unit.customTasks.finish(row, 'retried', unit.context.now);
      const further = {
        ...(retriesLeft !== undefined && { retriesLeft }),
        ...(variables && { variables }),
        ...(details && { details }),
      };
      unit.customTasks.postpone({ taskId, attempt, delayMs, message, ...further });
      return done<'FailCustomTask'>({ retryAt: new Date(unit.context.now + delayMs).toISOString() });
    }
    unit.customTasks.finish(row, 'failed', unit.context.now);
    keepResult(unit, held);
    unit.decide(command, instance, { type: 'FailJob', entry: row.entry, code, message, attempt });
    unit.incidents.describe(instance.id, row.entry, { taskType: row.taskType, ...(details && { details }) });
    return done<'FailCustomTask'>({ retryAt: null });
  },
};

/** Extends the lock of a remote worker. */
export const extendCustomTaskLock: CommandHandler<'ExtendCustomTaskLock'> = {
  needs: ({ instanceId, taskId }) => ({ instanceIds: [instanceId], customTaskId: taskId }),
  handle(unit, command) {
    if (heldBy(unit, command) === undefined) return late(unit, command);
    const { taskId, attempt, lockSeconds } = command;
    unit.customTasks.extend({ taskId, attempt, lockSeconds });
    return done<'ExtendCustomTaskLock'>({ lockedUntil: new Date(unit.context.now + lockSeconds * 1000).toISOString() });
  },
};

/** Releases the lock of a remote worker without a result. */
export const unlockCustomTask: CommandHandler<'UnlockCustomTask'> = {
  needs: ({ instanceId, taskId }) => ({ instanceIds: [instanceId], customTaskId: taskId }),
  handle(unit, command) {
    if (heldBy(unit, command) === undefined) return late(unit, command);
    const { taskId, attempt } = command;
    unit.customTasks.release({ taskId, attempt });
    return done<'UnlockCustomTask'>({});
  },
};

/** Sets how many attempts are left, also while no worker holds the lock. */
export const setCustomTaskRetries: CommandHandler<'SetCustomTaskRetries'> = {
  needs: ({ instanceId, taskId }) => ({ instanceIds: [instanceId], customTaskId: taskId }),
  handle(unit, { instanceId, taskId, retries }) {
    const row = unit.loaded.customTasks.get(taskId);
    if (row?.instanceId !== instanceId || unit.customTasks.isReleased(taskId))
      return rejected({ code: 'CUSTOM_TASK_NOT_LOCKED', taskId });
    unit.customTasks.setRetries(taskId, retries);
    return done<'SetCustomTaskRetries'>({});
  },
};

/** Longest delay between two attempts: one year. A model may set more. */
const MAX_DELAY_MS = 365 * 86_400_000;

type ResultCommand = CommandOf<'CompleteCustomTask' | 'FailCustomTask' | 'ExtendCustomTaskLock' | 'UnlockCustomTask'>;

interface HeldTask {
  readonly row: CustomTaskRow;
  readonly instance: WorkingInstance;
}

/** Returns the locked row of a command if its attempt still holds the lock. */
function heldBy(unit: UnitOfWork, command: ResultCommand): HeldTask | undefined {
  const { instanceId, taskId, attempt } = command;
  const row = unit.loaded.customTasks.get(taskId);
  const instance = unit.instance(instanceId);
  if (row === undefined || instance === undefined || !row.isLocked || row.attempt !== attempt) return undefined;
  // the client may name an instance that is not the task's
  if (row.instanceId !== instanceId) return undefined;
  if (unit.customTasks.isReleased(taskId) || !awaitsResult(instance.state, row.entry)) return undefined;
  return { row, instance };
}

/** Sets variables of a failed attempt in the scope of its activity, from which they go to the event that catches the error. */
function setVariables(unit: UnitOfWork, { row, instance }: HeldTask, command: CommandOf<'FailCustomTask'>) {
  const { variables } = command;
  if (variables === undefined || Object.keys(variables).length === 0) return undefined;
  const own = instance.state.jobs.get(row.entry);
  const scope = own === undefined ? row.entry : own.entry;
  return unit.decide(command, instance, { type: 'EditVariables', scope, values: variables, removed: [] });
}

/** Records a result for a suspended instance; it waits in the mailbox (docs/contributing/spec/suspension.md#work-of-suspended-instances). */
function keepResult(unit: UnitOfWork, { row, instance }: HeldTask): void {
  if (isHeld(instance.state)) unit.suspensions.keepResult(row.taskId);
}

function late(unit: UnitOfWork, command: ResultCommand) {
  const { taskId, instanceId } = command;
  const properties = {
    TaskType: unit.loaded.customTasks.get(taskId)?.taskType ?? '-',
    WorkflowInstanceId: instanceId,
    ActivityInstanceId: taskId,
  };
  unit.log(command, 'late-result-dropped', properties);
  return rejected({ code: 'CUSTOM_TASK_NOT_LOCKED', taskId });
}

/** Delay before the next attempt; undefined when no attempt is left. */
function delayOf(unit: UnitOfWork, row: CustomTaskRow, command: CommandOf<'FailCustomTask'>): number | undefined {
  const failures = row.failures + 1;
  const { retriesLeft = (row.retry?.attempts ?? unit.retries.attempts) - failures } = command;
  if (!command.isRetryable || retriesLeft <= 0) return undefined;
  const delays = row.retry?.delaysMs ?? [];
  const delayMs = command.retryAfterMs ?? delays[Math.min(failures, delays.length) - 1] ?? backoffMs(unit.retries, failures);
  return Math.min(Math.max(0, delayMs), MAX_DELAY_MS);
}
