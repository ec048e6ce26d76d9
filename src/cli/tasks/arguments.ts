import { assigned } from '../instances/assigned.ts';
import { readOptions } from '../read-options.ts';
import { WrongArguments } from '../wrong-arguments.ts';

const OPTIONS = {
  assignee: { type: 'string' },
  group: { type: 'string', multiple: true },
  page: { type: 'string' },
  user: { type: 'string' },
  set: { type: 'string', multiple: true },
  message: { type: 'string' },
  code: { type: 'string' },
  reason: { type: 'string' },
  json: { type: 'boolean' },
  table: { type: 'boolean' },
  url: { type: 'string' },
} as const;

/** What is done to one task: the last part of its path, and the body. */
export interface ActionOnTask {
  readonly kind: 'claim' | 'unclaim' | 'complete' | 'fail' | 'cancel';
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What a person wants with user tasks. `query`: as the API takes it. */
export interface TasksRequest {
  readonly action: { readonly kind: 'list'; readonly query: URLSearchParams } | ActionOnTask;
  readonly options: { readonly url: string | undefined };
  readonly isJson: boolean;
  readonly isTable: boolean;
}

export const TASKS_USAGE = `Usage: sluice tasks [list | claim <id> | unclaim <id> | complete <id> | fail <id> | cancel <id>]

  --assignee <user>, --page <n>       of list; 100 tasks each
  --group <name>                      of list: a candidate group; of claim: a group of the user, may be repeated
  --user <id>                         of claim and complete: who acts, where no token says it
  --set <name>=<value>                of complete: a variable; a value is JSON, and what is no JSON is a text; may be repeated
  --message <text>, --code <code>     of fail
  --reason <text>                     of cancel
  --json                              the answer of the API; so it is for list when the output is no terminal
  --table                             of list: a table, also when it is none
  --url <url>                         the API, in place of SLUICE_URL (http://localhost:8080)

A token is read from SLUICE_TOKEN. Ends with 0 when it is done, with 1 when it is refused, with 2 on wrong arguments.
`;

/** Which options an action takes, besides those that all take. */
const TAKES: Readonly<Record<'list' | ActionOnTask['kind'], readonly string[]>> = {
  list: ['assignee', 'group', 'page', 'table'],
  claim: ['user', 'group'],
  unclaim: [],
  complete: ['user', 'set'],
  fail: ['message', 'code'],
  cancel: ['reason'],
};
const FOR_ALL: readonly string[] = ['json', 'url'];

/** Reads the arguments behind the verb. Throws {@link WrongArguments}. */
export function readTasksArguments(args: readonly string[]): TasksRequest {
  const { values, positionals } = readOptions(args, { options: OPTIONS, allowPositionals: true });
  const [name = 'list', id, ...others] = positionals;
  if (!isAction(name)) throw new WrongArguments(`unknown action '${name}'`);
  const stray = Object.keys(values).find((option) => !TAKES[name].includes(option) && !FOR_ALL.includes(option));
  if (stray !== undefined) throw new WrongArguments(`--${stray} is not for ${name}`);
  const common = { options: { url: values.url }, isJson: values.json === true, isTable: values.table === true };
  const { group = [], user, set = [] } = values;
  if (name === 'list') {
    if (id !== undefined) throw new WrongArguments('list takes no operands');
    if (group.length > 1) throw new WrongArguments('list takes one --group');
    if (common.isJson && common.isTable) throw new WrongArguments('give --json or --table, not both');
    const query = new URLSearchParams({ pageSize: '100', page: values.page ?? '1' });
    if (values.assignee !== undefined) query.set('assignee', values.assignee);
    if (group[0] !== undefined) query.set('candidateGroup', group[0]);
    return { action: { kind: name, query }, ...common };
  }
  if (id === undefined || others.length > 0) throw new WrongArguments(`${name} takes the id of one task`);
  if (name === 'fail' && values.message === undefined) throw new WrongArguments('--message says why it fails');
  const bodies: Readonly<Record<ActionOnTask['kind'], Readonly<Record<string, unknown>>>> = {
    claim: { UserId: user, UserGroups: group.length === 0 ? undefined : group },
    unclaim: {},
    complete: { UserId: user, Variables: assigned(set) },
    fail: { errorMessage: values.message, errorCode: values.code },
    cancel: { reason: values.reason },
  };
  return { action: { kind: name, id, body: bodies[name] }, ...common };
}

function isAction(name: string): name is keyof typeof TAKES {
  return Object.hasOwn(TAKES, name);
}
