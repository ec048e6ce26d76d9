import { filterTerm, WrongArguments } from '../arguments.ts';
import { print, printJson } from '../output/terminal.ts';
import { tableText } from '../output/text-table.ts';
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

interface Listed {
  readonly activityInstanceId: string;
  readonly workflowInstanceId: string;
  readonly activityId: string;
  readonly assignee: string | null;
  readonly candidateGroups: readonly string[];
  readonly claimedBy: string | null;
  readonly createdAt: string;
  readonly dueDate?: string;
}
interface Page {
  readonly data: readonly Listed[];
  readonly totalCount: number;
}

interface Comments {
  readonly items: readonly { readonly author: string; readonly text: string; readonly createdAt: string }[];
  readonly totalCount: number;
}

const DONE = {
  claim: 'Claimed.',
  unclaim: 'Given back.',
  complete: 'Completed.',
  comment: 'Stored.',
  fail: 'Failed.',
  cancel: 'Cancelled.',
} as const;

/** `sluice tasks`: lists user tasks and works on them (docs/contributing/spec/http/user-tasks.md). */
async function runTasks(call: TasksCall): Promise<true> {
  const { action, operands, isJson, printsJson } = call;
  if (action === 'list') {
    const page = await call.openApi().get<Page>(`/UserTasks?${queryOf(call)}`);
    return printsJson ? printJson(page) : print(textOf(page));
  }
  const [id = ''] = operands;
  const task = `/UserTasks/${encodeURIComponent(id)}`;
  if (action === 'comments') {
    const comments = await call.openApi().get<Comments>(`${task}/comments?${paged(call)}`);
    return printsJson ? printJson(comments) : print(saidText(comments));
  }
  const body = bodyOf(action, call);
  const answer = await call.openApi().post(`${task}/${action === 'comment' ? 'comments' : action}`, body);
  return isJson ? printJson(answer ?? {}) : print(DONE[action]);
}

function paged({ options: { page = '1' } }: TasksCall): URLSearchParams {
  return new URLSearchParams({ pageSize: '100', page });
}

function queryOf(call: TasksCall): URLSearchParams {
  const { assignee, group = [] } = call.options;
  if (group.length > 1) throw new WrongArguments('list takes one --group');
  const query = paged(call);
  if (assignee !== undefined) query.set('assignee', assignee);
  if (group[0] !== undefined) query.set('candidateGroup', group[0]);
  const terms = [
    ...filterTerm('ProcessDefinitionKey', '==', call.options.process),
    ...filterTerm('Name', '==', call.options.name),
    ...filterTerm('BusinessId', '==', call.options['business-id']),
  ];
  if (terms.length > 0) query.set('filters', terms.join(','));
  return query;
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

function textOf({ data, totalCount }: Page): string {
  if (data.length === 0) return 'No tasks.';
  const rows = data.map((task) => [
    task.activityInstanceId,
    task.activityId,
    task.claimedBy ?? task.assignee ?? '-',
    task.candidateGroups.join(', ') || '-',
    task.createdAt,
    task.dueDate ?? '-',
    task.workflowInstanceId,
  ]);
  return counted(tableText(['TASK', 'ELEMENT', 'OF', 'GROUPS', 'SINCE', 'DUE', 'INSTANCE'], rows), data.length, totalCount);
}

function saidText({ items, totalCount }: Comments): string {
  if (items.length === 0) return 'No comments.';
  const rows = items.map(({ createdAt, author, text }) => [createdAt, author, text]);
  return counted(tableText(['AT', 'BY', 'TEXT'], rows), items.length, totalCount);
}

function counted(table: string, shown: number, totalCount: number): string {
  return totalCount > shown ? `${table}\n${totalCount} in all` : table;
}
