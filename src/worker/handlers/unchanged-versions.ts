import { READING } from '../../bpmn/reading.ts';
import type { ProcessModel } from '../../engine/model.ts';
import type { CommandOf } from '../../messages/commands.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { storedLimits } from './model-references.ts';

/** A file of a deploy, as far as it is compared. */
interface ComparedFile {
  readonly textHash: string;
  readonly processes: readonly { readonly model: ProcessModel }[];
}

/**
 * The versions that a deploy would only repeat, by key: the latest ones of all its processes were deployed together, with the same texts, with the same
 * files beside them, with nothing else, by authors who may call the same, and to a release that reads them as this one (docs/contributing/spec/http/definitions.md#unchanged). Undefined: something is another.
 */
export function unchangedVersions(
  unit: UnitOfWork,
  files: readonly ComparedFile[],
  beside: readonly { readonly name: string; readonly textHash: string }[],
  command: CommandOf<'DeployDefinition'>,
): ReadonlyMap<string, number> | undefined {
  const wanted = new Map(
    files.flatMap(({ processes, textHash }) =>
      processes.map(({ model }) => [model.key, { textHash, callsWithin: storedLimits(model, command) }] as const),
    ),
  );
  const [first = ''] = wanted.keys();
  const deployment = unit.versions.deploymentOf(unit.process(first)?.definitionId ?? '');
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
  const haveSameBeside = texts.size === beside.length && beside.every(({ name, textHash }) => texts.get(name) === textHash);
  return areSame && haveSameBeside ? new Map(versions.map(({ key, version }) => [key, version])) : undefined;
}
