import { useQuery } from '@tanstack/react-query';
import type { UserTaskView } from '../../../../wire/user-tasks.ts';
import type { ShownInstanceState } from '../../../api/service-types.ts';
import { stateQuery } from '../../../api/views.ts';
import type { TaskVariables } from './summary.ts';

/**
 * Variables of the task scope and of all scopes around it, for example of a sub-process; inner values win. Undefined: not loaded, or the user may not
 * see them.
 */
export function useTaskVariables(
  { instanceId, taskId }: Pick<UserTaskView, 'instanceId' | 'taskId'>,
  maySee: boolean,
): TaskVariables | undefined {
  const { data: state } = useQuery({ ...stateQuery(instanceId), enabled: maySee });
  if (state === undefined) return undefined;
  const own = state.activeActivities.find(({ activityInstanceId }) => activityInstanceId === taskId)?.variablesStateId;
  const [root] = state.variableStates;
  const scopes = new Map(state.variableStates.map((scope) => [scope.variablesId, scope]));
  const chain: ShownInstanceState['variableStates'][number][] = [];
  for (let at = scopes.get(own ?? ''); at !== undefined; at = scopes.get(at.parentVariablesId ?? '')) chain.unshift(at);
  // a large state may lack the task or a scope
  const all = chain[0] === root || root === undefined ? chain : [root, ...chain];
  return [...new Map(all.flatMap(({ variables }) => Object.entries(variables)))];
}
