import { useQuery } from '@tanstack/react-query';
import type { UserTaskView } from '../../../../wire/user-tasks.ts';
import { stateQuery } from '../../../api/views.ts';
import type { TaskVariables } from './summary.ts';

/**
 * The variables of the scope of a task and those of the process; of the same name: that of the scope. Leaves out scopes between them.
 * undefined: they are not known yet, or the user may not see them.
 */
export function useTaskVariables({ instanceId, taskId }: UserTaskView, maySee: boolean): TaskVariables | undefined {
  const { data: state } = useQuery({ ...stateQuery(instanceId), enabled: maySee });
  if (state === undefined) return undefined;
  const own = state.activeActivities.find(({ activityInstanceId }) => activityInstanceId === taskId)?.variablesStateId;
  const [root] = state.variableStates;
  const scope = state.variableStates.find(({ variablesId }) => variablesId === own);
  return [...new Map([...Object.entries(root?.variables ?? {}), ...Object.entries(scope?.variables ?? {})])];
}
