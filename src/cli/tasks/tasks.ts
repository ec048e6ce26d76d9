import { askingApi } from '../asking-api.ts';
import { print, printJson, wantsJson } from '../print.ts';
import { tableText } from '../table.ts';
import { readTasksArguments, TASKS_USAGE } from './arguments.ts';

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
export async function runTasks(args: readonly string[]): Promise<void> {
  await askingApi(
    TASKS_USAGE,
    () => readTasksArguments(args),
    async (client, { action, isJson, isTable }) => {
      if (action.kind === 'list') {
        const page = await client.get<Page>(`/UserTasks?${action.query}`);
        return !isTable && wantsJson(isJson) ? printJson(page) : print(textOf(page));
      }
      const answer = await client.post(`/UserTasks/${encodeURIComponent(action.id)}/${action.kind}`, action.body);
      return isJson ? printJson(answer ?? {}) : print(DONE[action.kind]);
    },
  );
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
