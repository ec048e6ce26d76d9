import { visibleText } from '../../platform/redact.ts';
import { WrongArguments } from '../arguments.ts';
import { type ApiClient, ApiRefusal } from '../connection/api-client.ts';
import { print, printJson } from '../output/terminal.ts';
import type { CancelCall, FindCall, RunCall, SuspendCall, VariablesCall } from './instance-declarations.ts';

/** Parses `name=value`; a value that is not JSON is a text. Throws {@link WrongArguments}. */
export function assigned(texts: readonly string[]): Readonly<Record<string, unknown>> {
  const values = Object.create(null) as Record<string, unknown>;
  for (const text of texts) {
    const at = text.indexOf('=');
    if (at < 1) throw new WrongArguments(`'${text}' is not name=value`);
    values[text.slice(0, at)] = readValue(text.slice(at + 1));
  }
  return values;
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** See docs/contributing/spec/http/execution.md. @returns false if the instance has not completed within the wait */
export async function runStartInstance({ operands, options, isJson, openApi }: RunCall): Promise<boolean> {
  const { version, wait } = options;
  const body = {
    WorkflowId: operands[0],
    BusinessId: options['business-id'],
    Variables: assigned(options.set ?? []),
    ...(version === undefined ? {} : { Version: Number(version) }),
    ...(wait === undefined ? {} : { WaitSeconds: Number(wait) }),
  };
  const started = await openApi().call('start', [], body);
  const { Status: status, Variables: variables } = started;
  if (isJson) printJson(started);
  else {
    print(visibleText(started.WorkflowInstanceId));
    if (status !== undefined) print(status);
    if (variables !== undefined) printJson(variables);
  }
  return status === undefined || status === 'completed';
}

/** See docs/contributing/spec/http/instances.md#cancel-an-instance. @returns false if a request was rejected */
export async function runCancel({ operands, options: { reason }, isJson, openApi }: CancelCall): Promise<boolean> {
  const client = openApi();
  const results: { readonly instanceId: string; readonly refusal: string | null }[] = [];
  for (const instanceId of operands) {
    const refusal = await client
      .call('cancelInstance', [instanceId], reason === undefined ? {} : { reason })
      .then(() => null)
      .catch((error: Error) => {
        // would repeat for all others: no answer, or an authentication error
        if (!(error instanceof ApiRefusal) || ![400, 404, 409, 422].includes(error.status)) throw error;
        return error.message;
      });
    results.push({ instanceId, refusal });
    if (!isJson) print(`${visibleText(instanceId)}  ${refusal === null ? 'cancelled' : visibleText(refusal)}`);
  }
  if (isJson) printJson(results);
  return results.every(({ refusal }) => refusal === null);
}

/** Limit for one erasure. If instances remain, the user must repeat the command. */
const MOST_REQUESTS = 20;
const PAUSE_MS = 500;

/** See docs/contributing/spec/retention.md. @returns false if an action failed or was refused */
export function runDeletion({ action, operands, options, isJson, openApi }: FindCall): Promise<boolean> {
  if (action === 'delete') return deleteAll(openApi(), operands, isJson);
  const businessId = options['business-id'];
  if (businessId === undefined) throw new WrongArguments('erase takes --business-id, and no ids');
  return erase(openApi(), businessId, options['cancel-running'] === true, isJson);
}

/** One request per instance: a rejection does not stop the others. */
async function deleteAll(client: ApiClient, ids: readonly string[], isJson: boolean): Promise<boolean> {
  const results: { readonly instanceId: string; readonly deleted: number; readonly refusal: string | null }[] = [];
  for (const instanceId of ids) {
    try {
      const { Deleted } = await client.call('deleteInstance', [instanceId]);
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

/** Repeats until no instance is left, because cancelled ones end a short time later. */
async function erase(client: ApiClient, BusinessId: string, CancelRunning: boolean, isJson: boolean): Promise<boolean> {
  const sum = { erased: 0, evaluations: 0, cancelled: [] as string[], isComplete: false, archives: [] as readonly string[] };
  for (let request = 1; request <= MOST_REQUESTS && !sum.isComplete; request += 1) {
    if (request > 1) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const answer = await client.call('eraseInstances', [], { BusinessId, CancelRunning });
    const { Erased, Evaluations = 0, Cancelled, IsComplete, Archives } = answer;
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

/** `suspend`: stops the instance until it is resumed. `resume`: runs the queued commands (docs/contributing/spec/suspension.md). */
export async function switchInstance(
  verb: 'suspend' | 'resume',
  { operands: [id = ''], options: { reason, alone }, isJson, openApi }: SuspendCall,
): Promise<true> {
  const body = { ...(reason !== undefined && { Reason: reason }), ...(alone === true && { CalledInstances: false }) };
  const answer = await openApi().call(`${verb}Instance`, [id], body);
  if (isJson) return printJson(answer);
  return print(answer.isSuspended ? `Suspended by ${answer.suspendedBy.map(visibleText).join(' and ')}.` : 'Resumed.');
}

/** `sluice variables` (docs/contributing/spec/http/instances.md#edit-variables). */
export async function runVariables({ operands: [id = ''], options, isJson, openApi }: VariablesCall): Promise<true> {
  if (options.set === undefined && options.delete === undefined) throw new WrongArguments('nothing to --set or --delete');
  const body = {
    Variables: assigned(options.set ?? []),
    Delete: options.delete ?? [],
    ...(options.scope !== undefined && { Scope: options.scope }),
  };
  const answer = await openApi().call('editVariables', [id], body);
  return isJson ? printJson(answer ?? {}) : print('Edited.');
}
