import { visibleText } from '../../platform/log-text.ts';
import type { ApiClient } from '../api-client.ts';
import { askingApi } from '../asking-api.ts';
import { filterTerm } from '../filter-term.ts';
import { print, printJson } from '../print.ts';
import { tableText } from '../table.ts';
import { DEFINITIONS_USAGE, type DefinitionsRequest, readDefinitionsArguments } from './arguments.ts';

interface Definition {
  readonly processDefinitionKey: string;
  readonly version: number;
  readonly deployedAt: string;
  readonly isActive: boolean;
  readonly isSuspended?: boolean;
}
interface KeySuspension {
  readonly isSuspended: boolean;
  readonly instances: number;
}
interface Deleted {
  readonly ProcessDefinitionKey: string;
  readonly Version: number;
  readonly LatestVersion: number | null;
}

/** `sluice definitions`: lists deployed versions, deletes some, suspends and resumes keys over the API. Sets the exit code: 1 when one is refused, 2 on wrong arguments. */
export async function runDefinitions(args: readonly string[]): Promise<void> {
  await askingApi(
    DEFINITIONS_USAGE,
    () => readDefinitionsArguments(args),
    (client, request) => carryOut(client, request),
  );
}

function carryOut(client: ApiClient, request: DefinitionsRequest): Promise<true> {
  const { action, isJson } = request;
  switch (action.kind) {
    case 'list':
      return list(client, request);
    case 'delete':
      return deleteAll(client, action, isJson);
    default:
      return switchKey(client, action, isJson);
  }
}

async function switchKey(
  client: ApiClient,
  { kind, key, reason }: Extract<DefinitionsRequest['action'], { kind: 'suspend' | 'resume' }>,
  isJson: boolean,
): Promise<true> {
  const body = reason === undefined ? {} : { Reason: reason };
  const answer = await client.post<KeySuspension>(`/Definitions/${encodeURIComponent(key)}/${kind}`, body);
  if (isJson) return printJson(answer);
  const count = answer.instances === 1 ? '1 instance' : `${answer.instances} instances`;
  return print(`${visibleText(key)} is ${answer.isSuspended ? 'suspended' : 'resumed'}: ${count}`);
}

async function list(client: ApiClient, { process: key, page, isJson }: DefinitionsRequest): Promise<true> {
  const filters = filterTerm('ProcessDefinitionKey', '==', key).join(',');
  const query = new URLSearchParams({ pageSize: '100', page, filters });
  const found = await client.get<{ items: readonly Definition[]; totalCount: number }>(`/Definitions?${query}`);
  if (isJson) return printJson(found);
  if (found.totalCount === 0) return print('Nothing is deployed.');
  const rows = found.items.map((one) => [
    one.processDefinitionKey,
    String(one.version),
    one.deployedAt,
    `${one.isActive ? 'yes' : 'no'}${one.isSuspended === true ? ', suspended' : ''}`,
  ]);
  print(tableText(['KEY', 'VERSION', 'DEPLOYED AT', 'ACTIVE'], rows));
  return found.totalCount > found.items.length ? print(`${found.totalCount} in all`) : true;
}

/** One by one: a refusal ends it, and what was deleted before stays deleted. */
async function deleteAll(
  client: ApiClient,
  { key, versions }: Extract<DefinitionsRequest['action'], { kind: 'delete' }>,
  isJson: boolean,
): Promise<true> {
  const deleted: Deleted[] = [];
  try {
    for (const version of versions) {
      const one = await client.delete<Deleted>(`/Definitions/${encodeURIComponent(key)}/${version}`);
      deleted.push(one);
      if (!isJson) print(textOf(one));
    }
  } finally {
    if (isJson) printJson(deleted);
  }
  return true;
}

function textOf({ ProcessDefinitionKey: key, Version: version, LatestVersion: latest }: Deleted): string {
  const rest = latest === null ? 'it has no version any more' : `its latest version is ${latest}`;
  return `${visibleText(key)}: version ${version} is deleted, ${rest}`;
}
