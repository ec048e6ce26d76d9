import { z } from 'zod';
import { paging } from './responses.ts';
import { guid, timestamp } from './values.ts';

/** Longest comment, in UTF-16 code units. */
export const MAX_COMMENT = 4000;

/** Comment on a user task (docs/contributing/spec/http/user-tasks.md#comments). */
export const taskComment = z
  .object({ commentId: guid, author: z.string(), text: z.string(), createdAt: timestamp })
  .meta({ id: 'TaskComment' });

export const taskCommentPage = z.object({ items: z.array(taskComment), ...paging }).meta({ id: 'TaskCommentPage' });
