import { createHash } from 'node:crypto';
import type { Connection, Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import type { DecisionCall, OnFailure } from '../engine/model.ts';
import { insertReferences } from './decision-references.ts';

/** This release cannot read the deployed version. */
export class UnreadableDefinition extends Error {}

export interface DefinitionRow {
  readonly definitionId: string;
  readonly key: string;
  readonly version: number;
  /** whole file; equal files are stored once */
  readonly bpmnXml: string;
  /** see {@link hashOfModelText} */
  readonly textHash: string;
  /** id of the deploy; null: the release did not store it */
  readonly fileId: string | null;
  readonly versionTag: string | null;
  /** format version of the reader at deploy; null: the release did not store it */
  readonly reading: number | null;
  /** set at deploy; null: from the model */
  readonly onFailure: OnFailure | null;
  /** key patterns that its author may call, if a call uses an expression; null: all */
  readonly callsWithin: readonly string[] | null;
  /** scripts, decisions and forms of its deploy */
  readonly resources: readonly StoredResource[];
  /** decisions of other deploys that it uses */
  readonly decisions?: readonly DecisionCall[] | undefined;
}

/** A script, decision or form. Equal texts are stored once, as for models. */
export interface StoredResource {
  readonly name: string;
  readonly text: string;
  /** see {@link hashOfModelText} */
  readonly textHash: string;
}

const FIND: Statement = {
  name: 'find-definition-2',
  text: `select v.key, v.version, v.text_hash, t.bpmn_xml, v.file_id, v.version_tag, v.reading, v.on_failure, v.calls_within, v.deployed_at,
      (select json_object_agg(r.name, m.bpmn_xml) from deployment_resource r join model_text m on m.hash = r.text_hash
        where r.file_id = v.file_id) as resources
    from definition_version v join model_text t on t.hash = v.text_hash where v.definition_id = $1`,
};

interface RawDefinition {
  key: string;
  version: number;
  text_hash: string;
  bpmn_xml: string;
  file_id: string | null;
  /** JSON object */
  resources: string | null;
  version_tag: string | null;
  reading: number | null;
  on_failure: OnFailure | null;
  /** JSON array */
  calls_within: string | null;
  deployed_at: Date;
}

/** Storage key: SHA-256 of the UTF-8 bytes, hexadecimal. */
export function hashOfModelText(bpmnXml: string): string {
  return createHash('sha256').update(bpmnXml, 'utf8').digest('hex');
}

/** `scripts`: additional files of its deploy, by name. */
export type FoundDefinition = Omit<DefinitionRow, 'resources' | 'decisions'> & {
  readonly deployedAt: Date;
  readonly scripts: Readonly<Record<string, string>>;
};

export async function findDefinition(connection: Connection, definitionId: string): Promise<FoundDefinition | undefined> {
  const [row] = await connection.query<RawDefinition>(FIND, [definitionId]);
  if (row === undefined) return undefined;
  const { key, version, text_hash: textHash, bpmn_xml: bpmnXml } = row;
  const { file_id: fileId, version_tag: versionTag, reading, on_failure: onFailure, deployed_at: deployedAt } = row;
  const callsWithin = row.calls_within === null ? null : (JSON.parse(row.calls_within) as readonly string[]);
  const scripts = row.resources === null ? {} : (JSON.parse(row.resources) as Readonly<Record<string, string>>);
  return {
    definitionId,
    key,
    version,
    textHash,
    bpmnXml,
    fileId,
    versionTag,
    reading,
    onFailure,
    callsWithin,
    deployedAt,
    scripts,
  };
}

const FIND_TIME: Statement = {
  name: 'find-deploy-time',
  text: 'select deployed_at from definition_version where definition_id = $1',
};

export async function findDeployTime(connection: Connection, definitionId: string): Promise<Date | undefined> {
  const [row] = await connection.query<{ deployed_at: Date }>(FIND_TIME, [definitionId]);
  return row?.deployed_at;
}

const FIND_VERSION: Statement = {
  name: 'find-version-of-definition',
  text: 'select key, version from definition_version where definition_id = $1',
};

export async function findVersionOf(
  connection: Connection,
  definitionId: string,
): Promise<{ readonly key: string; readonly version: number } | undefined> {
  return (await connection.query<{ key: string; version: number }>(FIND_VERSION, [definitionId]))[0];
}

const RESOLVE: Statement = {
  name: 'resolve-definition',
  text: `select definition_id, version from definition_version where key = $1 and case $2
      when 'deployment' then file_id = (select file_id from definition_version where definition_id = $4)
      when 'version' then version = ($3::text)::int
      when 'versionTag' then version_tag = $3::text
      else true end
    order by version desc limit 1`,
};

/**
 * Finds what a call activity calls (docs/contributing/spec/calls.md#called-version). `from`: definition of the calling instance. The binding `deployment`
 * selects the latest version if that deploy has none of the key. A version that is not a number matches nothing.
 */
export async function resolveDefinition(
  connection: Connection,
  call: { readonly key: string; readonly binding: string; readonly value: string | null; readonly from: string },
): Promise<{ definitionId: string; version: number } | undefined> {
  if (call.binding === 'version' && !/^\d{1,9}$/.test(call.value ?? '')) return undefined;
  const query = (binding: string) =>
    connection.query<{ definition_id: string; version: number }>(RESOLVE, [call.key, binding, call.value, call.from]);
  const [row] = await query(call.binding);
  const [found] = row === undefined && call.binding === 'deployment' ? await query('latest') : [row];
  return found && { definitionId: found.definition_id, version: found.version };
}

/** Stores each file once, even if it has many processes. Locks an existing file against deletion. */
const INSERT_TEXTS: Statement = {
  name: 'insert-model-texts',
  text: `insert into model_text (hash, bpmn_xml)
    select hash, bpmn_xml from unnest($1::text[], $2::text[]) as t (hash, bpmn_xml) order by hash
    on conflict (hash) do update set hash = excluded.hash`,
};

const INSERT: Statement = {
  name: 'insert-definitions',
  text: `insert into definition_version (definition_id, key, version, text_hash, file_id, version_tag, deployed_at, reading, on_failure,
      calls_within)
    select definition_id, key, version, text_hash, file_id, version_tag, $7::timestamptz, reading, on_failure, calls_within::json
    from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::uuid[], $6::text[], $8::smallint[], $9::text[], $10::text[])
      as t (definition_id, key, version, text_hash, file_id, version_tag, reading, on_failure, calls_within)`,
};

const INSERT_RESOURCES: Statement = {
  name: 'insert-deployment-resources-2',
  text: `insert into deployment_resource (file_id, name, text_hash)
    select file_id, name, text_hash from unnest($1::uuid[], $2::text[], $3::text[]) as t (file_id, name, text_hash)`,
};

const DELETE_TEXTS: Statement = {
  name: 'delete-model-texts',
  text: `delete from model_text t where hash = any($1::text[])
      and not exists (select from definition_version v where v.text_hash = t.hash)
      and not exists (select from deployment_resource r where r.text_hash = t.hash)`,
};

export function insertTexts(transaction: Transaction, texts: ReadonlyMap<string, string>): void {
  transaction.enqueue(INSERT_TEXTS, [[...texts.keys()], [...texts.values()]]);
}

/** Deletes texts unless another version or file uses them. */
export function deleteTexts(transaction: Transaction, hashes: readonly string[]): void {
  transaction.enqueue(DELETE_TEXTS, [[...new Set(hashes)]]);
}

/** Stores versions with the additional files of their deploy and new texts. */
export function insertDefinitions(transaction: Transaction, rows: readonly DefinitionRow[], at: string): void {
  if (rows.length === 0) return;
  const resources = new Map<string, StoredResource & { readonly fileId: string | null }>();
  for (const { fileId, resources: own } of rows)
    for (const one of own) resources.set(`${fileId} ${one.name}`, { ...one, fileId });
  const texts = new Map(rows.map(({ textHash, bpmnXml }) => [textHash, bpmnXml]));
  for (const { textHash, text } of resources.values()) texts.set(textHash, text);
  insertTexts(transaction, texts);
  transaction.enqueue(INSERT, [
    rows.map((row) => row.definitionId),
    rows.map((row) => row.key),
    rows.map((row) => row.version),
    rows.map((row) => row.textHash),
    rows.map((row) => row.fileId),
    rows.map((row) => row.versionTag),
    at,
    rows.map((row) => row.reading),
    rows.map((row) => row.onFailure),
    rows.map(({ callsWithin }) => (callsWithin === null ? null : JSON.stringify(callsWithin))),
  ]);
  insertReferences(transaction, rows);
  if (resources.size === 0) return;
  const stored = [...resources.values()];
  transaction.enqueue(INSERT_RESOURCES, [
    stored.map(({ fileId }) => fileId),
    stored.map(({ name }) => name),
    stored.map(({ textHash }) => textHash),
  ]);
}
