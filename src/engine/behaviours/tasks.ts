import { textFailed } from '../failures.ts';
import { extOutputsOf } from '../model/model-shape.ts';
import type { ManualTaskModel, ProcessModel, TaskModel } from '../model.ts';
import { storeResults } from '../policies/evaluate-text.ts';
import { storeResult } from '../policies/result.ts';
import { subscribe } from '../policies/subscriptions.ts';
import { completeTriggered } from '../policies/triggered-start.ts';
import { createUserTask } from '../policies/user-task.ts';
import type { Behaviour } from '../running/behaviour.ts';
import type { Run } from '../running/run.ts';
import { copyVariables, noVariables } from '../values.ts';

/** Waits for complete-activity, unless plain tasks pass (docs/contributing/spec/elements.md#plain-task). */
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

/** Waits for its message, else for complete-activity (docs/contributing/spec/elements.md#receive-task). */
export const receiveTask: Behaviour<'receiveTask'> = {
  type: 'receiveTask',
  onActivated: (run, element, entry) => {
    if (element.message === undefined) return 'wait';
    const owner = { owner: 'catch', entry: entry.ordinal, scope: entry.scope, element: element.id, definition: 0 } as const;
    return subscribe(run, owner, element.message, entry.variableScope) ?? 'wait';
  },
  onTriggeredStart: completeTriggered,
  completableByClient: ({ message }) => (message === undefined ? 'completable' : 'ACTIVITY_NOT_COMPLETABLE'),
  isCompensable: true,
};

/** True if writes before a caught error of a script remain, as in Camunda 7 and Flowable. */
function keepsWrites({ followsPlatform, platform }: ProcessModel): boolean {
  return followsPlatform === true && (platform === 'Camunda 7' || platform === 'Flowable');
}

/**
 * Runs its script in the step. A failed script writes nothing, except before a caught error of other engines
 * (docs/contributing/spec/elements.md#script-task).
 */
export const scriptTask: Behaviour<'scriptTask'> = {
  type: 'scriptTask',
  onActivated: (run, element, entry) => {
    const { script } = element;
    if (script.source.trim() === '') return 'leave';
    const result = run.context.evaluator.run(script, run.texts.readerOf(entry.variableScope), run.texts.executionOf(element.id));
    if (!result.ok) {
      if (keepsWrites(run.model) && result.code !== '500' && run.catches(entry, result.code))
        return storeResults(run, entry.variableScope, result) ?? textFailed(result);
      return textFailed(result);
    }
    const writes = copyVariables(result.writes ?? noVariables());
    // only output mappings of Camunda 8 apply, since parser version 4
    const outputs = extOutputsOf(element).filter(({ earlier }) => earlier !== undefined);
    const stored = outputs.length === 0 ? writes : noVariables();
    if (script.resultVariable !== undefined) stored[script.resultVariable] = result.value;
    const failure = storeResults(run, entry.variableScope, { ...result, writes });
    if (failure !== undefined || outputs.length === 0) return failure ?? 'leave';
    return storeResult(run, entry, stored, outputs) ?? 'leave';
  },
  endsInStep: () => true,
  isCompensable: true,
};

/** Waits for user task commands (docs/contributing/spec/elements.md#user-task). */
export const userTask: Behaviour<'userTask'> = {
  type: 'userTask',
  onActivated: createUserTask,
  completableByClient: () => 'ACTIVITY_IS_USER_TASK',
  isCompensable: true,
};
