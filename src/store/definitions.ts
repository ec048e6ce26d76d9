import type { Connection, Statement, Transaction } from '../db/connection.ts';

/** One deployed version. */
export interface DefinitionRow {
  readonly definitionId: string;
  readonly key: string;
  readonly version: number;
  readonly bpmnXml: string;
  /** the same for everything that was deployed with one file */
  readonly fileId: string | null;
  readonly versionTag: string | null;
}

const FIND: Statement = {
  name: 'find-definition',
  text: 'select key, version, bpmn_xml, file_id, version_tag, deployed_at from definition where definition_id = $1',
};

interface RawDefinition {
  key: string;
  version: number;
  bpmn_xml: string;
  file_id: string | null;
  version_tag: string | null;
  deployed_at: Date;
}

/** The version with this id, or undefined. */
export async function findDefinition(
  connection: Connection,
  definitionId: string,
): Promise<(DefinitionRow & { readonly deployedAt: Date }) | undefined> {
  const [row] = await connection.query<RawDefinition>(FIND, [definitionId]);
  if (row === undefined) return undefined;
  const { key, version, bpmn_xml: bpmnXml, file_id: fileId, version_tag: versionTag, deployed_at: deployedAt } = row;
  return { definitionId, key, version, bpmnXml, fileId, versionTag, deployedAt };
}

const RESOLVE: Statement = {
  name: 'resolve-definition',
  text: `select definition_id, version from definition where key = $1 and case $2
      when 'deployment' then file_id = (select file_id from definition where definition_id = $4)
      when 'version' then version = ($3::text)::int
      when 'versionTag' then version_tag = $3::text
      else true end
    order by version desc limit 1`,
};

/**
 * The version a call activity calls (docs/spec/calls.md#called-version); undefined when there is none. `from`: definition of the calling instance.
 * A version that is not a number finds nothing.
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

const INSERT: Statement = {
  name: 'insert-definitions',
  text: `insert into definition (definition_id, key, version, bpmn_xml, file_id, version_tag, deployed_at)
    select definition_id, key, version, bpmn_xml, file_id, version_tag, $7::timestamptz
    from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::uuid[], $6::text[])
      as t (definition_id, key, version, bpmn_xml, file_id, version_tag)`,
};

/** Stores new versions. */
export function insertDefinitions(transaction: Transaction, rows: readonly DefinitionRow[], at: string): void {
  if (rows.length === 0) return;
  transaction.enqueue(INSERT, [
    rows.map((row) => row.definitionId),
    rows.map((row) => row.key),
    rows.map((row) => row.version),
    rows.map((row) => row.bpmnXml),
    rows.map((row) => row.fileId),
    rows.map((row) => row.versionTag),
    at,
  ]);
}
