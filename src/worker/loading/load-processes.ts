import type { Connection } from '../../db/connection.ts';
import { processSubjectId } from '../../platform/ids.ts';
import { findDeployTime } from '../../store/definitions.ts';
import { findDeployments, type StoredDeployment } from '../../store/deployments.ts';
import { findProcesses, lockExistingProcesses, lockProcesses, type ProcessRow } from '../../store/processes.ts';
import type { Needs } from '../commands/command-handler.ts';
import type { LatestDefinition } from '../unit-of-work/loaded-rows.ts';
import type { ModelCache } from './model-cache.ts';

/**
 * Loads processes by key; omits unknown keys, except those of a deploy. Locks those that change, in key order. `definitions`: latest versions of switched
 * keys, by key. `deployments`: latest versions to compare with a deploy, by definition id.
 */
export async function loadProcesses(
  connection: Connection,
  models: ModelCache,
  needs: readonly Needs[],
): Promise<{
  processes: Map<string, ProcessRow>;
  definitions: Map<string, LatestDefinition>;
  deployments: Map<string, StoredDeployment>;
}> {
  const processes = new Map<string, ProcessRow>();
  const add = (rows: readonly ProcessRow[]) => {
    for (const row of rows) processes.set(row.key, row);
  };
  const deployKeys = [...new Set(needs.flatMap((n) => n.deployKeys ?? []))];
  if (deployKeys.length > 0) {
    add(
      await lockProcesses(
        connection,
        deployKeys.map((key) => ({ key, subjectId: processSubjectId(key) })),
      ),
    );
  }
  const switchKeys = [...new Set(needs.flatMap((n) => n.switchKey ?? []))].filter((key) => !processes.has(key));
  if (switchKeys.length > 0) add(await lockExistingProcesses(connection, switchKeys));
  const startKeys = [...new Set(needs.flatMap((n) => n.startKey ?? []))].filter((key) => !processes.has(key));
  if (startKeys.length > 0) add(await findProcesses(connection, startKeys));
  const definitions = new Map<string, LatestDefinition>();
  for (const key of switchKeys) {
    const latest = await latestDefinition(connection, models, processes.get(key));
    if (latest !== undefined) definitions.set(key, latest);
  }
  const compared = needs.flatMap((n) => (n.comparesDeployment === true ? (n.deployKeys ?? []) : []));
  const ids = new Set(compared.flatMap((key) => processes.get(key)?.definitionId || []));
  const deployments = ids.size === 0 ? new Map<string, StoredDeployment>() : await findDeployments(connection, [...ids]);
  return { processes, definitions, deployments };
}

async function latestDefinition(
  connection: Connection,
  models: ModelCache,
  process: ProcessRow | undefined,
): Promise<LatestDefinition | undefined> {
  if (process === undefined || process.latestVersion === 0) return undefined;
  const { definitionId } = process;
  const deployedAt = await findDeployTime(connection, definitionId);
  if (deployedAt === undefined) return undefined;
  const model = await models.get(connection, definitionId);
  const root = model.containers.get(model.key);
  return {
    definitionId,
    deployedAt: deployedAt.toISOString(),
    model,
    activitiesCount: root?.nodes.length ?? 0,
    sequenceFlowsCount: root?.flows.length ?? 0,
  };
}
