import type { Answer } from '../../platform/answer.ts';
import { cutText } from '../../platform/cut-text.ts';
import type { ChosenTask } from '../../queries/user-tasks/chosen-tasks.ts';
import { shown } from '../camunda-results.ts';
import type { ApiServices } from '../services.ts';
import { type Camunda7Call, type Camunda7Endpoint, READ } from './endpoint.ts';
import { fault } from './errors.ts';
import { variableNamed, visibleState } from './instance-state.ts';
import { variableWrites } from './instances.ts';
import { withTask } from './tasks.ts';
import { typedValue } from './values.ts';

const VARIABLES = '/task/{task}/variables';
const WRITE = { permission: 'operate', keepsKeys: true, rateLimit: 'Admin', audit: ['operator', 'EditVariables'] } as const;

/** Identity links and variables of user tasks. */
export const taskDetails: readonly Camunda7Endpoint[] = [
  {
    ...READ,
    method: 'GET',
    permission: 'see-tasks',
    pattern: '/task/{task}/identity-links',
    summary: 'assignee and candidates',
    handle: (call, services) => withTask(call, services, (task) => shown(identityLinks(call, task))),
  },
  {
    ...READ,
    method: 'GET',
    permission: 'see-tasks',
    pattern: `${VARIABLES}/{name}`,
    summary: 'of the instance',
    handle: readVariable,
  },
  ...variableWrites(VARIABLES, { ...WRITE, summary: 'of the instance' }, (call, services, use) =>
    withTask(call, services, ({ instanceId }) => use(instanceId)),
  ),
];

function identityLinks({ queryText }: Camunda7Call, task: ChosenTask): readonly object[] {
  const wanted = new URLSearchParams(queryText).get('type');
  const assignee = task.claimedBy ?? task.assignee;
  return [
    ...task.candidateUsers.map((userId) => ({ userId, groupId: null, type: 'candidate' })),
    ...task.candidateGroups.map((groupId) => ({ userId: null, groupId, type: 'candidate' })),
    ...(assignee === null ? [] : [{ userId: assignee, groupId: null, type: 'assignee' }]),
  ].filter(({ type }) => wanted === null || type === wanted);
}

function readVariable(call: Camunda7Call, services: ApiServices): Answer | Promise<Answer> {
  const [, name = ''] = call.params;
  return withTask(call, services, async ({ taskId, instanceId }) => {
    const state = await visibleState(call, services, instanceId);
    const found = state === undefined ? undefined : variableNamed(state, name);
    if (found !== undefined) return shown(typedValue(found.value));
    return fault(404, `Variable with name ${cutText(name, 100)} does not exist in task ${taskId}`, 'InvalidRequestException');
  });
}
