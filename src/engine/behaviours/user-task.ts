import type { Behaviour } from '../behaviour.ts';
import { createUserTask } from '../policies/user-task.ts';

/** Creates a user task with its assignment and due date, and waits for the user task commands (docs/contributing/spec/elements.md#user-task). */
export const userTask: Behaviour<'userTask'> = {
  type: 'userTask',
  onActivated: createUserTask,
  completableByClient: () => 'ACTIVITY_IS_USER_TASK',
  isCompensable: true,
};
