import type { CommandOf } from '../../messages/commands.ts';
import type { Answer } from '../../platform/answer.ts';
import { readFormText } from '../../queries/definitions.ts';
import type { SearchedUserTask } from '../../queries/search-sources.ts';
import { userTaskSource } from '../../queries/search-sources.ts';
import { findUserTask } from '../../queries/user-tasks/user-task.ts';
import { findDefinitionOfInstance } from '../../queries/versions.ts';
import { refusalOfUser } from '../auth/acting-user.ts';
import { DONE, done, resultOf, shown } from '../camunda-results.ts';
import type { Camunda8Call, Camunda8Endpoint, Camunda8Services } from './endpoint.ts';
import { BodyFields, DEFAULT_TENANT } from './fields.ts';
import { listedAnswer } from './listed.ts';
import { problem } from './problems.ts';
import { notFound } from './results.ts';
import { oneAnswer, type Searched, searchAnswer } from './search.ts';
import { variablesIn } from './variables.ts';

/** User of a completion without sign-in, of an unclaimed task. */
const NO_USER = 'camunda-client';

const tasks: Searched<SearchedUserTask> = {
  source: userTaskSource,
  variables: 'processInstanceVariables',
  endedStates: ['COMPLETED', 'CANCELED'],
  names: {
    userTaskKey: 'taskId',
    elementInstanceKey: 'taskId',
    processInstanceKey: 'instanceId',
    processDefinitionKey: 'definitionId',
    bpmnProcessId: 'key',
    processDefinitionId: 'key',
    elementId: 'activityId',
    name: 'name',
    state: 'state',
    assignee: 'assignee',
    candidateUser: 'candidateUser',
    candidateGroup: 'candidateGroup',
    priority: 'priority',
    creationDate: 'createdAt',
    dueDate: 'dueAt',
    followUpDate: 'followUpAt',
  },
  ids: ({ taskId, instanceId, definitionId }) => [
    { id: taskId, instanceId },
    { id: instanceId, instanceId },
    { id: definitionId },
  ],
  json: (row, keyOf) => ({
    userTaskKey: keyOf(row.taskId),
    elementInstanceKey: keyOf(row.taskId),
    processInstanceKey: keyOf(row.instanceId),
    rootProcessInstanceKey: null,
    processDefinitionKey: keyOf(row.definitionId),
    processDefinitionId: row.key,
    processDefinitionVersion: row.version,
    processName: row.processName ?? row.key,
    name: row.name ?? row.activityId,
    state: 'CREATED',
    elementId: row.activityId,
    assignee: row.assignee,
    candidateUsers: row.candidateUsers,
    candidateGroups: row.candidateGroups,
    creationDate: row.createdAt,
    completionDate: null,
    dueDate: row.dueAt,
    followUpDate: row.followUpAt,
    priority: row.priority ?? 50,
    formKey: null,
    externalFormReference: null,
    customHeaders: {},
    tags: [],
    tenantId: DEFAULT_TENANT,
  }),
};

const READ = { permission: 'see-tasks', keepsKeys: true, rateLimit: 'Read', audit: 'none' } as const;
const WRITE = { permission: 'work', keepsKeys: true, rateLimit: 'TaskOperation' } as const;

export const userTaskEndpoints: readonly Camunda8Endpoint[] = [
  {
    ...READ,
    method: 'POST',
    pattern: '/v2/user-tasks/search',
    summary:
      'open user tasks only: a filter for an ended state is refused; `processInstanceVariables` compares [indexed variables](find-instances.md#search-by-variable)',
    handle: (call, services) => searchAnswer(call, services, tasks),
  },
  {
    ...READ,
    method: 'GET',
    pattern: '/v2/user-tasks/{userTaskKey}',
    summary: 'an open user task',
    handle: (call, services) => oneAnswer(call, services, tasks, { field: 'taskId', what: 'user task' }),
  },
  {
    ...READ,
    method: 'GET',
    pattern: '/v2/user-tasks/{userTaskKey}/form',
    summary: 'a form that was deployed with the process; 204 without one',
    handle: readForm,
  },
  {
    ...READ,
    permission: 'see',
    method: 'POST',
    pattern: '/v2/user-tasks/{userTaskKey}/variables/search',
    summary: 'variables of the task and of its process instance; needs the permission to see instances',
    handle: searchTaskVariables,
  },
  {
    ...WRITE,
    method: 'POST',
    pattern: '/v2/user-tasks/{userTaskKey}/completion',
    audit: ['worker', 'CompleteUserTask'],
    summary: 'a task without assignee is assigned first. With sign-in, only the user of the token completes',
    handle: completeTask,
  },
  {
    ...WRITE,
    method: 'POST',
    pattern: '/v2/user-tasks/{userTaskKey}/assignment',
    audit: ['worker', 'ClaimUserTask'],
    summary: 'the assignee must be a candidate if the task has candidates; with sign-in, the user of the token',
    handle: assignTask,
  },
  {
    ...WRITE,
    permission: 'operate',
    method: 'PATCH',
    pattern: '/v2/user-tasks/{userTaskKey}',
    audit: ['operator', 'EditUserTask'],
    summary: 'candidates, dates and priority; an empty date clears it',
    handle: updateTask,
  },
  {
    ...WRITE,
    method: 'DELETE',
    pattern: '/v2/user-tasks/{userTaskKey}/assignee',
    audit: ['worker', 'UnclaimUserTask'],
    summary: '204 also without assignee',
    async handle(call, services) {
      const task = await taskOf(call, services);
      if (task === undefined) return noTask(call);
      return done(call, services, { kind: 'UnclaimUserTask', taskId: task.taskId });
    },
  },
];

