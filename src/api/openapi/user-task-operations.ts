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
    summary: 'List pending user tasks',
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
    summary: 'Read a pending user task',
    policy: 'Read',
    readsProjection: true,
    answer: userTask,
    refusals: [NOT_FOUND],
  },
  action(
    'claim',
    'Claim a user task',
    'Assigns the task to the acting user.',
    claimRequest,
    { 'a member of a group': { UserId: 'john', UserGroups: ['managers'] } },
    [...ACTING_USER, HELD_UP, { status: 409, shape: 'E', text: 'User <userId> is not authorized to claim this task' }],
  ),
  action('unclaim', 'Unclaim a user task', 'Releases the claim. Sluice ignores the body.', null, { 'no body': {} }, [HELD_UP]),
  action(
    'complete',
    'Complete a user task',
    'The variables become outputs of the task.',
    completeTaskRequest,
    { 'with output variables': { UserId: 'john', Variables: { approved: true } } },
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
    'Fail a user task',
    'Ends the task with an error. A task that has ended stays unchanged.',
    failTaskRequest,
    { 'with a code': { errorMessage: 'The printer is broken', errorCode: 'PRINTER' } },
    [{ status: 400, shape: 'E', text: 'ErrorMessage is required' }],
  ),
  action(
    'cancel',
    'Cancel a user task',
    'A task that has ended stays unchanged.',
    cancelTaskRequest,
    { 'with a reason': { reason: 'No longer needed' }, without: {} },
    [],
  ),
  {
    method: 'GET',
    pattern: '/UserTasks/{activityInstanceId}/comments',
    id: 'listTaskComments',
    tag: 'User tasks',
    summary: 'List comments on a user task',
    description: 'Newest first. Also available after the task has ended.',
    policy: 'Read',
    query: pagesQuery,
    examples: { 'the latest comment': { pageSize: '1' } },
    answer: taskCommentPage,
    refusals: [NOT_FOUND],
  },
  {
    method: 'POST',
    pattern: '/UserTasks/{activityInstanceId}/comments',
    id: 'commentUserTask',
    tag: 'User tasks',
    summary: 'Comment on a user task',
    description: 'Adds a comment to a pending task. Comments cannot be changed.',
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
  description: string,
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
    description,
    policy: 'TaskOperation',
    body,
    examples,
    answer: 'empty',
    refusals: [...refusals, NOT_FOUND, SUSPENDED],
  };
}
