import { visibleText } from '../../platform/log-text.ts';
import { type ApiClient, ApiRefusal } from '../api-client.ts';
import { askingApi } from '../asking-api.ts';
import { print, printJson } from '../print.ts';
import { readOptions } from '../read-options.ts';
import { WrongArguments } from '../wrong-arguments.ts';

const OPTIONS = {
  'business-id': { type: 'string' },
  'cancel-running': { type: 'boolean' },
  json: { type: 'boolean' },
  url: { type: 'string' },
} as const;

const COMMON = `  --json                 for programs
  --url <url>            the API, in place of SLUICE_URL (http://localhost:8080)

A token is read from SLUICE_TOKEN. Ends with 0 when it is done, with 1 when it is refused, with 2 on wrong arguments.
`;
const USAGES = {
  delete: `Usage: sluice instances delete <id>…

Deletes finished instances, with those they called.
${COMMON}`,
  erase: `Usage: sluice instances erase --business-id <id> [--cancel-running]

Deletes all instances with a business id, and what else is kept of them.
  --cancel-running       those that run too
${COMMON}`,
} as const;

interface Deleted {
  readonly Deleted: number;
  readonly GoesOn: boolean;
}
interface Erased {
  readonly Erased: number;
  readonly Cancelled: readonly string[];
  readonly IsComplete: boolean;
  readonly Archives: readonly string[];
}

/** Cancelled instances end within moments; what takes longer than all of these requests is left to the person. */
const MOST_REQUESTS = 20;
const PAUSE_MS = 500;

/** `sluice instances delete` and `erase`, over the API (docs/spec/retention.md). */
export function runDeletion(action: 'delete' | 'erase', args: readonly string[]): Promise<void> {
  return askingApi(
    USAGES[action],
    () => readArguments(action, args),
    (client, { ids, options }) =>
      action === 'delete'
        ? deleteAll(client, ids, options.json === true)
        : erase(client, options['business-id'] ?? '', options['cancel-running'] === true, options.json === true),
  );
}

function readArguments(action: 'delete' | 'erase', args: readonly string[]) {
  const { values: options, positionals: ids } = readOptions(args, { options: OPTIONS, allowPositionals: true });
  const { 'business-id': businessId, 'cancel-running': cancels } = options;
  if (action === 'delete' && ids.length === 0) throw new WrongArguments('delete takes the ids of instances');
  if (action === 'delete' && (businessId !== undefined || cancels === true))
    throw new WrongArguments('--business-id and --cancel-running are for erase');
  if (action === 'erase' && (ids.length > 0 || businessId === undefined))
    throw new WrongArguments('erase takes --business-id, and no ids');
  return { ids, options };
}

/** Each by itself: one that is refused does not keep the others. */
async function deleteAll(client: ApiClient, ids: readonly string[], isJson: boolean): Promise<boolean> {
  const results: { readonly instanceId: string; readonly deleted: number; readonly refusal: string | null }[] = [];
  for (const instanceId of ids) {
    try {
      const { Deleted } = await client.delete<Deleted>(`/Instances/${encodeURIComponent(instanceId)}`);
      results.push({ instanceId, deleted: Deleted, refusal: null });
    } catch (error) {
      if (!(error instanceof ApiRefusal) || error.status === 0) throw error;
      results.push({ instanceId, deleted: 0, refusal: error.message });
    }
  }
  if (isJson) printJson(results);
  else {
    for (const { instanceId, deleted, refusal } of results) {
      print(`${instanceId} ${refusal === null ? `deleted, ${deleted} in all` : visibleText(refusal)}`);
    }
  }
  return results.every(({ refusal }) => refusal === null);
}

/** Asks until nothing is left: what was cancelled ends a moment later. */
async function erase(client: ApiClient, BusinessId: string, CancelRunning: boolean, isJson: boolean): Promise<boolean> {
  const sum = { erased: 0, cancelled: [] as string[], isComplete: false, archives: [] as readonly string[] };
  for (let request = 1; request <= MOST_REQUESTS && !sum.isComplete; request += 1) {
    if (request > 1) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const { Erased, Cancelled, IsComplete, Archives } = await client.post<Erased>('/Instances/erase', {
      BusinessId,
      CancelRunning,
    });
    sum.erased += Erased;
    sum.cancelled.push(...Cancelled);
    sum.isComplete = IsComplete;
    sum.archives = Archives;
  }
  if (isJson) printJson(sum);
  else {
    print(
      `${sum.erased} erased, ${sum.cancelled.length} of them cancelled before.${sum.isComplete ? '' : ' Not all have ended yet: ask once more.'}`,
    );
    for (const file of sum.archives) print(`The archive still has some: ${visibleText(file)}`);
  }
  return sum.isComplete;
}
