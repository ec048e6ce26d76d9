import type { TaskPlan, UserTaskEdit } from '../model.ts';

/** Members of a task that an edit can change. */
interface Editable {
  readonly assignee: string | null;
  readonly candidateUsers: readonly string[];
  readonly candidateGroups: readonly string[];
  readonly plan?: TaskPlan | undefined;
}

/** Applies an edit; null removes a member of the plan. */
export function editedTask<Task extends Editable>(task: Task, edit: UserTaskEdit): Task {
  const { assignee = task.assignee, candidateUsers = task.candidateUsers, candidateGroups = task.candidateGroups } = edit;
  const { dueAt, followUpAt, priority } = edit;
  const plan = { ...task.plan };
  for (const [name, value] of Object.entries({ dueAt, followUpAt, priority })) {
    if (value === null) Reflect.deleteProperty(plan, name);
    else if (value !== undefined) Object.assign(plan, { [name]: value });
  }
  return { ...task, assignee, candidateUsers, candidateGroups, ...(Object.keys(plan).length > 0 || task.plan ? { plan } : {}) };
}
