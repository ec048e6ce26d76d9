import type { UserTaskState } from '../state.ts';

/** Whether a user may claim a task (docs/contributing/spec/http/user-tasks.md#claim). Comparisons are exact. */
export function canClaim(task: UserTaskState, userId: string, userGroups: readonly string[]): boolean {
  const isOpenToAll = task.assignee === null && task.candidateUsers.length === 0 && task.candidateGroups.length === 0;
  return (
    isOpenToAll ||
    task.assignee === userId ||
    task.candidateUsers.includes(userId) ||
    userGroups.some((group) => task.candidateGroups.includes(group))
  );
}
