import { WrongArguments } from '../arguments.ts';
import { LISTS } from '../lists.ts';
import { printList } from '../output/tables.ts';
import { print, printJson } from '../output/terminal.ts';
import { type Call, declareVerb, one, PAGE, SET } from '../verb-declaration.ts';
import { assigned } from './instance-changes.ts';

const OPTIONS = {
  assignee: { value: '<user>', about: 'filter by assignee', of: ['list'] },
  group: {
    value: '<name>',
    about: 'for list: filter by candidate group; for claim: a group of the user, repeatable',
    multiple: true,
    of: ['list', 'claim'],
  },
  process: { value: '<key>', filter: 'ProcessDefinitionKey==', about: 'filter by process key', of: ['list'] },
  name: { value: '<text>', filter: 'Name==', about: 'filter by name in the model', of: ['list'] },
  'business-id': { value: '<id>', filter: 'BusinessId==', about: 'filter by business id', of: ['list'] },
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

type TasksCall = Call<typeof OPTIONS, keyof typeof ACTIONS>;

export const TASKS = declareVerb({
  name: 'tasks',
  group: 'work',
  about: 'list, claim, complete, comment, fail and cancel user tasks',
  actions: ACTIONS,
  options: OPTIONS,
  asksApi: true,
  printsTables: true,
  run: (call) => runTasks(call),
});

const DONE = {
  claim: 'Claimed.',
  unclaim: 'Given back.',
  complete: 'Completed.',
  comment: 'Stored.',
  fail: 'Failed.',
  cancel: 'Cancelled.',
} as const;

/** `sluice tasks` (docs/contributing/spec/http/user-tasks.md). */
async function runTasks(call: TasksCall): Promise<true> {
  const {
    action,
    operands: [id = ''],
    isJson,
  } = call;
  if (action === 'list') return printList(LISTS.tasks, call, OPTIONS, [], whoseTasks(call));
  if (action === 'comments') return printList(LISTS.comments, call, {}, [id]);
  const answer = await call.openApi().call(`${action}UserTask`, [id], bodyOf(action, call));
  return isJson ? printJson(answer ?? {}) : print(DONE[action]);
}

function whoseTasks({ options: { assignee, group: [candidateGroup, ...others] = [] } }: TasksCall) {
  if (others.length > 0) throw new WrongArguments('list takes one --group');
  return { assignee, candidateGroup };
}

function bodyOf(action: keyof typeof DONE, { options }: TasksCall): Readonly<Record<string, unknown>> {
  const { user, group, set = [], text, message, code, reason } = options;
  switch (action) {
    case 'claim':
      return { UserId: user, UserGroups: group };
    case 'unclaim':
      return {};
    case 'complete':
      return { UserId: user, Variables: assigned(set) };
    case 'comment':
      if (text === undefined) throw new WrongArguments('comment needs --text');
      return { UserId: user, Text: text };
    case 'fail':
      if (message === undefined) throw new WrongArguments('fail needs --message');
      return { errorMessage: message, errorCode: code };
    case 'cancel':
      return { reason };
  }
}