/** Returns undefined if not open, or if the caller may not see it. */
async function taskOf(call: Camunda8Call, { keys, db }: Camunda8Services) {
  const id = await keys.guidOf(call.params[0] ?? '');
  return id === undefined ? undefined : findUserTask(db, id, call.limits);
}

function noTask(call: Camunda8Call): Answer {
  return notFound('user task', call.params[0] ?? '', call.path);
}

async function readForm(call: Camunda8Call, services: Camunda8Services): Promise<Answer> {
  const { db, keys } = services;
  const task = await taskOf(call, services);
  if (task === undefined) return noTask(call);
  const { id: formId } = task.form === null ? {} : (JSON.parse(task.form) as { readonly id?: string });
  const definitionId = formId === undefined ? undefined : await findDefinitionOfInstance(db, task.instanceId);
  const schema = definitionId === undefined ? undefined : await readFormText(db, definitionId, formId ?? '');
  if (schema === undefined) return DONE;
  const keyedId = `form:${definitionId}:${formId}`;
  const keyOf = await keys.of([{ id: keyedId }]);
  return shown({ tenantId: DEFAULT_TENANT, formId, schema, version: versionOf(definitionId ?? ''), formKey: keyOf(keyedId) });
}

/** Version of the process, also used for its form. */
function versionOf(definitionId: string): number {
  return Number(definitionId.split(':').at(-2) ?? 1);
}

async function searchTaskVariables(call: Camunda8Call, services: Camunda8Services): Promise<Answer> {
  const task = await taskOf(call, services);
  if (task === undefined) return noTask(call);
  const { taskId, instanceId } = task;
  return listedAnswer(call, services, variablesIn(call), {
    instanceId,
    isMeant: ({ scopeId }) => scopeId === instanceId || scopeId === taskId,
  });
}

/** Claims it first for the user; if another user has claimed it, the command rejects the completion. */
async function completeTask(call: Camunda8Call, services: Camunda8Services): Promise<Answer> {
  const fields = new BodyFields(call);
  const variables = fields.variables();
  fields.ignore('action');
  const refusal = fields.refusal ?? refusalOfUser(call, undefined, services.log);
  if (refusal !== undefined) return refusal;
  const task = await taskOf(call, services);
  if (task === undefined) return noTask(call);
  const { taskId, claimedBy } = task;
  const userId = call.principal?.userId ?? claimedBy ?? task.assignee ?? NO_USER;
  // always, because the query tables may be behind; does not replace the claim of another user
  const isOfAnother = claimedBy !== null && claimedBy !== userId;
  const claimed = isOfAnother ? undefined : await claim(call, services, { taskId, userId, groups: task.candidateGroups });
  if (claimed !== undefined) return claimed;
  return done(call, services, { kind: 'CompleteUserTask', taskId, userId, variables });
}

/** Replaces the claim of another user, or answers 409 if `allowOverride` is false. */
async function assignTask(call: Camunda8Call, services: Camunda8Services): Promise<Answer> {
  const fields = new BodyFields(call);
  const userId = fields.requiredText('assignee');
  const mayOverride = fields.flag('allowOverride') ?? true;
  fields.ignore('action', 'allowOverride');
  const refusal = fields.refusal ?? refusalOfUser(call, userId, services.log);
  if (refusal !== undefined) return refusal;
  const task = await taskOf(call, services);
  if (task === undefined) return noTask(call);
  const { taskId, claimedBy } = task;
  const isTaken = claimedBy !== null && claimedBy !== userId;
  if (isTaken && !mayOverride) return problem(409, `The user task is assigned to '${claimedBy}'.`, call.path);
  return (await claim(call, services, { taskId, userId, groups: task.candidateGroups })) ?? DONE;
}

interface Claim {
  readonly taskId: string;
  readonly userId: string;
  /** candidate groups, for callers without sign-in: clients of Camunda 8 assign without groups */
  readonly groups: readonly string[];
}

/** Claims a task. Returns undefined on success. */
async function claim(
  call: Camunda8Call,
  services: Camunda8Services,
  { taskId, userId, groups }: Claim,
): Promise<Answer | undefined> {
  const userGroups = call.principal?.groups ?? groups;
  const claimed = await resultOf(call, services, { kind: 'ClaimUserTask', taskId, userId, userGroups });
  return claimed.ok ? undefined : claimed.answer;
}

async function updateTask(call: Camunda8Call, services: Camunda8Services): Promise<Answer> {
  const fields = new BodyFields(call);
  const changes = fields.object('changeset');
  fields.ignore('action', 'operationReference');
  const edit = changes === undefined ? {} : readChanges(changes);
  if (changes === undefined || changes.names.length === 0)
    fields.fail('No update data provided. Provide a changeset with at least one member.');
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const task = await taskOf(call, services);
  if (task === undefined) return noTask(call);
  return done(call, services, { kind: 'EditUserTask', taskId: task.taskId, edit });
}

function readChanges(changes: BodyFields): CommandOf<'EditUserTask'>['edit'] {
  const given = new Set(changes.names);
  const [candidateUsers, candidateGroups] = [changes.texts('candidateUsers'), changes.texts('candidateGroups')];
  const [dueAt, followUpAt] = [changes.time('dueDate'), changes.time('followUpDate')];
  const priority = changes.whole('priority', 0, 100);
  return {
    ...(given.has('candidateUsers') ? { candidateUsers } : {}),
    ...(given.has('candidateGroups') ? { candidateGroups } : {}),
    ...(given.has('dueDate') ? { dueAt: dueAt ?? null } : {}),
    ...(given.has('followUpDate') ? { followUpAt: followUpAt ?? null } : {}),
    ...(priority === undefined ? {} : { priority }),
  };
}
