import type { Connection, Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import type { DecisionCall } from '../engine/model.ts';
import { type DecisionEvaluation, saveEvaluations } from './decision-evaluations.ts';
import { deleteTexts, insertTexts } from './definitions.ts';

/** `latest`: absent if all versions were deleted. */
export interface DecisionRow {
  readonly key: string;
  /** including deleted versions: the next deploy gets the next number */
  readonly highestVersion: number;
  readonly latest?: { readonly version: number; readonly fingerprint: string; readonly reading: number | null };
}

export interface NewDecisionVersion {
  readonly key: string;
  readonly version: number;
  readonly name: string;
  readonly versionTag: string | null;
  readonly fileId: string;
  readonly fileName: string;
  readonly fingerprint: string;
  /** format version of the reader, as for processes */
  readonly reading: number;
}

/** File of a decision deploy; see {@link NewDecisionVersion.fileId}. */
export interface DecisionFileRow {
  readonly fileId: string;
  readonly name: string;
  readonly text: string;
  readonly textHash: string;
}

/** Version with the texts that may be deleted with it. */
export interface DeletableDecision {
  readonly key: string;
  readonly version: number;
  readonly fileId: string;
  readonly textHashes: readonly string[];
  /** whether a deployed process needs this version */
  readonly isUsed: boolean;
  readonly before: number | null;
}

export interface DecisionRows {
  readonly decisionVersions: readonly NewDecisionVersion[];
  readonly decisionFiles: readonly DecisionFileRow[];
  readonly deletedDecisions: readonly DeletableDecision[];
  readonly evaluations: readonly DecisionEvaluation[];
}

const INSERT_NEW: Statement = {
  name: 'insert-new-decisions',
  text: `insert into decision (key, highest_version) select key, 0 from unnest($1::text[]) as t (key) order by key
    on conflict (key) do nothing`,
};
const LOCK: Statement = {
  name: 'lock-decisions',
  text: 'select key, highest_version from decision where key = any($1::text[]) order by key for update',
};
const LATEST: Statement = {
  name: 'latest-decisions',
  text: `select distinct on (key) key, version, fingerprint, reading from decision_version where key = any($1::text[])
    order by key, version desc`,
};

/** Locks decisions in key order. `makes`: inserts missing ones, so that version numbers have no gaps with concurrent deploys. */
export async function lockDecisions(connection: Connection, keys: readonly string[], makes: boolean): Promise<DecisionRow[]> {
  const sorted = [...new Set(keys)].sort();
  if (makes) await connection.query(INSERT_NEW, [sorted]);
  const rows = await connection.query<{ key: string; highest_version: number }>(LOCK, [sorted]);
  const found = await connection.query<{ key: string } & Required<DecisionRow>['latest']>(LATEST, [sorted]);
  const latest = new Map(found.map(({ key, ...version }) => [key, version]));
  return rows.map(({ key, highest_version: highestVersion }) => {
    const known = latest.get(key);
    return known === undefined ? { key, highestVersion } : { key, highestVersion, latest: known };
  });
}

const FIND_DELETABLE: Statement = {
  name: 'find-deletable-decision',
  text: `select v.file_id, array(select text_hash from deployment_resource r where r.file_id = v.file_id) as text_hashes,
      (select max(o.version) from decision_version o where o.key = v.key and o.version < v.version) as before,
      exists (select from decision_reference r where r.decision_key = v.key and case r.binding
        when 'version' then r.value = v.version::text
        when 'versionTag' then r.value = v.version_tag and not exists (select from decision_version o
          where o.key = v.key and o.version <> v.version and o.version_tag = v.version_tag)
        else not exists (select from decision_version o where o.key = v.key and o.version <> v.version) end) as is_used
    from decision_version v where v.key = $1 and v.version = $2`,
};

interface RawDeletable {
  file_id: string;
  text_hashes: string[];
  before: number | null;
  is_used: boolean;
}

export async function findDeletableDecision(
  connection: Connection,
  key: string,
  version: number,
): Promise<DeletableDecision | undefined> {
  const [row] = await connection.query<RawDeletable>(FIND_DELETABLE, [key, version]);
  return row && { key, version, fileId: row.file_id, textHashes: row.text_hashes, isUsed: row.is_used, before: row.before };
}

const UPDATE: Statement = {
  name: 'update-decisions',
  text: `update decision set highest_version = greatest(decision.highest_version, t.version)
    from unnest($1::text[], $2::int[]) as t (key, version) where decision.key = t.key`,
};
const INSERT: Statement = {
  name: 'insert-decision-versions',
  text: `insert into decision_version (key, version, name, version_tag, file_id, file_name, fingerprint, reading, deployed_at)
    select key, version, name, version_tag, file_id, file_name, fingerprint, reading, $9::timestamptz
    from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::uuid[], $6::text[], $7::text[], $8::int[])
      as t (key, version, name, version_tag, file_id, file_name, fingerprint, reading)`,
};
const INSERT_FILES: Statement = {
  name: 'insert-decision-files',
  text: `insert into deployment_resource (file_id, name, text_hash)
    select file_id, name, text_hash from unnest($1::uuid[], $2::text[], $3::text[]) as t (file_id, name, text_hash)`,
};
const DELETE: Statement = {
  name: 'delete-decision-versions',
  text: `delete from decision_version v using unnest($1::text[], $2::int[]) as t (key, version)
    where v.key = t.key and v.version = t.version`,
};
const DELETE_FILES: Statement = {
  name: 'delete-decision-files',
  text: `delete from deployment_resource r
    where file_id = any($1::uuid[]) and not exists (select from decision_version v where v.file_id = r.file_id)`,
};
/** Stores new versions and deletes others, with files and texts that nothing else uses. */
export function saveDecisions(transaction: Transaction, rows: DecisionRows, at: string): void {
  insertVersions(transaction, rows, at);
  saveEvaluations(transaction, rows.evaluations, at);
  const { deletedDecisions: deleted } = rows;
  if (deleted.length === 0) return;
  transaction.enqueue(DELETE, [deleted.map(({ key }) => key), deleted.map(({ version }) => version)]);
  transaction.enqueue(DELETE_FILES, [deleted.map(({ fileId }) => fileId)]);
  deleteTexts(
    transaction,
    deleted.flatMap(({ textHashes }) => textHashes),
  );
}

function insertVersions(
  transaction: Transaction,
  { decisionVersions: rows, decisionFiles: files }: DecisionRows,
  at: string,
): void {
  if (rows.length === 0) return;
  insertTexts(transaction, new Map(files.map(({ textHash, text }) => [textHash, text])));
  transaction.enqueue(INSERT_FILES, [
    files.map(({ fileId }) => fileId),
    files.map(({ name }) => name),
    files.map(({ textHash }) => textHash),
  ]);
  transaction.enqueue(UPDATE, [rows.map(({ key }) => key), rows.map(({ version }) => version)]);
  transaction.enqueue(INSERT, [
    rows.map(({ key }) => key),
    rows.map(({ version }) => version),
    rows.map(({ name }) => name),
    rows.map(({ versionTag }) => versionTag),
    rows.map(({ fileId }) => fileId),
    rows.map(({ fileName }) => fileName),
    rows.map(({ fingerprint }) => fingerprint),
    rows.map(({ reading }) => reading),
    at,
  ]);
}

const RESOLVE: Statement = {
  name: 'resolve-decision',
  text: `select key, version, file_id, reading from decision_version where key = $1 and case $2
      when 'version' then version = ($3::text)::int
      when 'versionTag' then version_tag = $3::text
      else true end
    order by version desc limit 1`,
};

export interface FoundDecision {
  readonly key: string;
  readonly version: number;
  readonly fileId: string;
  /** format version of the reader at deploy; null: release 0.2 or earlier */
  readonly reading: number | null;
}

/** Version that a call selects. One that is not a number matches nothing. */
export async function resolveDecision(connection: Connection, call: DecisionCall): Promise<FoundDecision | undefined> {
  if (call.binding === 'version' && !/^\d{1,9}$/.test(call.value)) return undefined;
  const [row] = await connection.query<Omit<FoundDecision, 'fileId'> & { file_id: string }>(RESOLVE, [
    call.key,
    call.binding,
    call.value,
  ]);
  return row && { key: row.key, version: row.version, fileId: row.file_id, reading: row.reading };
}

const FIND_FILES: Statement = {
  name: 'find-decision-files',
  text: `select r.name, t.bpmn_xml as text from deployment_resource r join model_text t on t.hash = r.text_hash
    where r.file_id = $1 order by r.name`,
};

/** Files of one deploy, by name. */
export async function findDecisionFiles(connection: Connection, fileId: string): Promise<Readonly<Record<string, string>>> {
  const rows = await connection.query<{ name: string; text: string }>(FIND_FILES, [fileId]);
  return Object.fromEntries(rows.map(({ name, text }) => [name, text]));
}
