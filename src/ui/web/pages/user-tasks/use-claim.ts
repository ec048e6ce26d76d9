import type { UserTaskView } from '../../../wire/user-tasks.ts';
import { actions, type NamedActor, useAction } from '../../api/actions.ts';
import { hasCode } from '../../api/client.ts';
import { pageTexts } from '../../texts/user-tasks.ts';
import type { ActAs } from './acting.ts';
import { refusalOf } from './panes/title-of-task.ts';

/** Claims a task, or takes it over from the user who has it in `task`. If the user may not, `actAs` shows who may. */
export function useClaim(actAs: ActAs) {
  const claim = useAction(
    ({ task, ...actor }: { readonly task: UserTaskView } & NamedActor) =>
      actions.claim({ taskId: task.taskId, from: task.claimedBy, ...actor }),
    () => pageTexts.claimed,
    {
      handles: (error, { task }) => asksAgain(error, task, runOf(task), actAs),
      words: (error, { task }) => refusalOf(task, error),
    },
  );
  const runOf = (task: UserTaskView) => (actor: NamedActor) => claim.mutate({ task, ...actor });
  return { isPending: claim.isPending, run: (task: UserTaskView) => actAs(runOf(task), { task }) };
}

export function useUnclaim() {
  return useAction(
    ({ taskId }: UserTaskView) => actions.unclaim(taskId),
    () => pageTexts.unclaimed,
    { words: (error, task) => refusalOf(task, error) },
  );
}

/** Shows who may claim the task. False: another error. */
export function asksAgain(error: Error, task: UserTaskView, run: (actor: NamedActor) => void, actAs: ActAs): boolean {
  if (!hasCode(error, 'claim-not-allowed')) return false;
  actAs(run, { task, why: error.message });
  return true;
}
