import { useQuery } from '@tanstack/react-query';
import type { UserTaskView } from '../../../../wire/user-tasks.ts';
import { stateQuery } from '../../../api/views.ts';
import type { TaskVariables } from './summary.ts';

/** Variables of the task scope and the process; that of the scope wins. Omits scopes between them. Undefined: not loaded, or the user may not see them. */
export function useTaskVariables({ instanceId, taskId }: UserTaskView, maySee: boolean): TaskVariables | undefined {
  const { data: state } = useQuery({ ...stateQuery(instanceId), enabled: maySee });
  if (state === undefined) return undefined;
  const own = state.activeActivities.find(({ activityInstanceId }) => activityInstanceId === taskId)?.variablesStateId;
  const [root] = state.variableStates;
  const scope = state.variableStates.find(({ variablesId }) => variablesId === own);
  return [...new Map([...Object.entries(root?.variables ?? {}), ...Object.entries(scope?.variables ?? {})])];
}
