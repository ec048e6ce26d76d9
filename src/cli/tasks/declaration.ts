import { type Call, declareVerb, one, PAGE, SET } from '../declaration.ts';

const OPTIONS = {
  assignee: { value: '<user>', about: 'filter by assignee', of: ['list'] },
  group: {
    value: '<name>',
    about: 'for list: filter by candidate group; for claim: a group of the user, repeatable',
    multiple: true,
    of: ['list', 'claim'],
  },
  process: { value: '<key>', about: 'filter by process key', of: ['list'] },
  name: { value: '<text>', about: 'filter by name in the model', of: ['list'] },
  'business-id': { value: '<id>', about: 'filter by business id', of: ['list'] },
  page: { ...PAGE, of: ['list', 'comments'] },
  user: { value: '<id>', about: 'user to act as (only without authentication)', of: ['claim', 'complete', 'comment'] },
  set: { ...SET, of: ['complete'] },
  message: { value: '<text>', about: 'error message', mayBeEmpty: true, of: ['fail'] },
  text: { value: '<text>', about: 'text of the comment', of: ['comment'] },
  code: { value: '<text>', about: 'error code', of: ['fail'] },
  reason: { value: '<text>', about: 'reason, stored in the history', mayBeEmpty: true, of: ['cancel'] },
} as const;

const TASK = one('<id>', 'the id of one task', 'task');
const ACTIONS = {
  list: { about: 'list open tasks, 100 at a time', isDefault: true },
  claim: { about: 'claim a task for a user', operands: TASK },
  unclaim: { about: 'unclaim a task', operands: TASK },
  complete: { about: 'complete a task', operands: TASK },
  comments: { about: 'list comments on a task, newest first', operands: TASK },
  comment: { about: 'comment on a task', operands: TASK },
  fail: { about: 'fail a task', operands: TASK },
  cancel: { about: 'cancel a task', operands: TASK },
} as const;

export type TasksCall = Call<typeof OPTIONS, keyof typeof ACTIONS>;

export const TASKS = declareVerb({
  name: 'tasks',
  group: 'work',
  about: 'list, claim, complete, comment, fail and cancel user tasks',
  actions: ACTIONS,
  options: OPTIONS,
  asksApi: true,
  printsTables: true,
  run: async (call) => (await import('./tasks.ts')).runTasks(call),
});
