import type { Behaviour } from '../behaviour.ts';
import type { ManualTaskModel, TaskModel } from '../model.ts';
import type { Run } from '../run.ts';

/** Waits for complete-activity, unless file or configuration let plain tasks pass (docs/contributing/spec/elements.md#plain-task). */
const PLAIN: Omit<Behaviour<'task' | 'manualTask'>, 'type'> = {
  onActivated: (run, element) => (passes(run, element) ? 'leave' : 'wait'),
  endsInStep: passes,
  completableByClient: () => 'completable',
  isCompensable: true,
};

export const task: Behaviour<'task'> = { type: 'task', ...PLAIN };
export const manualTask: Behaviour<'manualTask'> = { type: 'manualTask', ...PLAIN };

function passes(run: Run, element: TaskModel | ManualTaskModel): boolean {
  return element.passesThrough || run.context.plainTasks === 'pass';
}
