import type { Connection, Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import { deleteTexts } from './definitions.ts';

/** Version with the files and texts that may be deleted with it. */
export interface DeletableVersion {
  readonly definitionId: string;
  readonly key: string;
  readonly version: number;
  readonly fileId: string | null;
  /** hashes of its text and of the additional files of its deploy */
  readonly textHashes: readonly string[];
}

interface RawVersion {
  definition_id: string;
  key: string;
  version: number;
  file_id: string | null;
  text_hashes: string[];
}

const FIND: Statement = {
  name: 'find-version',
  text: `select definition_id, key, version, file_id,
      array(select text_hash from deployment_resource r where r.file_id = v.file_id) || v.text_hash as text_hashes
    from definition_version v where key = $1 and version = $2`,
};

export async function findVersion(connection: Connection, key: string, version: number): Promise<DeletableVersion | undefined> {
  const [row] = await connection.query<RawVersion>(FIND, [key, version]);
  if (row === undefined) return undefined;
  const { definition_id: definitionId, file_id: fileId, text_hashes: textHashes } = row;
  return { definitionId, key: row.key, version: row.version, fileId, textHashes };
}

const FIND_BEFORE: Statement = {
  name: 'find-version-before',
  text: `select definition_id, version from definition_version where key = $1 and version < $2 order by version desc limit 1`,
};

export async function findVersionBefore(
  connection: Connection,
  key: string,
  version: number,
): Promise<{ readonly definitionId: string; readonly version: number } | undefined> {
  const [row] = await connection.query<{ definition_id: string; version: number }>(FIND_BEFORE, [key, version]);
  return row && { definitionId: row.definition_id, version: row.version };
}

const HAS_INSTANCES: Statement = {
  name: 'version-has-instances',
  text: 'select exists (select from instance where definition_id = $1) as found',
};

/** The result is only final after the version is locked for deletion. */
export async function hasInstances(connection: Connection, definitionId: string): Promise<boolean> {
  const [row] = await connection.query<{ found: boolean }>(HAS_INSTANCES, [definitionId]);
  return row?.found === true;
}

const LOCK_TEXTS: Statement = {
  name: 'lock-model-texts',
  text: 'select hash from model_text where hash = any($1::text[]) order by hash for update',
};

/** Blocks deploys and deletions of the same texts until the transaction ends, because unused texts are deleted at its end. */
export async function lockTexts(connection: Connection, hashes: readonly string[]): Promise<void> {
  if (hashes.length > 0) await connection.query(LOCK_TEXTS, [hashes]);
}

const DELETE: Statement = {
  name: 'delete-definitions',
  text: 'delete from definition_version where definition_id = any($1::text[])',
};
const DELETE_RESOURCES: Statement = {
  name: 'delete-deployment-resources',
  text: `delete from deployment_resource r
    where file_id = any($1::uuid[]) and not exists (select from definition_version v where v.file_id = r.file_id)`,
};
/** Deletes versions with the additional files of their deploys, and texts that no other version uses. */
export function deleteVersions(transaction: Transaction, versions: readonly DeletableVersion[]): void {
  if (versions.length === 0) return;
  transaction.enqueue(DELETE, [versions.map(({ definitionId }) => definitionId)]);
  transaction.enqueue(DELETE_RESOURCES, [versions.flatMap(({ fileId }) => fileId ?? [])]);
  deleteTexts(
    transaction,
    versions.flatMap(({ textHashes }) => textHashes),
  );
}
