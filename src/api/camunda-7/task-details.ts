import type { Answer } from '../../platform/answer.ts';
import { cutText } from '../../platform/cut-text.ts';
import type { ChosenTask } from '../../queries/user-tasks/chosen-tasks.ts';
import { DONE, done, shown } from '../camunda-results.ts';
import type { ApiServices } from '../services.ts';
import { type Camunda7Call, type Camunda7Endpoint, READ } from './endpoint.ts';
import { fault, invalid } from './errors.ts';
import { Fields } from './fields.ts';
import { variableNamed, visibleState } from './instance-state.ts';
import { variableWrites } from './instances.ts';
import { withTask } from './tasks.ts';
import { INT_MOST, typedValue } from './values.ts';

const VARIABLES = '/task/{task}/variables';
const EDIT = { permission: 'operate', keepsKeys: true, rateLimit: 'TaskOperation', audit: ['operator', 'EditUserTask'] } as const;
const LINKS = '/task/{task}/identity-links';
const WRITE = { permission: 'operate', keepsKeys: true, rateLimit: 'Admin', audit: ['operator', 'EditVariables'] } as const;

/** Limit of 32-bit integers. */
/** Clients send these members back. An update ignores them. */
const UNCHANGEABLE = [
  ...(['id', 'created', 'lastUpdated', 'executionId', 'processDefinitionId', 'processInstanceId'] as const),
  ...(['taskDefinitionKey', 'suspended', 'formKey', 'camundaFormRef', 'taskState'] as const),
];

export const taskDetails: readonly Camunda7Endpoint[] = [
  {
    ...EDIT,
    method: 'PUT',
    pattern: '/task/{task}',
    summary: 'changes assignee, priority, due and follow-up date; absent members are cleared. The name cannot be changed',
    handle: updateTask,
  },
  {
    ...EDIT,
    method: 'POST',
    pattern: LINKS,
    summary: 'adds a candidate, or sets the assignee; replaces all candidates of its kind, so concurrent changes can be lost',
    handle: (call, services) => changeLink(call, services, true),
  },
  {
    ...EDIT,
    method: 'POST',
    pattern: `${LINKS}/delete`,
    summary: 'as the operation that adds',
    handle: (call, services) => changeLink(call, services, false),
  },
  {
    ...READ,
    method: 'GET',
    permission: 'see-tasks',
    pattern: LINKS,
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

function updateTask(call: Camunda7Call, services: ApiServices): Answer | Promise<Answer> {
  const fields = Fields.ofBody(call);
  const name = fields.text('name');
  const assignee = fields.text('assignee') ?? null;
  const priority = fields.whole('priority', -INT_MOST, INT_MOST) ?? null;
  const dueAt = fields.date('due')?.getTime() ?? null;
  const followUpAt = fields.date('followUp')?.getTime() ?? null;
  fields.ignore(...UNCHANGEABLE);
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  return withTask(call, services, (task) => {
    const isRenamed = name !== undefined && name !== (task.name ?? task.activityId);
    if (isRenamed) return invalid('name cannot be changed: Sluice reads it from the model.');
    const isReassigned = assignee !== (task.claimedBy ?? task.assignee);
    const edit = { ...(isReassigned ? { assignee } : {}), priority, dueAt, followUpAt };
    return done(call, services, { kind: 'EditUserTask', taskId: task.taskId, edit });
  });
}

/** A candidate or the assignee. The removal of a user who is not the assignee changes nothing. */
function changeLink(call: Camunda7Call, services: ApiServices, isAdded: boolean): Answer | Promise<Answer> {
  const fields = Fields.ofBody(call);
  const [userId, groupId, type] = [fields.text('userId'), fields.text('groupId'), fields.requiredText('type')];
  if ((userId === undefined) === (groupId === undefined)) fields.fail('Identity Link requires userId or groupId, but not both.');
  const isAssignee = type === 'assignee' && userId !== undefined;
  if (!isAssignee && type !== 'candidate') fields.fail("type must be 'candidate', or 'assignee' of a user.");
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  return withTask(call, services, (task) => {
    const { taskId } = task;
    if (isAssignee) {
      const isOther = !isAdded && userId !== (task.claimedBy ?? task.assignee);
      return isOther ? DONE : done(call, services, { kind: 'EditUserTask', taskId, edit: { assignee: isAdded ? userId : null } });
    }
    const edit =
      userId === undefined
        ? { candidateGroups: changed(task.candidateGroups, groupId, isAdded) }
        : { candidateUsers: changed(task.candidateUsers, userId, isAdded) };
    return done(call, services, { kind: 'EditUserTask', taskId, edit });
  });
}

function changed(names: readonly string[], name = '', isAdded: boolean): readonly string[] {
  const others = names.filter((one) => one !== name);
  return isAdded ? [...others, name] : others;
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
