import { type Call, declareVerb, one, PAGE, SET } from '../declaration.ts';

const OPTIONS = {
  assignee: { value: '<user>', about: 'whose', of: ['list'] },
  group: {
    value: '<name>',
    about: 'a candidate group; of claim: of the user, may be repeated',
    multiple: true,
    of: ['list', 'claim'],
  },
  process: { value: '<key>', about: 'of this process', of: ['list'] },
  name: { value: '<text>', about: 'with this name in the model', of: ['list'] },
  'business-id': { value: '<id>', about: 'of instances with this business id', of: ['list'] },
  page: { ...PAGE, of: ['list', 'comments'] },
  user: { value: '<id>', about: 'who acts, where no token says it', of: ['claim', 'complete', 'comment'] },
  set: { ...SET, of: ['complete'] },
  message: { value: '<text>', about: 'why it fails', mayBeEmpty: true, of: ['fail'] },
  text: { value: '<text>', about: 'what is said', of: ['comment'] },
  code: { value: '<text>', about: 'of the failure', of: ['fail'] },
  reason: { value: '<text>', about: 'stands in the history', mayBeEmpty: true, of: ['cancel'] },
} as const;

const TASK = one('<id>', 'the id of one task', 'task');
const ACTIONS = {
  list: { about: 'those that are open, 100 at a time', isDefault: true },
  claim: { about: 'takes one for a user', operands: TASK },
  unclaim: { about: 'gives it back', operands: TASK },
  complete: { about: 'it is done', operands: TASK },
  comments: { about: 'what was said about it, newest first', operands: TASK },
  comment: { about: 'says something about it', operands: TASK },
  fail: { about: 'it could not be done', operands: TASK },
  cancel: { about: 'it is not wanted any more', operands: TASK },
} as const;

export type TasksCall = Call<typeof OPTIONS, keyof typeof ACTIONS>;

export const TASKS = declareVerb({
  name: 'tasks',
  group: 'work',
  about: 'lists, claims, comments, completes, fails and cancels user tasks',
  actions: ACTIONS,
  options: OPTIONS,
  asksApi: true,
  printsTables: true,
  run: async (call) => (await import('./tasks.ts')).runTasks(call),
});
