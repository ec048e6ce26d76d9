import { closureOf, type DecisionLibrary, type DeployedFiles, libraryOf } from './decision-library.ts';

/** A decision of a deploy as the list of decisions has it. */
export interface ListedDecision {
  readonly key: string;
  readonly name: string;
  readonly versionTag?: string;
  /** its file */
  readonly file: string;
  /** every file that may change what it decides, its own among them */
  readonly files: readonly string[];
}

/** The decisions of some files, in the order of the files and in that of the document. Pure; never throws for any text. */
export function listedDecisions(files: DeployedFiles): readonly ListedDecision[] {
  const library = libraryOf(files);
  return [...library.decisions].map(([key, { model, file, versionTag }]) => {
    const listed = { key, name: model.name, file, files: filesOf(key, files, library) };
    return versionTag === undefined ? listed : { ...listed, versionTag };
  });
}

/** What is imported may be in any of the other files. */
function filesOf(key: string, files: DeployedFiles, library: DecisionLibrary): readonly string[] {
  const needed = Object.keys(closureOf([key], library)).flatMap((id) => library.decisions.get(id) ?? []);
  return needed.some(({ hasImports }) => hasImports === true) ? Object.keys(files) : [...new Set(needed.map(({ file }) => file))];
}
