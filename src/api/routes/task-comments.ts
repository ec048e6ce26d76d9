import { errorAnswer, jsonAnswer, problemAnswer } from '../../platform/answer.ts';
import { formatTimestamp } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import { parsePaging } from '../../queries/lists/paging.ts';
import type { ReadDatabase } from '../../queries/read-database.ts';
import { listTaskComments } from '../../queries/user-tasks/task-comments.ts';
import { readQueryParameters } from '../../requests/query-parameters.ts';
import { readActingUser } from '../auth/acting-user.ts';
import { createMemberReader } from '../body/members.ts';
import type { CommandRunner } from '../commands.ts';
import { BODY_LIMIT, type Endpoint } from '../endpoint.ts';
import { userTaskNotFound } from '../http-errors.ts';
import { commentTaskRequest } from '../schemas/requests.ts';
import type { ResponseBody } from '../schemas/responses.ts';
import { MAX_COMMENT, type taskCommentPage, type taskComment as taskCommentSchema } from '../schemas/task-comments.ts';

const readComment = createMemberReader(commentTaskRequest);
/** Longest author name; the rest is cut off, as in the audit. */
const MAX_AUTHOR = 255;
const PATTERN = '/UserTasks/{activityInstanceId}/comments';

/** Routes of task comments (docs/contributing/spec/http/user-tasks.md#comments). */
export function taskCommentRoutes(run: CommandRunner, db: ReadDatabase, log: Logger): readonly Endpoint[] {
  return [
    {
      method: 'POST',
      pattern: PATTERN,
      bodyUse: 'json',
      bodyLimit: BODY_LIMIT,
      async handle(request) {
        const acting = readActingUser(request, log);
        const read = readComment(request.body, request.path, acting.check);
        if (!read.ok) return read.answer;
        const [taskId = ''] = request.params;
        const { Text: text } = read.members;
        if (text.length > MAX_COMMENT)
          return errorAnswer('invalid-field', `Text must not be longer than ${MAX_COMMENT} characters`);
        const author = acting.userId.slice(0, MAX_AUTHOR);
        return run(request, { kind: 'CommentUserTask', taskId, author, text }, ({ commentId, createdAt }) =>
          jsonAnswer({ commentId, author, text, createdAt: formatTimestamp(Date.parse(createdAt)) } satisfies ResponseBody<
            typeof taskCommentSchema
          >),
        );
      },
    },
    {
      method: 'GET',
      pattern: PATTERN,
      async handle(request) {
        const paging = parsePaging(readQueryParameters(request.queryText));
        if (!paging.ok) return problemAnswer('invalid-query', paging.detail, request.path);
        const [taskId = ''] = request.params;
        const found = await listTaskComments(db, taskId, paging.value, request.limits);
        if (found === undefined) return errorAnswer('unknown-user-task', userTaskNotFound(taskId));
        const items = found.items.map((item) => ({ ...item, createdAt: formatTimestamp(item.createdAt) }));
        return jsonAnswer({ ...found, items } satisfies ResponseBody<typeof taskCommentPage>);
      },
    },
  ];
}
