import type { Behaviour } from '../behaviour.ts';
import { type Failure, textFailed, wrongResult } from '../failures.ts';
import type { ExpressionModel } from '../model.ts';
import { evaluateText } from '../policies/evaluate-text.ts';
import { runListeners } from '../policies/listeners.ts';
import { evaluatePlan } from '../policies/task-plan.ts';
import type { Run } from '../run.ts';
import type { EntryState } from '../state.ts';

/** Evaluates the assignment and the plan, registers the task and waits for the user-task commands (docs/spec/elements.md#user-task). */
export const userTask: Behaviour<'userTask'> = {
  type: 'userTask',
  onActivated: (run, element, entry) => {
    const assignee = namesOf(run, element.assignee === undefined ? [] : [element.assignee], entry);
    if ('code' in assignee) return assignee;
    const candidateUsers = namesOf(run, element.candidateUsers, entry);
    if ('code' in candidateUsers) return candidateUsers;
    const candidateGroups = namesOf(run, element.candidateGroups, entry);
    if ('code' in candidateGroups) return candidateGroups;
    const plan = evaluatePlan(run, element, entry);
    if (plan !== undefined && 'code' in plan) return plan;
    run.emit({
      type: 'UserTaskCreated',
      entry: entry.ordinal,
      element: element.id,
      elementType: 'userTask',
      assignee: assignee[0] ?? null,
      candidateUsers,
      candidateGroups,
      expectedOutputs: element.expectedOutputs,
      ...(element.form === undefined ? {} : { form: element.form }),
      ...(plan === undefined ? {} : { plan }),
    });
    const created = runListeners(run, element, 'create', entry.variableScope);
    const assigned = assignee.length === 0 ? undefined : () => runListeners(run, element, 'assignment', entry.variableScope);
    return created ?? assigned?.() ?? 'wait';
  },
  completableByClient: () => 'ACTIVITY_IS_USER_TASK',
  isCompensable: true,
};

/** Names from assignment texts: a list value is taken as it is, a text is one name; blanks and null are dropped. */
function namesOf(run: Run, items: readonly ExpressionModel[], entry: EntryState): readonly string[] | Failure {
  const names: string[] = [];
  for (const item of items) {
    const result = evaluateText(run, item, entry.element, entry.variableScope);
    if (!result.ok) return textFailed(result);
    const values = Array.isArray(result.value) ? result.value : [result.value];
    for (const value of values) {
      if (value === null) continue;
      if (typeof value === 'object') return wrongResult(item, 'text or a list of texts', value);
      const name = String(value).trim();
      if (name !== '') names.push(name);
    }
  }
  return names;
}
