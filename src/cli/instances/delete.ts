import { visibleText } from '../../platform/log-text.ts';
import { type ApiClient, ApiRefusal } from '../api-client.ts';
import { print, printJson } from '../output/print.ts';
import { WrongArguments } from '../wrong-arguments.ts';
import type { FindCall } from './declarations.ts';

interface Deleted {
  readonly Deleted: number;
  readonly GoesOn: boolean;
}
interface Erased {
  readonly Erased: number;
  readonly Evaluations?: number;
  readonly Cancelled: readonly string[];
  readonly IsComplete: boolean;
  readonly Archives: readonly string[];
}

/** Cancelled instances end within moments. If this many requests are not enough, the user repeats the command. */
const MOST_REQUESTS = 20;
const PAUSE_MS = 500;

/** `sluice instances delete` and `erase`, over the API (docs/contributing/spec/retention.md). @returns whether everything is as it was wanted */
export function runDeletion({ action, operands, options, isJson, openApi }: FindCall): Promise<boolean> {
  if (action === 'delete') return deleteAll(openApi(), operands, isJson);
  const businessId = options['business-id'];
  if (businessId === undefined) throw new WrongArguments('erase takes --business-id, and no ids');
  return erase(openApi(), businessId, options['cancel-running'] === true, isJson);
}

/** Sends one request per instance, so that a refusal does not stop the others. */
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
      print(`${visibleText(instanceId)} ${refusal === null ? `deleted, ${deleted} in all` : visibleText(refusal)}`);
    }
  }
  return results.every(({ refusal }) => refusal === null);
}

/** Repeats until nothing is left, because cancelled instances end a moment later. */
async function erase(client: ApiClient, BusinessId: string, CancelRunning: boolean, isJson: boolean): Promise<boolean> {
  const sum = { erased: 0, evaluations: 0, cancelled: [] as string[], isComplete: false, archives: [] as readonly string[] };
  for (let request = 1; request <= MOST_REQUESTS && !sum.isComplete; request += 1) {
    if (request > 1) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const {
      Erased,
      Evaluations = 0,
      Cancelled,
      IsComplete,
      Archives,
    } = await client.post<Erased>('/Instances/erase', {
      BusinessId,
      CancelRunning,
    });
    sum.erased += Erased;
    sum.evaluations += Evaluations;
    sum.cancelled.push(...Cancelled);
    sum.isComplete = IsComplete;
    sum.archives = Archives;
  }
  if (isJson) printJson(sum);
  else {
    print(
      `${sum.erased} erased, ${sum.cancelled.length} of them cancelled before.${sum.isComplete ? '' : ' Not all have ended yet: repeat the command.'}`,
    );
    if (sum.evaluations > 0) print(`${sum.evaluations} kept calls of decisions erased.`);
    for (const file of sum.archives) print(`The archive still has some: ${visibleText(file)}`);
  }
  return sum.isComplete;
}
