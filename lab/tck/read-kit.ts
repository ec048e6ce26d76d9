import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readXml } from '../../src/bpmn/xml/read-xml.ts';
import { attributeOf, type XmlElement } from '../../src/bpmn/xml/xml-element.ts';

/** One file of test cases with the models it is about. */
export interface KitFile {
  readonly path: string;
  /** file name of the model that its cases are about */
  readonly modelName: string;
  /** texts of the model and of all that it imports, by file name, the model first */
  readonly models: Readonly<Record<string, string>>;
  readonly cases: readonly KitCase[];
  readonly root: XmlElement;
}

export interface KitCase {
  readonly id: string;
  /** a decision, a decision service, or a business knowledge model by `invocable` */
  readonly type: string;
  readonly invocable: string | undefined;
  readonly inputs: readonly XmlElement[];
  readonly results: readonly XmlElement[];
}

/** The files of test cases in a folder and its subfolders, with any name, in the order of their paths. Throws if the folder does not exist. */
export function kitFilesIn(folder: string): readonly string[] {
  if (!statSync(folder).isDirectory()) return [folder];
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return paths
    .filter((path) => path.endsWith('.xml'))
    .map((path) => join(folder, path))
    .filter((path) => NAMED_SO.test(path) || TEST_CASES.test(readFileSync(path, 'utf8')));
}

/** Names of test files of the kit. Such a file counts as one even if it has no test cases, so that this is reported. */
const NAMED_SO = /-test-?\d*[^/]*$/;
const TEST_CASES = /<(?:[\w.-]+:)?testCases[\s/>]/;

/** A value of blanks only, which the reader drops outside CDATA. */
const BLANKS = />([ \t]+)<\/(?=(?:[\w.-]+:)?value>)/g;

/** One file, or why it cannot be used. */
export function readKitFile(path: string): KitFile | string {
  return kitFileOf(path, readFileSync(path, 'utf8'), (named) => modelsFor(join(dirname(path), named)));
}

/** A file of test cases with this text. */
export function kitFileOf(
  path: string,
  text: string,
  modelsNamed: (named: string) => KitFile['models'] | string,
): KitFile | string {
  const read = readXml(text.replace(BLANKS, '><![CDATA[$1]]></'));
  if (!read.ok) return read.finding.text;
  if (read.root.local !== 'testCases') return 'its root element is no testCases';
  const named = childOf(read.root, 'modelName')?.text.trim() ?? basename(path).replace(/-test-?\d*.*$/, '.dmn');
  const models = modelsNamed(named);
  if (typeof models === 'string') return models;
  const cases = childrenOf(read.root, 'testCase').map((xml) => ({
    id: attributeOf(xml, 'id') ?? '',
    type: attributeOf(xml, 'type') ?? 'decision',
    invocable: attributeOf(xml, 'invocableName'),
    inputs: childrenOf(xml, 'inputNode'),
    results: childrenOf(xml, 'resultNode'),
  }));
  return { path, modelName: named, models, cases, root: read.root };
}

export function childrenOf(xml: XmlElement, local: string): readonly XmlElement[] {
  return xml.children.filter((child) => child.local === local);
}

export function childOf(xml: XmlElement, local: string): XmlElement | undefined {
  return xml.children.find((child) => child.local === local);
}

interface ModelFile {
  readonly text: string;
  readonly namespace: string | undefined;
  /** `place`: the imported file, in the folder or below it */
  readonly imports: readonly { readonly namespace: string; readonly place: string }[];
}

/** A model and its imports. An import is at its location, or in the same folder, found by its namespace. */
function modelsFor(path: string): Readonly<Record<string, string>> | string {
  const folder = dirname(path);
  const files = new Map<string, ModelFile>();
  const add = (name: string): void => {
    if (files.has(name) || !existsSync(join(folder, name))) return;
    const text = readFileSync(join(folder, name), 'utf8');
    const read = readXml(text);
    if (!read.ok) return;
    const imports = childrenOf(read.root, 'import').map((one) => ({
      namespace: attributeOf(one, 'namespace') ?? '',
      place: join(dirname(name), attributeOf(one, 'locationURI') ?? ''),
    }));
    files.set(name, { text, namespace: attributeOf(read.root, 'namespace'), imports });
    for (const { place } of imports) if (place.endsWith('.dmn')) add(place);
  };
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.dmn'))) add(name);
  const models: Record<string, string> = {};
  // some files of cases name their model by the name inside it
  const [only] = files.size === 1 ? files.keys() : [];
  const open = [files.has(basename(path)) ? basename(path) : (only ?? basename(path))];
  for (let name = open.shift(); name !== undefined; name = open.shift()) {
    const file = files.get(name);
    if (file === undefined) return `the model ${name} is not there, or no XML`;
    if (Object.hasOwn(models, name)) continue;
    models[name] = file.text;
    for (const { namespace, place } of file.imports) {
      if (files.has(place)) open.push(place);
      else open.push(...[...files.keys()].filter((other) => files.get(other)?.namespace === namespace));
    }
  }
  return models;
}
