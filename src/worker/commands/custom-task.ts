import { isSuspendedOrResuming } from '../../engine/state/suspension.ts';
import { awaitsResult } from '../../engine/state.ts';
import type { CommandOf } from '../../messages/commands.ts';
import { backoffMs } from '../../platform/retry.ts';
import type { CustomTaskRow } from '../../store/custom-tasks.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';

/**
 * Runs output mappings, then moves the token (docs/contributing/spec/http/custom-tasks.md#outcome-of-a-run). Rejects if the attempt does not hold the lock.
 */
export const completeCustomTask: CommandHandler<'CompleteCustomTask'> = {
  needs: ({ instanceId, taskId }) => ({ instanceIds: [instanceId], customTaskId: taskId }),
  handle(unit, command) {
    const task = lockedTaskOf(unit, command);
    if (task === undefined) return rejectLate(unit, command);
    unit.customTasks.finish(task.row, 'succeeded', unit.context.now);
    recordQueuedResult(unit, task);
    const { result, localVariables } = command;
    const { entry, lockedAt, attempt } = task.row;
    const work = lockedAt === null ? undefined : { work: { since: lockedAt, attempt } };
    unit.decide(command, task.instance, { type: 'CompleteJob', entry, result, localVariables, ...work });
    return done<'CompleteCustomTask'>({});
  },
};

/** Schedules the next attempt, or fails the activity with the code and message (ADR 0021). Rejects if the attempt does not hold the lock. */
export const failCustomTask: CommandHandler<'FailCustomTask'> = {
  needs: ({ instanceId, taskId }) => ({ instanceIds: [instanceId], customTaskId: taskId }),
  handle(unit, command) {
    const task = lockedTaskOf(unit, command);
    if (task === undefined) return rejectLate(unit, command);
    const { row, instance } = task;
    const { taskId, attempt, code, message, details, retriesLeft, variables } = command;
    const rejection = setVariables(unit, task, command);
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
    recordQueuedResult(unit, task);
    unit.decide(command, instance, { type: 'FailJob', entry: row.entry, code, message, attempt });
    unit.incidents.describe(instance.id, row.entry, { taskType: row.taskType, ...(details && { details }) });
    return done<'FailCustomTask'>({ retryAt: null });
  },
};

/** Sets the end of the lock, from now. Rejects if the attempt does not hold the lock. */
export const extendCustomTaskLock: CommandHandler<'ExtendCustomTaskLock'> = {
  needs: ({ instanceId, taskId }) => ({ instanceIds: [instanceId], customTaskId: taskId }),
  handle(unit, command) {
    if (lockedTaskOf(unit, command) === undefined) return rejectLate(unit, command);
    const { taskId, attempt, lockSeconds } = command;
    unit.customTasks.extend({ taskId, attempt, lockSeconds });
    return done<'ExtendCustomTaskLock'>({ lockedUntil: new Date(unit.context.now + lockSeconds * 1000).toISOString() });
  },
};

/** Releases the lock without a result. Rejects if the attempt does not hold it. */
export const unlockCustomTask: CommandHandler<'UnlockCustomTask'> = {
  needs: ({ instanceId, taskId }) => ({ instanceIds: [instanceId], customTaskId: taskId }),
  handle(unit, command) {
    if (lockedTaskOf(unit, command) === undefined) return rejectLate(unit, command);
    const { taskId, attempt } = command;
    unit.customTasks.release({ taskId, attempt });
    return done<'UnlockCustomTask'>({});
  },
};

/** Sets the retries also of an unlocked task. Rejects if the instance has no such task, or if this transaction has ended the task or released its lock. */
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

/** One year. Longer delays from the model or the worker are cut to it. */
const MAX_DELAY_MS = 365 * 86_400_000;

type ResultCommand = CommandOf<'CompleteCustomTask' | 'FailCustomTask' | 'ExtendCustomTaskLock' | 'UnlockCustomTask'>;

interface LockedTask {
  readonly row: CustomTaskRow;
  readonly instance: WorkingInstance;
}

/** Returns undefined if the attempt does not hold the lock, or the activity does not wait for a result. */
function lockedTaskOf(unit: UnitOfWork, command: ResultCommand): LockedTask | undefined {
  const { instanceId, taskId, attempt } = command;
  const row = unit.loaded.customTasks.get(taskId);
  const instance = unit.instance(instanceId);
  if (row === undefined || instance === undefined || !row.isLocked || row.attempt !== attempt) return undefined;
  // the instance id in the request may be that of another instance
  if (row.instanceId !== instanceId) return undefined;
  if (unit.customTasks.isReleased(taskId) || !awaitsResult(instance.state, row.entry)) return undefined;
  return { row, instance };
}

/** Writes variables to the scope of the activity; the event that catches the error receives them. */
function setVariables(unit: UnitOfWork, { row, instance }: LockedTask, command: CommandOf<'FailCustomTask'>) {
  const { variables } = command;
  if (variables === undefined || Object.keys(variables).length === 0) return undefined;
  // `entry` in the row of a listener job is the number of the job
  const listenerJob = instance.state.jobs.get(row.entry);
  const scope = listenerJob === undefined ? row.entry : listenerJob.entry;
  return unit.decide(command, instance, { type: 'EditVariables', scope, values: variables, removed: [] });
}

/** A second result of the attempt is then rejected (docs/contributing/spec/suspension.md#work-of-suspended-instances). */
function recordQueuedResult(unit: UnitOfWork, { row, instance }: LockedTask): void {
  if (isSuspendedOrResuming(instance.state)) unit.suspensions.keepResult(row.taskId);
}

function rejectLate(unit: UnitOfWork, command: ResultCommand) {
  const { taskId, instanceId } = command;
  const properties = {
    TaskType: unit.loaded.customTasks.get(taskId)?.taskType ?? '-',
    WorkflowInstanceId: instanceId,
    ActivityInstanceId: taskId,
  };
  unit.log(command, 'late-result-dropped', properties);
  return rejected({ code: 'CUSTOM_TASK_NOT_LOCKED', taskId });
}

/** Delay of the next attempt in ms. Undefined if the failure is not retryable or no attempt is left. */
function delayOf(unit: UnitOfWork, row: CustomTaskRow, command: CommandOf<'FailCustomTask'>): number | undefined {
  const failures = row.failures + 1;
  const { retriesLeft = (row.retry?.attempts ?? unit.retries.attempts) - failures } = command;
  if (!command.isRetryable || retriesLeft <= 0) return undefined;
  const delays = row.retry?.delaysMs ?? [];
  const delayMs = command.retryAfterMs ?? delays[Math.min(failures, delays.length) - 1] ?? backoffMs(unit.retries, failures);
  return Math.min(Math.max(0, delayMs), MAX_DELAY_MS);
}
