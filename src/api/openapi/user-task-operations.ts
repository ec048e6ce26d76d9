import {
  cancelTaskRequest,
  claimRequest,
  commentTaskRequest,
  completeTaskRequest,
  failTaskRequest,
} from '../schemas/requests.ts';
import { userTask, userTaskPage } from '../schemas/responses.ts';
import { taskComment, taskCommentPage } from '../schemas/task-comments.ts';
import { type DocumentedRefusal, type ReadOperation, SUSPENDED, type WriteOperation } from './operation.ts';
import { pagesQuery, userTasksQuery } from './parameters.ts';

const NOT_FOUND: DocumentedRefusal = { status: 404, shape: 'E', text: "User task '<id>' not found" };
/** A job of a task listener is not completed (docs/contributing/spec/elements.md#held-up-user-task). */
const HELD_UP: DocumentedRefusal = {
  status: 409,
  shape: 'E',
  text: 'A task listener of this task has not finished. Try again after it has completed.',
};
/** Refusals about the acting user (docs/contributing/spec/http/access.md#acting-user). */
const ACTING_USER: readonly DocumentedRefusal[] = [
  { status: 400, shape: 'E', text: 'UserId is required' },
  { status: 403, shape: 'E', text: 'Authenticated user has no user id claim' },
  { status: 403, shape: 'E', text: 'UserId does not match the authenticated user' },
];

/** /UserTasks (docs/contributing/spec/http/user-tasks.md). */
export const userTaskOperations: readonly (ReadOperation | WriteOperation)[] = [
  {
    method: 'GET',
    pattern: '/UserTasks',
    id: 'listUserTasks',
    tag: 'User tasks',
    summary: 'Pending user tasks',
    policy: 'Read',
    readsProjection: true,
    query: userTasksQuery,
    examples: {
      'of a group': { candidateGroup: 'managers', sorts: 'CreatedAt' },
      'of a person': { assignee: 'john', filters: 'TaskState==Claimed' },
      'of a process': { filters: 'ProcessDefinitionKey==order,BusinessId==PO-1001' },
    },
    answer: userTaskPage,
  },
  {
    method: 'GET',
    pattern: '/UserTasks/{activityInstanceId}',
    id: 'readUserTask',
    tag: 'User tasks',
    summary: 'One pending user task',
    policy: 'Read',
    readsProjection: true,
    answer: userTask,
    refusals: [NOT_FOUND],
  },
  action('claim', 'Takes a task', claimRequest, { 'a member of a group': { UserId: 'john', UserGroups: ['managers'] } }, [
    ...ACTING_USER,
    HELD_UP,
    { status: 409, shape: 'E', text: 'User <userId> is not authorized to claim this task' },
  ]),
  action('unclaim', 'Gives a task back; any body is ignored', null, { 'no body': {} }, [HELD_UP]),
  action(
    'complete',
    'Completes a task',
    completeTaskRequest,
    { 'with outputs': { UserId: 'john', Variables: { approved: true } } },
    [
      ...ACTING_USER,
      HELD_UP,
      { status: 409, shape: 'E', text: 'Task must be claimed before completing' },
      { status: 409, shape: 'E', text: 'Task is claimed by <claimer>, not <caller>' },
      { status: 409, shape: 'E', text: 'Missing required output variables: <a>, <b>' },
    ],
  ),
  action(
    'fail',
    'Lets a task fail; a task that has ended stays as it is',
    failTaskRequest,
    { 'with a code': { errorMessage: 'The printer is broken', errorCode: 'PRINTER' } },
    [{ status: 400, shape: 'E', text: 'ErrorMessage is required' }],
  ),
  action(
    'cancel',
    'Cancels a task; a task that has ended stays as it is',
    cancelTaskRequest,
    { 'with a reason': { reason: 'No longer needed' }, without: {} },
    [],
  ),
  {
    method: 'GET',
    pattern: '/UserTasks/{activityInstanceId}/comments',
    id: 'listTaskComments',
    tag: 'User tasks',
    summary: 'Comments on a task, newest first, also after its end',
    policy: 'Read',
    query: pagesQuery,
    examples: { 'the last word': { pageSize: '1' } },
    answer: taskCommentPage,
    refusals: [NOT_FOUND],
  },
  {
    method: 'POST',
    pattern: '/UserTasks/{activityInstanceId}/comments',
    id: 'commentUserTask',
    tag: 'User tasks',
    summary: 'Adds a comment to a pending task; comments cannot be changed',
    policy: 'TaskOperation',
    body: commentTaskRequest,
    examples: { 'a question': { UserId: 'john', Text: 'Who has the invoice?' } },
    answer: taskComment,
    refusals: [
      { status: 400, shape: 'E', text: 'Text is required' },
      { status: 400, shape: 'E', text: 'Text must not be longer than 4000 characters' },
      ...ACTING_USER,
      NOT_FOUND,
    ],
  },
];

function action(
  name: 'claim' | 'unclaim' | 'complete' | 'fail' | 'cancel',
  summary: string,
  body: WriteOperation['body'],
  examples: WriteOperation['examples'],
  refusals: readonly DocumentedRefusal[],
): WriteOperation {
  return {
    method: 'POST',
    pattern: `/UserTasks/{activityInstanceId}/${name}`,
    id: `${name}UserTask`,
    tag: 'User tasks',
    summary,
    policy: 'TaskOperation',
    body,
    examples,
    answer: 'empty',
    refusals: [...refusals, NOT_FOUND, SUSPENDED],
  };
}
