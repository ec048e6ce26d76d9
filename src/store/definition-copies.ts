import type { Connection, Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';

/** Definitions without their contents: the copy of another shard is compared with them. */
export interface ComparedDefinitions {
  /** rows of the event history, by process key */
  readonly processes: ReadonlyMap<string, number>;
  readonly versions: ReadonlyMap<string, { readonly key: string; readonly version: number; readonly fileId: string | null }>;
  /** highest version, by decision key */
  readonly decisions: ReadonlyMap<string, number>;
  /** keys: file id, key and version */
  readonly decisionVersions: ReadonlyMap<string, { readonly key: string; readonly version: number; readonly fileId: string }>;
  /** time of the suspension, by process key */
  readonly suspensions: ReadonlyMap<string, string>;
}

/** Key of an advisory lock (one-number form). */
const COPY_LOCK = 1_400_011;
const LOCK: Statement = { name: 'lock-definition-copies', text: 'select pg_advisory_xact_lock($1::bigint)' };

/** Waits for other copies into this database. */
export async function lockCopies(transaction: Transaction): Promise<void> {
  await transaction.query(LOCK, [COPY_LOCK]);
}

const SNAPSHOT: Statement = {
  name: 'read-definitions-at-one-time',
  text: 'set transaction isolation level repeatable read, read only',
};

/** Makes all reads of the transaction see the same commits. Call it first. */
export async function readAtOneTime(transaction: Transaction): Promise<void> {
  await transaction.query(SNAPSHOT, []);
}

const list = (columns: string, table: string) =>
  `(select md5(string_agg(concat_ws(' ', ${columns}), ',' order by concat_ws(' ', ${columns}) collate "C")) from ${table})`;
const DIGEST: Statement = {
  name: 'digest-of-definitions',
  text: `select concat_ws(' ', ${list('key, seq', 'process where seq > 0')}, ${list('definition_id', 'definition_version')},
    ${list('key, highest_version', 'decision')}, ${list('key, version, file_id', 'decision_version')},
    ${list('key, extract(epoch from since)', 'key_suspension')}) as digest`,
};

/** Digest that is equal in two databases if their definitions are equal. */
export async function digestOfDefinitions(connection: Connection): Promise<string> {
  return (await connection.query<{ digest: string }>(DIGEST, []))[0]?.digest ?? '';
}

const INDEX = {
  processes: { name: 'index-of-processes', text: 'select key, seq from process where seq > 0' },
  versions: {
    name: 'index-of-versions',
    text: 'select definition_id as id, key, version, file_id as "fileId" from definition_version order by key, version',
  },
  decisions: { name: 'index-of-decisions', text: 'select key, highest_version as highest from decision' },
  decisionVersions: {
    name: 'index-of-decision-versions',
    text: 'select key, version, file_id as "fileId" from decision_version order by key, version',
  },
  suspensions: { name: 'index-of-suspensions', text: 'select key, extract(epoch from since)::text as since from key_suspension' },
} satisfies Record<string, Statement>;

export async function readCompared(connection: Connection): Promise<ComparedDefinitions> {
  const processes = await connection.query<{ key: string; seq: number }>(INDEX.processes, []);
  const versions = await connection.query<{ id: string; key: string; version: number; fileId: string | null }>(
    INDEX.versions,
    [],
  );
  const decisions = await connection.query<{ key: string; highest: number }>(INDEX.decisions, []);
  const listed = await connection.query<{ key: string; version: number; fileId: string }>(INDEX.decisionVersions, []);
  const suspensions = await connection.query<{ key: string; since: string }>(INDEX.suspensions, []);
  return {
    processes: new Map(processes.map(({ key, seq }) => [key, seq])),
    versions: new Map(versions.map(({ id, ...version }) => [id, version])),
    decisions: new Map(decisions.map(({ key, highest }) => [key, highest])),
    decisionVersions: new Map(listed.map((one) => [`${one.fileId} ${one.version} ${one.key}`, one])),
    suspensions: new Map(suspensions.map(({ key, since }) => [key, since])),
  };
}

/** Read and write rows of a table as one JSON text. */
interface CopiedTable {
  readonly read: Statement;
  readonly write: Statement;
}

/** @param where condition of the copied rows, with their keys or ids as $1 @param conflict for rows that exist in the target */
function copied(table: string, where: string, conflict = ''): CopiedTable {
  return {
    read: { name: `copy-from-${table}`, text: `select json_agg(t)::text as rows from ${table} t where ${where}` },
    write: {
      name: `copy-to-${table}`,
      text: `insert into ${table} select * from json_populate_recordset(null::${table}, $1::json) ${conflict}`,
    },
  };
}

const TABLES = {
  texts: copied('model_text', 'hash = any($1::text[])', 'on conflict (hash) do nothing'),
  versions: copied('definition_version', 'definition_id = any($1::text[])'),
  references: copied('decision_reference', 'definition_id = any($1::text[])'),
  resources: copied('deployment_resource', 'file_id = any($1::uuid[])', 'on conflict (file_id, name) do nothing'),
  decisions: copied(
    'decision',
    'key = any($1::text[])',
    'on conflict (key) do update set highest_version = excluded.highest_version',
  ),
  decisionVersions: copied('decision_version', 'file_id = any($1::uuid[])', 'on conflict (key, version) do nothing'),
  processes: copied(
    'process',
    'key = any($1::text[])',
    `on conflict (key) do update set latest_version = excluded.latest_version, definition_id = excluded.definition_id,
      is_active = excluded.is_active, seq = excluded.seq, highest_version = excluded.highest_version`,
  ),
  suspensions: copied(
    'key_suspension',
    'key = any($1::text[])',
    'on conflict (key) do update set reason = excluded.reason, actor = excluded.actor, since = excluded.since',
  ),
} as const;

/** Rows that belong to these keys or ids. */
export async function copyRows(
  source: Connection,
  target: Transaction,
  table: keyof typeof TABLES,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const { read, write } = TABLES[table];
  const [found] = await source.query<{ rows: string | null }>(read, [ids]);
  if (found?.rows != null) await target.query(write, [found.rows]);
}

const HASHES: Statement = {
  name: 'hashes-of-copied-texts',
  text: `select text_hash as hash from definition_version where definition_id = any($1::text[])
    union select text_hash from deployment_resource where file_id = any($2::uuid[])`,
};
const PRESENT: Statement = { name: 'copied-texts', text: 'select hash from model_text where hash = any($1::text[])' };
/** One text may have several megabytes. */
const TEXTS_PER_STATEMENT = 5;

/** Copies texts of versions, and of the files with these ids, that the target does not have. */
export async function copyTexts(
  source: Connection,
  target: Transaction,
  definitionIds: readonly string[],
  fileIds: readonly string[],
): Promise<void> {
  const used = (await source.query<{ hash: string }>(HASHES, [definitionIds, fileIds])).map(({ hash }) => hash);
  const present = new Set((await target.query<{ hash: string }>(PRESENT, [used])).map(({ hash }) => hash));
  const missing = used.filter((hash) => !present.has(hash));
  for (let at = 0; at < missing.length; at += TEXTS_PER_STATEMENT)
    await copyRows(source, target, 'texts', missing.slice(at, at + TEXTS_PER_STATEMENT));
}

const RESUME: Statement = { name: 'copy-resumed-keys', text: 'delete from key_suspension where key = any($1::text[])' };

/** Deletes suspensions of keys that the first shard has resumed. */
export async function deleteSuspensions(target: Transaction, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await target.query(RESUME, [keys]);
}

const READ_JOURNAL: Statement = {
  name: 'copy-from-journal',
  text: `select seq, command_id as "commandId", at::text as at, v, events::text as events, actor from journal
    where subject_id = $1 and seq > $2 order by seq limit $3`,
};
const WRITE_JOURNAL: Statement = {
  name: 'copy-to-journal',
  text: `insert into journal (subject_id, seq, command_id, at, v, events, actor)
    select $1::uuid, seq, command_id, at::timestamptz, v, events, actor
    from unnest($2::int[], $3::uuid[], $4::text[], $5::int[], $6::json[], $7::text[]) as t (seq, command_id, at, v, events, actor)`,
};
const MARK: Statement = {
  name: 'mark-copied-journal',
  text: `insert into projection_todo (subject_id, kind, at) values ($1::uuid, 'd', $2::timestamptz)`,
};
const ROWS_PER_STATEMENT = 500;

interface CopiedRow {
  readonly seq: number;
  readonly commandId: string;
  readonly at: string;
  readonly v: number;
  readonly events: string;
  readonly actor: string | null;
}

/** Rows after `after`, with the same numbers, for the projector of the target. */
export async function copyJournal(source: Connection, target: Transaction, subjectId: string, after: number): Promise<void> {
  let rows: readonly CopiedRow[] = [];
  let last: Pick<CopiedRow, 'seq' | 'at'> = { seq: after, at: '' };
  do {
    rows = await source.query<CopiedRow>(READ_JOURNAL, [subjectId, last.seq, ROWS_PER_STATEMENT]);
    await target.query(WRITE_JOURNAL, [
      subjectId,
      rows.map(({ seq }) => seq),
      rows.map(({ commandId }) => commandId),
      rows.map(({ at }) => at),
      rows.map(({ v }) => v),
      rows.map(({ events }) => withoutTriggers(events)),
      rows.map(({ actor }) => actor),
    ]);
    last = rows.at(-1) ?? last;
  } while (rows.length === ROWS_PER_STATEMENT);
  if (last.at !== '') await target.query(MARK, [subjectId, last.at]);
}

/** Start events are registered in the first shard only, so the lists of the others do not have them. */
function withoutTriggers(events: string): string {
  const parsed = JSON.parse(events) as readonly object[];
  return JSON.stringify(parsed.map((event) => ('startTriggers' in event ? { ...event, startTriggers: [] } : event)));
}
