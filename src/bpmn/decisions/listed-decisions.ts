import { readXml } from '../read-xml.ts';
import { attributeOf, dialectAttributeOf, type XmlElement } from '../xml-element.ts';
import { closureOf, type DecisionLibrary, type DeployedFiles, libraryOf } from './decision-library.ts';
import { partOf, partsOf } from './dmn-xml.ts';

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
  const importing = new Set<string>();
  const tags = new Map<string, string>();
  for (const file of new Set([...library.decisions.values()].map((one) => one.file))) {
    const xml = readXml(files[file] ?? '');
    if (!xml.ok) continue;
    if (partsOf(xml.root, 'import').length > 0) importing.add(file);
    for (const decision of partsOf(xml.root, 'decision')) {
      const tag = versionTagOf(decision);
      if (tag !== undefined) tags.set(attributeOf(decision, 'id') ?? '', tag);
    }
  }
  return [...library.decisions].map(([key, { model, file }]) => {
    const versionTag = tags.get(key);
    const listed = { key, name: model.name, file, files: filesOf(key, files, library, importing) };
    return versionTag === undefined ? listed : { ...listed, versionTag };
  });
}

/** What is imported may be in any of the other files. */
function filesOf(key: string, files: DeployedFiles, library: DecisionLibrary, importing: ReadonlySet<string>): readonly string[] {
  const needed = Object.keys(closureOf([key], library)).flatMap((id) => library.decisions.get(id)?.file ?? []);
  return needed.some((file) => importing.has(file)) ? Object.keys(files) : [...new Set(needed)];
}

/** Camunda 7 has an attribute, Camunda 8 an element. */
function versionTagOf(decision: XmlElement): string | undefined {
  const tag = partOf(decision, 'extensionElements')?.children.find(({ local }) => local === 'versionTag');
  const written = dialectAttributeOf(decision, isCamunda, 'versionTag') ?? (tag && attributeOf(tag, 'value'));
  return written?.trim() || undefined;
}

function isCamunda(uri: string): boolean {
  return uri.startsWith('http://camunda.org/schema/');
}
