import type { Answer } from '../../platform/answer.ts';
import type { ChosenTask } from '../../queries/user-tasks/chosen-tasks.ts';
import { done, shown } from '../camunda-results.ts';
import type { ApiServices } from '../services.ts';
import { type Camunda7Call, type Camunda7Endpoint, READ } from './endpoint.ts';
import { fault } from './errors.ts';
import { Fields } from './fields.ts';
import { variableNamed, visibleState } from './instance-state.ts';
import { withTask } from './tasks.ts';
import { typedValue } from './values.ts';

const VARIABLE = '/task/{task}/variables/{name}';
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
  { ...READ, method: 'GET', permission: 'see-tasks', pattern: VARIABLE, summary: 'of the instance', handle: readVariable },
  {
    ...WRITE,
    method: 'PUT',
    pattern: VARIABLE,
    summary: 'of the instance',
    handle(call, services) {
      const [, name = ''] = call.params;
      const fields = Fields.ofBody({ ...call, body: { ...call.body, members: { variables: { [name]: call.body.members } } } });
      const variables = fields.variables();
      return fields.refusal ?? edit(call, services, variables, []);
    },
  },
  {
    ...WRITE,
    method: 'DELETE',
    pattern: VARIABLE,
    summary: 'of the instance',
    handle(call, services) {
      const [, name = ''] = call.params;
      return edit(call, services, {}, [name]);
    },
  },
  {
    ...WRITE,
    method: 'POST',
    pattern: '/task/{task}/variables',
    summary: 'modifications and deletions of the instance',
    handle(call, services) {
      const fields = Fields.ofBody(call);
      const variables = fields.variables('modifications');
      const removed = fields.texts('deletions') ?? [];
      return fields.refusal ?? edit(call, services, variables, removed);
    },
  },
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
    return fault(404, `Variable with name ${name.slice(0, 100)} does not exist in task ${taskId}`, 'InvalidRequestException');
  });
}

function edit(
  call: Camunda7Call,
  services: ApiServices,
  variables: ReturnType<Fields['variables']>,
  removed: readonly string[],
): Answer | Promise<Answer> {
  return withTask(call, services, ({ instanceId }) =>
    done(call, services, { kind: 'EditVariables', instanceId, scope: null, variables, removed }),
  );
}
