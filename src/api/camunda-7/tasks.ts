import type { Answer } from '../../platform/answer.ts';
import { cutText } from '../../platform/cut-text.ts';
import { isGuid } from '../../platform/ids.ts';
import { untilCaughtUp } from '../../queries/projection-progress.ts';
import {
  type ChosenTask,
  type ChosenTaskFilter,
  type ChosenTaskSort,
  countChosenTasks,
  DEFAULT_PRIORITY,
  listChosenTasks,
} from '../../queries/user-tasks/chosen-tasks.ts';
import { refusalOfUser } from '../auth/acting-user.ts';
import { DONE, done, resultOf, shown } from '../camunda-results.ts';
import type { ApiServices } from '../services.ts';
import { type Camunda7Call, type Camunda7Endpoint, camundaTime, camundaTimeOrNull, READ } from './endpoint.ts';
import { fault } from './errors.ts';
import { Fields } from './fields.ts';
import { rootVariables, visibleState } from './instance-state.ts';
import { listEndpoints } from './lists.ts';
import { INT_MOST, typedVariables } from './values.ts';

const GET = { ...READ, method: 'GET', permission: 'see-tasks' } as const;
const WORK = { method: 'POST', permission: 'work', keepsKeys: true, rateLimit: 'TaskOperation' } as const;
/** User of tasks that are completed without a user. */
const NO_USER = 'camunda';
/** Sorts by `sortBy`. */
const SORTS: ReadonlyMap<string, ChosenTaskSort> = new Map([
  ['created', 'created'],
  ['dueDate', 'due'],
  ['followUpDate', 'followUp'],
  ['priority', 'priority'],
  ['name', 'name'],
  ['assignee', 'assignee'],
]);
const VALUES: Readonly<Record<ChosenTaskSort, (task: ChosenTask) => unknown>> = {
  created: ({ createdAt }) => createdAt,
  due: ({ dueAt }) => dueAt,
  followUp: ({ followUpAt }) => followUpAt,
  priority: ({ priority }) => priority ?? DEFAULT_PRIORITY,
  name: ({ name, activityId }) => name ?? activityId,
  assignee: ({ claimedBy, assignee }) => claimedBy ?? assignee,
};
/** Limit of 32-bit integers. */

export const taskEndpoints: readonly Camunda7Endpoint[] = [
  ...listEndpoints({
    pattern: '/task',
    summary:
      'oldest first, or by one of created, dueDate, followUpDate, priority, name and assignee; `processVariables` compares [indexed variables](find-instances.md#search-by-variable)',
    methods: ['GET', 'POST'],
    permission: GET.permission,
    sortBy: [...SORTS.keys()],
    readFilter,
    rows: (db, filter, { sortBy = 'created', ...page }) =>
      listChosenTasks(db, filter, { ...page, sort: SORTS.get(sortBy) ?? 'created' }),
    orderOf: (task, { sortBy = 'created' }) => [VALUES[SORTS.get(sortBy) ?? 'created'](task), task.createdAt, task.taskId],
    idsIn: ({ taskIds, instanceIds }) => taskIds ?? instanceIds,
    count: countChosenTasks,
    json: taskJson,
  }),
  {
    ...GET,
    pattern: '/task/{task}',
    summary: '',
    handle: (call, services) => withTask(call, services, (task) => shown(taskJson(task))),
  },
  ...(['/task/{task}/variables', '/task/{task}/form-variables'] as const).map(
    (pattern): Camunda7Endpoint => ({
      ...GET,
      permission: 'see',
      pattern,
      summary: 'variables of the instance',
      handle: readVariables,
    }),
  ),
  {
    ...WORK,
    pattern: '/task/{task}/claim',
    audit: ['worker', 'ClaimUserTask'],
    summary: 'candidates are checked',
    handle(call, services) {
      const refusal = refusalOfUser(call, undefined, services.log);
      if (refusal !== undefined) return refusal;
      return ofUser(call, services, async (task, userId = call.principal?.userId ?? '') => {
        const { taskId, claimedBy, assignee } = task;
        const holder = claimedBy ?? assignee;
        if (holder === null || holder === userId) return claim(call, services, task, userId);
        return fault(500, `Task '${taskId}' is already claimed by someone else.`, 'TaskAlreadyClaimedException');
      });
    },
  },
  {
    ...WORK,
    pattern: '/task/{task}/unclaim',
    audit: ['worker', 'UnclaimUserTask'],
    summary: '',
    handle: (call, services) =>
      withTask(call, services, ({ taskId }) => done(call, services, { kind: 'UnclaimUserTask', taskId })),
  },
  {
    ...WORK,
    pattern: '/task/{task}/assignee',
    audit: ['worker', 'ClaimUserTask'],
    summary: 'replaces the claim; without a user it is released',
    handle: (call, services) =>
      ofUser(call, services, async (task, userId) => {
        const { taskId, claimedBy } = task;
        if (claimedBy !== null) {
          const released = await resultOf(call, services, { kind: 'UnclaimUserTask', taskId });
          if (!released.ok) return released.answer;
        }
        return userId === undefined ? DONE : claim(call, services, task, userId);
      }),
  },
  ...['complete', 'submit-form'].map(
    (word): Camunda7Endpoint => ({
      ...WORK,
      pattern: `/task/{task}/${word}`,
      audit: ['worker', 'CompleteUserTask'],
      summary: 'claims a free task first; `withVariablesInReturn` is empty without the permission `see`',
      handle: complete,
    }),
  ),
];

