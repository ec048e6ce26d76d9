import { closureOf, type DecisionLibrary, type DeployedFiles, libraryOf } from './decision-library.ts';

export interface ListedDecision {
  readonly key: string;
  readonly name: string;
  readonly versionTag?: string;
  readonly file: string;
  /** All that may affect its result, with its own. */
  readonly files: readonly string[];
}

/** Lists in the order of files and document. Pure; never throws. */
export function listedDecisions(files: DeployedFiles): readonly ListedDecision[] {
  const library = libraryOf(files);
  return [...library.decisions].map(([key, { model, file, versionTag }]) => {
    const listed = { key, name: model.name, file, files: filesOf(key, files, library) };
    return versionTag === undefined ? listed : { ...listed, versionTag };
  });
}

/** An import may be in any other file. */
function filesOf(key: string, files: DeployedFiles, library: DecisionLibrary): readonly string[] {
  const needed = Object.keys(closureOf([key], library)).flatMap((id) => library.decisions.get(id) ?? []);
  return needed.some(({ hasImports }) => hasImports === true) ? Object.keys(files) : [...new Set(needed.map(({ file }) => file))];
}
