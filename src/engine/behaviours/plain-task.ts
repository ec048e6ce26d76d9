import type { Behaviour, Outcome } from '../behaviour.ts';
import type { ManualTaskModel, TaskModel } from '../model.ts';
import type { Run } from '../run.ts';

/** Waits for complete-activity, unless the file or the service says that plain tasks pass (docs/spec/elements.md#plain-task). */
function onActivated(run: Run, element: TaskModel | ManualTaskModel): Outcome {
  return element.passesThrough || run.context.plainTasks === 'pass' ? 'leave' : 'wait';
}

export const task: Behaviour<'task'> = { type: 'task', onActivated, completableByCaller: true };
export const manualTask: Behaviour<'manualTask'> = { type: 'manualTask', onActivated, completableByCaller: true };
