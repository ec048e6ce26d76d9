import { READING } from '../../bpmn/reading.ts';
import type { ProcessModel } from '../../engine/model.ts';
import type { CommandOf } from '../../messages/commands.ts';
import type { StoredDeployment } from '../../store/deployments.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { storedLimits } from './model-references.ts';

interface ComparedFile {
  readonly textHash: string;
  readonly processes: readonly { readonly model: ProcessModel }[];
}

/**
 * Versions by process key (docs/contributing/spec/http/definitions.md#unchanged). Undefined unless the latest versions of the deployed keys:
 * - are deployed together, without other processes
 * - have the same texts, additional files and `OnFailure`
 * - are parsed by a release that parses them the same way
 * - are deployed by an author who may call the same keys
 */
export function unchangedVersions(
  unit: UnitOfWork,
  files: readonly ComparedFile[],
  otherFiles: readonly { readonly name: string; readonly textHash: string }[],
  command: CommandOf<'DeployDefinition'>,
): ReadonlyMap<string, number> | undefined {
  const wanted = new Map(
    files.flatMap(({ processes, textHash }) =>
      processes.map(({ model }) => [model.key, { textHash, callsWithin: storedLimits(model, command) }] as const),
    ),
  );
  const [first = ''] = wanted.keys();
  const deployment = deploymentOf(unit, unit.process(first)?.definitionId ?? '');
  if (deployment === undefined) return undefined;
  const { versions, resources } = deployment;
  const areSame =
    versions.length === wanted.size &&
    versions.every(({ key, definitionId, textHash, reading, onFailure, callsWithin }) => {
      const same = wanted.get(key);
      const isReadAlike = reading === READING && onFailure === (command.onFailure ?? null);
      const callsAlike = JSON.stringify(callsWithin) === JSON.stringify(same?.callsWithin);
      return isReadAlike && callsAlike && same?.textHash === textHash && unit.process(key)?.definitionId === definitionId;
    });
  const texts = new Map(resources.map(({ name, textHash }) => [name, textHash]));
  const haveSameResources =
    texts.size === otherFiles.length && otherFiles.every(({ name, textHash }) => texts.get(name) === textHash);
  return areSame && haveSameResources ? new Map(versions.map(({ key, version }) => [key, version])) : undefined;
}

function deploymentOf({ rows, loaded }: UnitOfWork, definitionId: string): StoredDeployment | undefined {
  const added = rows.definitions.find((row) => row.definitionId === definitionId);
  if (added === undefined) return loaded.deployments.get(definitionId);
  return { versions: rows.definitions.filter(({ fileId }) => fileId === added.fileId), resources: added.resources };
}
