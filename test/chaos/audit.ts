import pg from 'pg';
import { eventually } from '../support/eventually.ts';
import { http } from '../support/http/http-client.ts';
import type { Start } from './load.ts';

/** An instance as the API lists it. */
interface Listed {
  readonly instanceId: string;
  readonly businessId: string;
  readonly isCompleted: boolean;
  readonly isFailed: boolean;
}

const PAGE_SIZE = 100;

/** All instances of a key, page by page over HTTP, once nothing more is to be projected. */
export async function listInstances(url: string, databaseUrl: string, key: string): Promise<Listed[]> {
  await untilProjected(databaseUrl);
  const all: Listed[] = [];
  for (let page = 1; ; page++) {
    const path = `/Definitions/${key}/instances?page=${page}&pageSize=${PAGE_SIZE}`;
    const { json } = await http(url, { path });
    all.push(...json.items);
    if (json.items.length < PAGE_SIZE) return all;
  }
}

export async function untilProjected(databaseUrl: string): Promise<void> {
  await eventually('everything written is projected', () => isProjected(databaseUrl), { withinMs: 60_000, everyMs: 100 });
}

async function isProjected(databaseUrl: string): Promise<boolean> {
  const [row] = await rows<{ open: boolean }>(
    databaseUrl,
    `select exists (select from projection_todo) or exists (select from outbox) or exists (select from instance where not is_terminal) as open`,
  );
  return row?.open === false;
}

/** Differences between the answers that clients got and the data; empty when both agree. */
export function brokenPromises(starts: readonly Start[], listed: readonly Listed[]): string[] {
  const byBusinessId = new Map<string, Listed[]>();
  for (const instance of listed)
    byBusinessId.set(instance.businessId, [...(byBusinessId.get(instance.businessId) ?? []), instance]);
  const broken: string[] = [];
  for (const { businessId, instanceId } of starts) {
    const found = byBusinessId.get(businessId) ?? [];
    if (found.length > 1) broken.push(`${businessId} was done ${found.length} times`);
    if (instanceId === undefined) continue;
    if (found[0]?.instanceId !== instanceId) broken.push(`${businessId} was acknowledged as ${instanceId} and is lost`);
  }
  const known = new Set(starts.map(({ businessId }) => businessId));
  for (const { businessId, instanceId, isCompleted, isFailed } of listed) {
    if (!known.has(businessId)) broken.push(`${businessId} was never sent`);
    if (!isCompleted || isFailed) broken.push(`${instanceId} is not completed`);
  }
  return broken;
}

/** What must not be: gaps in a journal, and commands that were parked. */
export async function brokenRows(databaseUrl: string): Promise<Record<string, unknown>[]> {
  return rows(
    databaseUrl,
    `select 'gap' as what, subject_id::text as id from journal group by subject_id having max(seq) <> count(*) or min(seq) <> 1
     union all select 'parked', command_id::text from dead_letter`,
  );
}

async function rows<Row extends object>(databaseUrl: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}
