import type { CommandOf } from '../../messages/commands.ts';
import type { LockedCustomTask } from '../../messages/custom-tasks.ts';
import { type LockedTask, MAX_LOSSES } from '../../store/custom-task-locks.ts';
import { lockForRemoteWorker, type TaskForRemoteWorker } from '../custom-tasks/lock-for-remote-worker.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { type CommandHandler, done, required } from './command-handler.ts';

/** Locks tasks for an external worker (ADR 0021). */
export const lockCustomTasks: CommandHandler<'LockCustomTasks'> = {
  needs: () => ({}),
  async handle(unit, command, access) {
    const found = await lockForRemoteWorker(required(access), command);
    for (const task of found) if (task.losses >= MAX_LOSSES) failAfterLosses(unit, command, task);
    const lockedUntil = new Date(unit.context.now + command.lockSeconds * 1000).toISOString();
    const tasks = found.filter(({ losses }) => losses < MAX_LOSSES).map((task) => lockedTask(unit, task, lockedUntil));
    for (const { taskType } of tasks) unit.customTasks.begin(taskType);
    return done<'LockCustomTasks'>({ tasks });
  },
};

/** Fails a task by a separate command, as plugin hosts do (ADR 0021), because the instance is not locked here. */
function failAfterLosses(
  unit: UnitOfWork,
  command: CommandOf<'LockCustomTasks'>,
  { taskId, instanceId, attempt, losses }: LockedTask,
): void {
  unit.enqueue(command, {
    kind: 'FailCustomTask',
    taskId,
    instanceId,
    attempt,
    code: '500',
    message: `${losses} hosts vanished while they ran this task`,
    isRetryable: false,
    retryAfterMs: null,
  });
}

function lockedTask(unit: UnitOfWork, task: TaskForRemoteWorker, lockedUntil: string): LockedCustomTask {
  const { taskId, instanceId, attempt, taskType, definitionId, processKey, activityId, businessId, input, headers } = task;
  const retries = Math.max(1, (task.attempts ?? unit.retries.attempts) - task.failures);
  return {
    taskId,
    instanceId,
    attempt,
    taskType,
    definitionId,
    processKey,
    activityId,
    businessId,
    input,
    headers,
    retries,
    ...(task.failures > 0 && { failures: task.failures }),
    ...(task.errorMessage !== null && { errorMessage: task.errorMessage }),
    ...(task.priority !== 0 && { priority: task.priority }),
    lockedUntil,
  };
}
