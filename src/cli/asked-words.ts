import { sleep } from '../platform/retry.ts';
import type { ApiClient } from './connection/api-client.ts';
import { clientOf, readProfiles } from './connection/find-api.ts';
import type { NextWords } from './next-words.ts';
import { queryOf } from './output/tables.ts';
import type { Completes } from './verb-declaration.ts';

/** A shell waits for the answer. */
const PATIENCE_MS = 300;

const MOST = '100';

/** A shell could run other texts as commands. */
const PLAIN = /^\w[\w.:@+-]*$/;

type Asked = Exclude<Completes, 'file' | 'folder' | 'verb' | 'profile'>;

interface Answer {
  readonly items?: readonly Readonly<Record<string, unknown>>[];
  readonly data?: readonly Readonly<Record<string, unknown>>[];
}

/** List operation by kind, and the member of its rows. */
const LISTS = {
  process: { operation: 'listDefinitions', sorts: undefined, member: 'processDefinitionKey' },
  instance: { operation: 'findInstances', sorts: '-CreatedAt', member: 'instanceId' },
  incident: { operation: 'listIncidents', sorts: undefined, member: 'incidentId' },
  task: { operation: 'listUserTasks', sorts: undefined, member: 'activityInstanceId' },
} as const satisfies Readonly<Record<Asked, unknown>>;

/** Reads completions from the API or the profile file. Returns [] after an error or a timeout. */
export async function askedWords(kind: Exclude<Completes, 'file' | 'folder'>, next: NextWords): Promise<readonly string[]> {
  try {
    const all = kind === 'verb' ? [] : kind === 'profile' ? [...readProfiles().byName.keys()] : await askApi(kind, next);
    const fit = all.filter((text) => PLAIN.test(text) && text.startsWith(next.begun));
    return [...new Set(fit)].map((text) => `${next.before}${text}`);
  } catch {
    return [];
  }
}

async function askApi(kind: Asked, { address }: NextWords): Promise<readonly string[]> {
  const { operation, sorts, member } = LISTS[kind];
  const client: ApiClient = clientOf(address);
  const found = client.call(operation, [], queryOf({ pageSize: MOST, sorts }));
  const answer = (await Promise.race([found, sleep(PATIENCE_MS)])) as Answer | undefined;
  const rows = answer?.items ?? answer?.data ?? [];
  return rows.map((row) => row[member]).filter((value) => typeof value === 'string');
}