function readFilter(fields: Fields, { limits }: Camunda7Call, { indexedVariables }: ApiServices): ChosenTaskFilter {
  const instanceIds = fields.oneOrMany('processInstanceId');
  const isUnassigned = fields.flag('unassigned');
  const isAssigned = fields.flag('assigned');
  const keys = fields.oneOrMany('processDefinitionKey');
  const priority = fields.whole('priority', -INT_MOST, INT_MOST);
  const least = fields.whole('minPriority', -INT_MOST, INT_MOST);
  const most = fields.whole('maxPriority', -INT_MOST, INT_MOST);
  const isAny = priority === undefined && least === undefined && most === undefined;
  fields.ignore('withoutTenantId', 'includeAssignedTasks');
  return {
    taskIds: fields.oneOrMany('taskId')?.filter(isGuid),
    instanceIds: instanceIds?.filter(isGuid),
    businessId: fields.text('processInstanceBusinessKey'),
    keys,
    variables: fields.comparisons('processVariables', { indexed: indexedVariables, keys }),
    definitionId: fields.text('processDefinitionId'),
    activityIds: fields.oneOrMany('taskDefinitionKey'),
    name: fields.text('name'),
    nameLike: fields.text('nameLike'),
    assignee: fields.text('assignee'),
    candidateUser: fields.text('candidateUser'),
    candidateGroups: fields.oneOrMany('candidateGroup', 'candidateGroups'),
    priorities: isAny
      ? undefined
      : {
          least: Math.max(priority ?? -INT_MOST, least ?? -INT_MOST),
          most: Math.min(priority ?? INT_MOST, most ?? INT_MOST),
        },
    times: {
      created: { before: fields.date('createdBefore'), after: fields.date('createdAfter') },
      due: { before: fields.date('dueBefore'), after: fields.date('dueAfter') },
      followUp: { before: fields.date('followUpBefore'), after: fields.date('followUpAfter') },
    },
    isAssigned: isUnassigned === true ? false : isAssigned === true ? true : undefined,
    limits,
  };
}

