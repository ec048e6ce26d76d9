import { nameBasedId } from '../../platform/ids.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';

/** Does not change the instance (docs/contributing/spec/http/user-tasks.md#comments). */
export const commentUserTask: CommandHandler<'CommentUserTask'> = {
  needs: ({ taskId }) => ({ taskId }),
  handle(unit, command) {
    const { taskId, author, text } = command;
    const route = unit.loaded.tasks.get(taskId);
    const instance = route && unit.instance(route.instanceId);
    if (route === undefined || instance === undefined) return rejected({ code: 'USER_TASK_NOT_FOUND' });
    unit.finishNow(instance);
    const entry = instance.state.entries.get(route.entry);
    if (entry === undefined || entry.userTask === null) return rejected({ code: 'USER_TASK_NOT_FOUND' });
    // a client may reuse the idempotency key after a day, for another comment
    const commentId = nameBasedId(command.id, String(unit.context.now));
    const createdAt = new Date(unit.context.now).toISOString();
    unit.rows.taskComments.push({ instanceId: instance.id, taskId, commentId, author, text });
    return done<'CommentUserTask'>({ commentId, createdAt });
  },
};
