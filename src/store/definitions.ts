import type { Connection, Statement, Transaction } from '../db/connection.ts';

/** One deployed version. */
export interface DefinitionRow {
  readonly definitionId: string;
  readonly key: string;
  readonly version: number;
  readonly bpmnXml: string;
}

const FIND: Statement = {
  name: 'find-definition',
  text: 'select key, version, bpmn_xml from definition where definition_id = $1',
};

/** The version with this id, or undefined. */
export async function findDefinition(connection: Connection, definitionId: string): Promise<DefinitionRow | undefined> {
  const [row] = await connection.query<{ key: string; version: number; bpmn_xml: string }>(FIND, [definitionId]);
  return row && { definitionId, key: row.key, version: row.version, bpmnXml: row.bpmn_xml };
}

const INSERT: Statement = {
  name: 'insert-definitions',
  text: `insert into definition (definition_id, key, version, bpmn_xml, deployed_at)
    select definition_id, key, version, bpmn_xml, $5::timestamptz
    from unnest($1::text[], $2::text[], $3::int[], $4::text[]) as t (definition_id, key, version, bpmn_xml)`,
};

/** Stores new versions. */
export function insertDefinitions(transaction: Transaction, rows: readonly DefinitionRow[], at: string): void {
  if (rows.length === 0) return;
  transaction.enqueue(INSERT, [
    rows.map((row) => row.definitionId),
    rows.map((row) => row.key),
    rows.map((row) => row.version),
    rows.map((row) => row.bpmnXml),
    at,
  ]);
}