function taskJson(task: ChosenTask): object {
  return {
    id: task.taskId,
    name: task.name ?? task.activityId,
    assignee: task.claimedBy ?? task.assignee,
    created: camundaTime(task.createdAt),
    lastUpdated: null,
    due: camundaTimeOrNull(task.dueAt),
    followUp: camundaTimeOrNull(task.followUpAt),
    delegationState: null,
    description: null,
    executionId: task.instanceId,
    owner: null,
    parentTaskId: null,
    priority: task.priority ?? DEFAULT_PRIORITY,
    processDefinitionId: task.definitionId,
    processInstanceId: task.instanceId,
    caseExecutionId: null,
    caseDefinitionId: null,
    caseInstanceId: null,
    taskDefinitionKey: task.activityId,
    suspended: task.isSuspended,
    formKey: null,
    camundaFormRef: null,
    tenantId: null,
  };
}

/** Calls `use` after all events are projected. 404 if the task is not open, or the caller may not see it. */
export async function withTask(
  call: Camunda7Call,
  { db }: ApiServices,
  use: (task: ChosenTask) => Answer | Promise<Answer>,
): Promise<Answer> {
  const [id = ''] = call.params;
  const [task] = isGuid(id) ? await findAfterWrites(call, db, id.toLowerCase()) : [];
  return task === undefined ? fault(404, `No matching task with id ${cutText(id, 100)}`, 'InvalidRequestException') : use(task);
}

async function findAfterWrites({ limits }: Camunda7Call, db: ApiServices['db'], id: string): Promise<readonly ChosenTask[]> {
  await untilCaughtUp(db);
  return listChosenTasks(db, { taskIds: [id], limits }, { skipped: 0, most: 1 });
}

async function readVariables(call: Camunda7Call, services: ApiServices): Promise<Answer> {
  const fields = Fields.ofQuery(call);
  const names = fields.texts('variableNames');
  fields.ignore('deserializeValues', 'deserializeValue');
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  return withTask(call, services, async ({ instanceId }) => {
    const state = await visibleState(call, services, instanceId);
    return shown(state === undefined ? {} : typedVariables(rootVariables(state), names));
  });
}

/** `use` gets the user of the body. With sign-in, users act only for themselves. */
function ofUser(
  call: Camunda7Call,
  services: ApiServices,
  use: (task: ChosenTask, userId: string | undefined) => Promise<Answer>,
): Answer | Promise<Answer> {
  const fields = Fields.ofBody(call);
  const userId = fields.text('userId');
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  // a release names no user
  const other = userId === undefined ? undefined : refusalOfUser(call, userId, services.log);
  return other ?? withTask(call, services, (task) => use(task, userId));
}

/** Claims a task. With sign-in, the groups of the user must match the candidates. */
function claim(
  call: Camunda7Call,
  services: ApiServices,
  { taskId, candidateGroups }: ChosenTask,
  userId: string,
): Promise<Answer> {
  // without sign-in the caller is trusted, as in Camunda
  const userGroups = call.principal?.groups ?? candidateGroups;
  return done(call, services, { kind: 'ClaimUserTask', taskId, userId, userGroups });
}

function complete(call: Camunda7Call, services: ApiServices): Answer | Promise<Answer> {
  const fields = Fields.ofBody(call);
  const variables = fields.variables();
  const showsVariables = fields.flag('withVariablesInReturn') === true;
  const refusal = fields.refusal ?? refusalOfUser(call, undefined, services.log);
  if (refusal !== undefined) return refusal;
  return withTask(call, services, async (task) => {
    const { taskId, claimedBy, assignee, candidateUsers } = task;
    const userId = call.principal?.userId ?? claimedBy ?? assignee ?? candidateUsers[0] ?? NO_USER;
    if (claimedBy === null) {
      const claimed = await claim(call, services, task, userId);
      if (claimed.status !== DONE.status) return claimed;
    }
    const completed = await done(call, services, { kind: 'CompleteUserTask', taskId, userId, variables });
    if (completed.status !== DONE.status || !showsVariables) return completed;
    const state = await visibleState(call, services, task.instanceId);
    return shown(state === undefined ? {} : typedVariables(rootVariables(state)));
  });
}
