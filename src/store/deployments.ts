import type { Connection } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import type { OnFailure } from '../engine/model.ts';

/** Versions and files of one deploy that still exist. */
export interface StoredDeployment {
  readonly versions: readonly DeployedVersion[];
  /** scripts, decisions and forms */
  readonly resources: readonly { readonly name: string; readonly textHash: string }[];
}

export interface DeployedVersion {
  readonly key: string;
  readonly version: number;
  readonly definitionId: string;
  readonly textHash: string;
  readonly reading: number | null;
  readonly onFailure: OnFailure | null;
  readonly callsWithin: readonly string[] | null;
}

const FIND: Statement = {
  name: 'find-deployments-2',
  text: `select v.definition_id,
      (select json_agg(json_build_object('key', s.key, 'version', s.version, 'definitionId', s.definition_id, 'textHash', s.text_hash, 'reading', s.reading, 'onFailure', s.on_failure, 'callsWithin', s.calls_within))
        from definition_version s where s.file_id = v.file_id) as versions,
      (select json_agg(json_build_object('name', r.name, 'textHash', r.text_hash))
        from deployment_resource r where r.file_id = v.file_id) as resources
    from definition_version v where v.definition_id = any($1::text[]) and v.file_id is not null`,
};

/** Deploys by definition id. Skips versions of releases that did not store them. */
export async function findDeployments(
  connection: Connection,
  definitionIds: readonly string[],
): Promise<Map<string, StoredDeployment>> {
  const rows = await connection.query<{ definition_id: string; versions: string; resources: string | null }>(FIND, [
    definitionIds,
  ]);
  return new Map(
    rows.map(({ definition_id: id, versions, resources }) => [
      id,
      { versions: JSON.parse(versions), resources: resources === null ? [] : JSON.parse(resources) },
    ]),
  );
}
