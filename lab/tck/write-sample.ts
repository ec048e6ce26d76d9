import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { readXml } from '../../src/bpmn/xml/read-xml.ts';
import { attributeOf, type XmlElement } from '../../src/bpmn/xml/xml-element.ts';
import { type KitCase, type KitFile, kitFileOf, kitFilesIn, readKitFile } from './read-kit.ts';
import { runFile } from './run-case.ts';
import { SAMPLE } from './sample.ts';

/** `npm run tck:sample -- <kit>`: writes every tenth case that passes, with the parts of its models that it needs. */

const EACH = 10;
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
/** Elements without effect on a decision. */
const WITHOUT_EFFECT = new Set(
  'description question allowedAnswers extensionElements knowledgeSource textAnnotation association labels'.split(' '),
);

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

/** An element as short text in the namespace of its root. */
function written(xml: XmlElement, uri: string, isKept: (child: XmlElement) => boolean, declared = ''): string {
  const attributes = [...xml.attributes].flatMap(([key, value]) => {
    const own = key.replace(`{${XSI}}`, 'xsi:');
    return own.includes('{') || own === 'xsi:schemaLocation' ? [] : [` ${own}="${escaped(value)}"`];
  });
  const children = xml.children.filter((child) => child.uri === uri && !WITHOUT_EFFECT.has(child.local) && isKept(child));
  const inside =
    children.map((child) => written(child, uri, () => true)).join('') + escaped(xml.children.length === 0 ? xml.text : '');
  const tag = `${xml.local}${declared}${attributes.join('')}`;
  return inside === '' ? `<${tag}/>` : `<${tag}>${inside}</${xml.local}>`;
}

const rootText = (root: XmlElement, isKept: (child: XmlElement) => boolean) =>
  written(root, root.uri, isKept, ` xmlns="${root.uri}" xmlns:xsi="${XSI}"`);

/** A model with the elements of these names, and those that they refer to. */
function reduced(text: string, names: ReadonlySet<string>): string {
  const read = readXml(text);
  if (!read.ok) throw new Error(read.finding.text);
  const { root } = read;
  const kept = new Set(root.children.filter((child) => child.local === 'import' || names.has(attributeOf(child, 'name') ?? '')));
  for (let size = -1; size < kept.size; ) {
    size = kept.size;
    const all = [...kept].map((child) => written(child, root.uri, () => true)).join('');
    for (const child of root.children) {
      const [id, name] = [attributeOf(child, 'id'), attributeOf(child, 'name')];
      const isNamed = name !== undefined && child.local !== 'decision' && all.includes(name);
      if (isNamed || (id !== undefined && all.includes(`#${id}"`))) kept.add(child);
    }
  }
  return rootText(root, (child) => kept.has(child));
}

function sampled(file: KitFile, chosen: readonly KitCase[]) {
  const ids = new Set(chosen.map(({ id }) => id));
  const cases = rootText(
    file.root,
    (child) => child.local === 'modelName' || (child.local === 'testCase' && ids.has(attributeOf(child, 'id') ?? '')),
  );
  const names = new Set(
    chosen.flatMap((one) => [
      one.invocable ?? '',
      ...[...one.results, ...one.inputs].map((node) => attributeOf(node, 'name') ?? ''),
    ]),
  );
  const isAlone = Object.keys(file.models).length === 1;
  const models = Object.fromEntries(
    Object.entries(file.models).map(([name, text]) => [name, isAlone ? reduced(text, names) : compact(text)] as const),
  );
  return { cases, models };
}

/** A model that others import is kept whole. */
function compact(text: string): string {
  const read = readXml(text);
  if (!read.ok) throw new Error(read.finding.text);
  return rootText(read.root, () => true);
}

const [kit] = process.argv.slice(2);
if (kit === undefined) throw new Error('usage: npm run tck:sample -- <folder of test cases>');
const sample: Record<string, ReturnType<typeof sampled>> = {};
let [seen, count] = [0, 0];
for (const path of kitFilesIn(kit)) {
  const file = readKitFile(path);
  if (typeof file === 'string') continue;
  const passed = new Set(runFile(file).flatMap(({ id, why }) => (why === undefined ? [id] : [])));
  const chosen = file.cases.filter(({ id }) => passed.has(id) && seen++ % EACH === 0);
  if (chosen.length === 0) continue;
  const one = sampled(file, chosen);
  const again = kitFileOf(path, one.cases, () => one.models);
  const failed = typeof again === 'string' ? again : runFile(again).find(({ why }) => why !== undefined)?.why;
  if (failed !== undefined) {
    process.stderr.write(`left out ${path}: ${failed}\n`);
    continue;
  }
  sample[relative(kit, path)] = one;
  count += chosen.length;
}
writeFileSync(SAMPLE, `${JSON.stringify(sample, null, 2)}\n`);
process.stdout.write(`${count} cases of ${Object.keys(sample).length} files\n`);
