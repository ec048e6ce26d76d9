import { sql } from 'kysely';
import type { ReadDatabase } from './read-database.ts';

/** The file of a deployed version. `scripts`: files that were deployed with it, by name. */
export interface DeployedText {
  readonly key: string;
  readonly bpmnXml: string;
  readonly scripts: Readonly<Record<string, string>>;
}

/** Reads the source file of the model of a version; undefined: unknown version. */
export async function readDeployedText(db: ReadDatabase, definitionId: string): Promise<DeployedText | undefined> {
  const row = await db
    .selectFrom('definition_version as v')
    .innerJoin('model_text as t', 't.hash', 'v.text_hash')
    .select(['v.key', 't.bpmn_xml as bpmnXml'])
    .select(
      sql<
        string | null
      >`(select json_object_agg(r.name, m.bpmn_xml)::text from deployment_resource r join model_text m on m.hash = r.text_hash
        where r.file_id = v.file_id)`.as('scripts'),
    )
    .where('v.definition_id', '=', definitionId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const scripts = row.scripts === null ? {} : (JSON.parse(row.scripts) as Record<string, string>);
  return { key: row.key, bpmnXml: row.bpmnXml, scripts };
}
