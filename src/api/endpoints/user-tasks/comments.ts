import { z } from 'zod';
import { errorAnswer, jsonAnswer, problemAnswer } from '../../../platform/answer.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import { cutText } from '../../../platform/cut-text.ts';
import { parsePaging } from '../../../queries/lists/paging.ts';
import { listTaskComments } from '../../../queries/user-tasks/task-comments.ts';
import { readQueryParameters } from '../../../requests/request-texts.ts';
import { userIdOf } from '../../auth/acting-user.ts';
import { type Endpoint, writeEndpoint } from '../../endpoint.ts';
import { userTaskNotFound } from '../../http-errors.ts';
import { pagesQuery } from '../../openapi/parameters.ts';
import { actingUserId, requiredText } from '../../schemas/members.ts';
import { guid, paging, type ResponseBody, timestamp } from '../../schemas/values.ts';
import { ACTING_USER, USER_TASK_NOT_FOUND } from '../refusals.ts';

/** UTF-16 code units. */
const MAX_COMMENT = 4000;
/** UTF-16 code units; longer names are cut, as in the audit log. */
const MAX_AUTHOR = 255;

const commentTaskRequest = z
  .object({
    UserId: actingUserId(),
    Text: requiredText('Text is required', `Text of the comment, at most ${MAX_COMMENT} characters.`),
  })
  .meta({ id: 'CommentUserTaskRequest' });

/** See docs/contributing/spec/http/user-tasks.md#comments. */
const taskComment = z
  .object({ commentId: guid, author: z.string(), text: z.string(), createdAt: timestamp })
  .meta({ id: 'TaskComment' });

const taskCommentPage = z.object({ items: z.array(taskComment), ...paging }).meta({ id: 'TaskCommentPage' });

export const commentEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    pattern: '/UserTasks/{activityInstanceId}/comments',
    permission: 'see-tasks',
    keepsKeys: true,
    rateLimit: 'Read',
    id: 'listTaskComments',
    tag: 'User tasks',
    summary: 'List comments on a user task',
    description: 'Newest first. Also available after the task has ended.',
    query: pagesQuery,
    examples: { 'the latest comment': { pageSize: '1' } },
    answer: taskCommentPage,
    refusals: [USER_TASK_NOT_FOUND],
    async handle({ path, queryText, params: [taskId = ''], limits }, { db }) {
      const asked = parsePaging(readQueryParameters(queryText));
      if (!asked.ok) return problemAnswer('invalid-query', asked.detail, path);
      const found = await listTaskComments(db, taskId, asked.value, limits);
      if (found === undefined) return errorAnswer('unknown-user-task', userTaskNotFound(taskId));
      const items = found.items.map((item) => ({ ...item, createdAt: formatTimestamp(item.createdAt) }));
      return jsonAnswer({ ...found, items } satisfies ResponseBody<typeof taskCommentPage>);
    },
  },
  writeEndpoint({
    method: 'POST',
    pattern: '/UserTasks/{activityInstanceId}/comments',
    permission: 'work',
    keepsKeys: true,
    rateLimit: 'TaskOperation',
    audit: ['worker', 'CommentUserTask'],
    id: 'commentUserTask',
    tag: 'User tasks',
    summary: 'Comment on a user task',
    description: 'Adds a comment to a pending task. Comments cannot be changed.',
    body: commentTaskRequest,
    examples: { 'a question': { UserId: 'john', Text: 'Who has the invoice?' } },
    answer: taskComment,
    refusals: [
      { status: 400, shape: 'E', text: 'Text is required' },
      { status: 400, shape: 'E', text: 'Text must not be longer than 4000 characters' },
      ...ACTING_USER,
      USER_TASK_NOT_FOUND,
    ],
    actsForUser: true,
    handle(request, { run }) {
      const [taskId = ''] = request.params;
      const { Text: text } = request.members;
      if (text.length > MAX_COMMENT)
        return errorAnswer('invalid-field', `Text must not be longer than ${MAX_COMMENT} characters`);
      const author = cutText(userIdOf(request), MAX_AUTHOR);
      return run(request, { kind: 'CommentUserTask', taskId, author, text }, ({ commentId, createdAt }) =>
        jsonAnswer({ commentId, author, text, createdAt: formatTimestamp(Date.parse(createdAt)) } satisfies ResponseBody<
          typeof taskComment
        >),
      );
    },
  }),
];
