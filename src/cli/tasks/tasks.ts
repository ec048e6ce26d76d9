import { assigned } from '../instances/assigned.ts';
import { print, printJson } from '../output/print.ts';
import { tableText } from '../output/table.ts';
import { WrongArguments } from '../wrong-arguments.ts';
import type { TasksCall } from './declaration.ts';

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

const DONE = {
  claim: 'Claimed.',
  unclaim: 'Given back.',
  complete: 'Completed.',
  fail: 'Failed.',
  cancel: 'Cancelled.',
} as const;

/** `sluice tasks`: lists user tasks and works on them (docs/spec/http/user-tasks.md). */
export async function runTasks(call: TasksCall): Promise<true> {
  const { action, operands, isJson, printsJson } = call;
  if (action === 'list') {
    const page = await call.openApi().get<Page>(`/UserTasks?${queryOf(call)}`);
    return printsJson ? printJson(page) : print(textOf(page));
  }
  const [id = ''] = operands;
  const body = bodyOf(action, call);
  const answer = await call.openApi().post(`/UserTasks/${encodeURIComponent(id)}/${action}`, body);
  return isJson ? printJson(answer ?? {}) : print(DONE[action]);
}

function queryOf({ options: { assignee, group = [], page = '1' } }: TasksCall): URLSearchParams {
  if (group.length > 1) throw new WrongArguments('list takes one --group');
  const query = new URLSearchParams({ pageSize: '100', page });
  if (assignee !== undefined) query.set('assignee', assignee);
  if (group[0] !== undefined) query.set('candidateGroup', group[0]);
  return query;
}

function bodyOf(action: keyof typeof DONE, { options }: TasksCall): Readonly<Record<string, unknown>> {
  const { user, group, set = [], message, code, reason } = options;
  switch (action) {
    case 'claim':
      return { UserId: user, UserGroups: group };
    case 'unclaim':
      return {};
    case 'complete':
      return { UserId: user, Variables: assigned(set) };
    case 'fail':
      if (message === undefined) throw new WrongArguments('--message says why it fails');
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
  const table = tableText(['TASK', 'ELEMENT', 'OF', 'GROUPS', 'SINCE', 'DUE', 'INSTANCE'], rows);
  return totalCount > data.length ? `${table}\n${totalCount} in all` : table;
}
