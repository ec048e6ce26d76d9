import { errorAnswer, jsonAnswer, problemAnswer } from '../../platform/answer.ts';
import { formatTimestamp } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import { instanceCondition, limited } from '../../queries/key-limits.ts';
import { parseListQuery } from '../../queries/lists/list-query.ts';
import { findUserTask, type UserTaskItem } from '../../queries/user-tasks/user-task.ts';
import { listUserTasks, readAudience, taskInstance, userTaskNames } from '../../queries/user-tasks/user-tasks.ts';
import { readQueryParameters } from '../../requests/query-parameters.ts';
import { readActingUser } from '../auth/acting-user.ts';
import { createMemberReader } from '../body/members.ts';
import type { CommandBodyOf, CommandRunner } from '../commands.ts';
import { BODY_LIMIT, type Endpoint, type WriteEndpoint, type WriteRequest } from '../endpoint.ts';
import { userTaskNotFound } from '../http-errors.ts';
import { readerOf, refusalUntilReached } from '../min-position.ts';
import type { ApiPorts } from '../ports.ts';
import type { userTaskForm } from '../schemas/forms.ts';
import { cancelTaskRequest, claimRequest, completeTaskRequest, failTaskRequest } from '../schemas/requests.ts';
import type { ResponseBody, userTask as userTaskSchema } from '../schemas/responses.ts';

const readClaim = createMemberReader(claimRequest);
const readComplete = createMemberReader(completeTaskRequest);
const readFail = createMemberReader(failTaskRequest);
const readCancel = createMemberReader(cancelTaskRequest);

type TaskCommand = CommandBodyOf<'ClaimUserTask' | 'UnclaimUserTask' | 'CompleteUserTask' | 'FailUserTask' | 'CancelUserTask'>;
/** The command of a request, or the answer that refuses it. */
type TaskAction = (request: WriteRequest, taskId: string) => TaskCommand | { readonly refusal: ReturnType<typeof errorAnswer> };

/** /UserTasks (docs/contributing/spec/http/user-tasks.md). */
export function userTaskRoutes(
  run: CommandRunner,
  { db, lists, log }: Pick<ApiPorts, 'db' | 'lists' | 'log'>,
): readonly Endpoint[] {
  return [
    {
      method: 'GET',
      pattern: '/UserTasks',
      readsProjection: true,
      async handle(request) {
        const parameters = readQueryParameters(request.queryText);
        const query = parseListQuery(parameters, userTaskNames);
        if (!query.ok) return problemAnswer('invalid-query', query.detail, request.path);
        const refusal = await refusalUntilReached(db, request);
        if (refusal !== undefined) return refusal;
        const audience = readAudience(parameters);
        const within = limited(query.value, instanceCondition(taskInstance, request.limits));
        const found = await lists.read(readerOf(request), (place) => listUserTasks(place, audience, within));
        const { items, page, pageSize, totalCount } = found;
        return jsonAnswer({ data: items.map(userTaskJson), page, pageSize, totalCount });
      },
    },
    {
      method: 'GET',
      pattern: '/UserTasks/{activityInstanceId}',
      readsProjection: true,
      async handle(request) {
        const refusal = await refusalUntilReached(db, request);
        if (refusal !== undefined) return refusal;
        const [taskId = ''] = request.params;
        const task = await findUserTask(db, taskId, request.limits);
        return task === undefined ? errorAnswer('unknown-user-task', userTaskNotFound(taskId)) : jsonAnswer(userTaskJson(task));
      },
    },
    actionRoute(run, 'claim', (request, taskId) => claim(request, taskId, log)),
    { ...actionRoute(run, 'unclaim', (_, taskId) => ({ kind: 'UnclaimUserTask', taskId })), bodyUse: 'ignored' },
    actionRoute(run, 'complete', (request, taskId) => complete(request, taskId, log)),
    actionRoute(run, 'fail', fail),
    actionRoute(run, 'cancel', cancel),
  ];
}

function actionRoute(run: CommandRunner, name: string, action: TaskAction): WriteEndpoint {
  return {
    method: 'POST',
    pattern: `/UserTasks/{activityInstanceId}/${name}`,
    bodyUse: 'json',
    bodyLimit: BODY_LIMIT,
    async handle(request) {
      const command = action(request, request.params[0] ?? '');
      return 'refusal' in command ? command.refusal : run(request, command);
    },
  };
}

function claim(request: WriteRequest, taskId: string, log: Logger): ReturnType<TaskAction> {
  const acting = readActingUser(request, log);
  const read = readClaim(request.body, request.path, acting.check);
  if (!read.ok) return { refusal: read.answer };
  return { kind: 'ClaimUserTask', taskId, userId: acting.userId, userGroups: acting.groups(read.members.UserGroups) };
}

function complete(request: WriteRequest, taskId: string, log: Logger): ReturnType<TaskAction> {
  const acting = readActingUser(request, log);
  const read = readComplete(request.body, request.path, acting.check);
  if (!read.ok) return { refusal: read.answer };
  return { kind: 'CompleteUserTask', taskId, userId: acting.userId, variables: read.members.Variables };
}

function fail(request: WriteRequest, taskId: string): ReturnType<TaskAction> {
  const read = readFail(request.body, request.path);
  if (!read.ok) return { refusal: read.answer };
  const { errorMessage, errorCode = '500' } = read.members;
  return { kind: 'FailUserTask', taskId, errorCode, errorMessage };
}

function cancel(request: WriteRequest, taskId: string): ReturnType<TaskAction> {
  const read = readCancel(request.body, request.path);
  if (!read.ok) return { refusal: read.answer };
  return { kind: 'CancelUserTask', taskId, reason: read.members.reason ?? 'User task cancelled by operator' };
}

function userTaskJson(task: UserTaskItem): ResponseBody<typeof userTaskSchema> {
  const [name, processDefinitionKey, processName, businessId] = task.called;
  const form = task.form === null ? undefined : (JSON.parse(task.form) as ResponseBody<typeof userTaskForm>);
  const formKey = form?.key ?? form?.id;
  return {
    workflowInstanceId: task.instanceId,
    activityInstanceId: task.taskId,
    activityId: task.activityId,
    assignee: task.assignee,
    candidateGroups: [...task.candidateGroups],
    candidateUsers: [...task.candidateUsers],
    claimedBy: task.claimedBy,
    taskState: task.claimedBy === null ? 'Created' : 'Claimed',
    createdAt: formatTimestamp(task.createdAt),
    expectedOutputVariables: [...task.expectedOutputs],
    ...(form && { form }),
    ...(formKey !== undefined && { formKey }),
    ...(name != null && { name }),
    ...(processDefinitionKey != null && { processDefinitionKey }),
    ...(processName != null && { processName }),
    ...(businessId != null && { businessId }),
    ...(task.dueAt !== null && { dueDate: formatTimestamp(task.dueAt) }),
    ...(task.followUpAt !== null && { followUpDate: formatTimestamp(task.followUpAt) }),
    ...(task.priority !== null && { priority: task.priority }),
    ...(task.category !== null && { category: task.category }),
  };
}
