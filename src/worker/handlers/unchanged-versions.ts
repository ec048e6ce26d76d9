import { READING } from '../../bpmn/reading.ts';
import type { OnFailure, ProcessModel } from '../../engine/model.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';

/** A file of a deploy, as far as it is compared. */
interface ComparedFile {
  readonly textHash: string;
  readonly processes: readonly { readonly model: Pick<ProcessModel, 'key'> }[];
}

/**
 * The versions that a deploy would only repeat, by key: the latest ones of all its processes were deployed together, with the same texts, with the same
 * files beside them, with nothing else, and to a release that reads them as this one (docs/spec/http/definitions.md#unchanged). Undefined: something is another.
 */
export function unchangedVersions(
  unit: UnitOfWork,
  files: readonly ComparedFile[],
  beside: readonly { readonly name: string; readonly textHash: string }[],
  saidOnFailure: OnFailure | null,
): ReadonlyMap<string, number> | undefined {
  const wanted = new Map(
    files.flatMap(({ processes, textHash }) => processes.map(({ model: { key } }) => [key, textHash] as const)),
  );
  const [first = ''] = wanted.keys();
  const deployment = unit.versions.deploymentOf(unit.process(first)?.definitionId ?? '');
  if (deployment === undefined) return undefined;
  const { versions, resources } = deployment;
  const areSame =
    versions.length === wanted.size &&
    versions.every(({ key, definitionId, textHash, reading, onFailure }) => {
      const isReadAlike = reading === READING && onFailure === saidOnFailure;
      return isReadAlike && wanted.get(key) === textHash && unit.process(key)?.definitionId === definitionId;
    });
  const texts = new Map(resources.map(({ name, textHash }) => [name, textHash]));
  const haveSameBeside = texts.size === beside.length && beside.every(({ name, textHash }) => texts.get(name) === textHash);
  return areSame && haveSameBeside ? new Map(versions.map(({ key, version }) => [key, version])) : undefined;
}
