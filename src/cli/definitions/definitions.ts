import { processEnvironment } from '../../platform/config.ts';
import { visibleText } from '../../platform/log-text.ts';
import { type ApiClient, ApiRefusal, openClient } from '../api-client.ts';
import { tableText } from '../table.ts';
import { DEFINITIONS_USAGE, type DefinitionsRequest, readDefinitionsArguments } from './arguments.ts';

interface Definition {
  readonly processDefinitionKey: string;
  readonly version: number;
  readonly deployedAt: string;
  readonly isActive: boolean;
}
interface Deleted {
  readonly ProcessDefinitionKey: string;
  readonly Version: number;
  readonly LatestVersion: number | null;
}

const DEFAULT_URL = 'http://localhost:8080';

/** `sluice definitions`: lists deployed versions and deletes some over the API. Sets the exit code: 1 when one is refused, 2 on wrong arguments. */
export async function runDefinitions(args: readonly string[]): Promise<void> {
  const request = readDefinitionsArguments(args);
  if (typeof request === 'string') {
    process.stderr.write(`${request}\n\n${DEFINITIONS_USAGE}`);
    process.exitCode = 2;
    return;
  }
  const { SLUICE_URL, SLUICE_TOKEN } = processEnvironment();
  const client = openClient(request.url ?? (SLUICE_URL || DEFAULT_URL), SLUICE_TOKEN || undefined);
  try {
    if (request.action.kind === 'list') await list(client, request);
    else await deleteAll(client, request.action.key, request.action.versions, request.isJson);
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    process.stderr.write(`${visibleText(error.message)}\n`);
    process.exitCode = 1;
  }
}

async function list(client: ApiClient, { process: key, page, isJson }: DefinitionsRequest): Promise<void> {
  const filters = key === undefined ? '' : `ProcessDefinitionKey==${key.replaceAll(/[\\,|*]/g, '\\$&')}`;
  const query = new URLSearchParams({ pageSize: '100', page, filters });
  const found = await client.get<{ items: readonly Definition[]; totalCount: number }>(`/Definitions?${query}`);
  if (isJson) return print(JSON.stringify(found, null, 2));
  if (found.totalCount === 0) return print('Nothing is deployed.');
  const rows = found.items.map((one) => [
    one.processDefinitionKey,
    String(one.version),
    one.deployedAt,
    one.isActive ? 'yes' : 'no',
  ]);
  print(tableText(['KEY', 'VERSION', 'DEPLOYED AT', 'ACTIVE'], rows));
  if (found.totalCount > found.items.length) print(`${found.totalCount} in all`);
}

/** One by one: a refusal ends it, and what was deleted before stays deleted. */
async function deleteAll(client: ApiClient, key: string, versions: readonly string[], isJson: boolean): Promise<void> {
  const deleted: Deleted[] = [];
  try {
    for (const version of versions) {
      const one = await client.delete<Deleted>(`/Definitions/${encodeURIComponent(key)}/${version}`);
      deleted.push(one);
      if (!isJson) print(textOf(one));
    }
  } finally {
    if (isJson) print(JSON.stringify(deleted, null, 2));
  }
}

function textOf({ ProcessDefinitionKey: key, Version: version, LatestVersion: latest }: Deleted): string {
  const rest = latest === null ? 'it has no version any more' : `its latest version is ${latest}`;
  return `${visibleText(key)}: version ${version} is deleted, ${rest}`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
