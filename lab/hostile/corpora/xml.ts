import { readdirSync, readFileSync } from 'node:fs';
import { type Corpus, type HostileInput, postOf } from '../corpus.ts';
import { HOSTILE_TEXTS, mutated, xmlText } from '../texts.ts';

const FOLDER = new URL('../../../examples/', import.meta.url);
const EXAMPLES: readonly string[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.bpmn'))
  .sort()
  .map((name) => readFileSync(new URL(name, FOLDER), 'utf8'));
const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
const INSERTS = [
  '<',
  '>',
  '&',
  ']]>',
  '<![CDATA[',
  '<!--',
  '<?x?>',
  '"',
  'xmlns="x"',
  '</process>',
  '<task/>',
  '<!DOCTYPE a>',
  '\u0000',
];
const TAGS = [
  'task',
  'userTask',
  'exclusiveGateway',
  'subProcess',
  'endEvent',
  'boundaryEvent',
  'callActivity',
  'transaction',
  'x',
];

const deploy = (name: string, xml: unknown): HostileInput => ({
  name,
  requests: [postOf('/Definitions/deploy', { BpmnXml: xml })],
});
const definitions = (inside: string, attributes = '') =>
  `<definitions xmlns="${BPMN}" targetNamespace="t" ${attributes}>${inside}</definitions>`;
const process = (inside: string) => definitions(`<process id="p" isExecutable="true">${inside}</process>`);
const entities = (depth: number) =>
  Array.from({ length: depth }, (_, n) => `<!ENTITY e${n} "${n === 0 ? 'ha' : `&e${n - 1};`.repeat(10)}">`).join('');

function chain(length: number): string {
  const nodes = Array.from({ length }, (_, n) => `<task id="t${n}"/>`).join('');
  const flows = Array.from(
    { length: length - 1 },
    (_, n) => `<sequenceFlow id="f${n}" sourceRef="t${n}" targetRef="t${n + 1}"/>`,
  );
  return process(nodes + flows.join(''));
}

const WRITTEN: readonly HostileInput[] = [
  deploy('billion laughs', `<!DOCTYPE d [${entities(10)}]>${definitions('&e9;')}`),
  deploy('quadratic entities', `<!DOCTYPE d [<!ENTITY a "${'a'.repeat(50_000)}">]>${definitions('&a;'.repeat(1000))}`),
  deploy('external entity', `<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>${definitions('&x;')}`),
  deploy('parameter entity', `<!DOCTYPE d [<!ENTITY % p SYSTEM "http://169.254.169.254/"> %p;]>${definitions('')}`),
  deploy('external DTD', `<!DOCTYPE d SYSTEM "http://127.0.0.1:1/x.dtd">${definitions('')}`),
  deploy('nested 50,000 deep', definitions('<a>'.repeat(50_000) + '</a>'.repeat(50_000))),
  deploy('nested 50,000 deep, never closed', '<a>'.repeat(50_000)),
  deploy('sub-processes 2,000 deep', process('<subProcess id="s">'.repeat(2000) + '</subProcess>'.repeat(2000))),
  deploy(
    'sub-processes 300 deep, named',
    process(Array.from({ length: 300 }, (_, n) => `<subProcess id="s${n}">`).join('') + '</subProcess>'.repeat(300)),
  ),
  deploy('an attribute of 1 MB', process(`<task id="t" name="${'n'.repeat(1_000_000)}"/>`)),
  deploy('20,000 attributes', definitions('', Array.from({ length: 20_000 }, (_, n) => `a${n}=""`).join(' '))),
  deploy('20,000 namespaces', definitions('', Array.from({ length: 20_000 }, (_, n) => `xmlns:a${n}="n${n}"`).join(' '))),
  deploy('the same attribute twice', process('<task id="a" id="b"/>')),
  deploy('an undeclared prefix', process('<x:task id="a"/>')),
  deploy('a rebound xml prefix', definitions('', 'xmlns:xml="x" xmlns:xmlns="y"')),
  deploy('a declared UTF-16', `<?xml version="1.0" encoding="UTF-16"?>${process('')}`),
  deploy('a declared EBCDIC', `<?xml version="1.0" encoding="ebcdic-cp-us"?>${process('')}`),
  deploy('XML 1.1', `<?xml version="1.1"?>${process('')}`),
  deploy('a byte-order mark in the middle', process('\ufeff<task id="t"/>\ufeff')),
  deploy('half a surrogate', process('<task id="\ud800"/>')),
  deploy('a character reference to nothing', process('<task id="t" name="&#0;&#xD800;&#x110000;&#99999999999;"/>')),
  deploy('a comment without an end', `${definitions('')}<!--`),
  deploy('CDATA without an end', `<definitions><![CDATA[`),
  deploy('two roots', definitions('') + definitions('')),
  deploy('text behind the root', `${definitions('')}x`),
  deploy('nothing but white space', ' \n\t '),
  deploy('a proto element', process('<__proto__ id="t"/><constructor id="c"/><task id="__proto__"/><task id="constructor"/>')),
  deploy('a chain of 5,000 tasks', chain(5000)),
  deploy('a flow to itself', process('<task id="t"/><sequenceFlow id="f" sourceRef="t" targetRef="t"/>')),
  deploy('a parent that is its own child', process('<subProcess id="s"><task id="s"/></subProcess>')),
  deploy('a message without end', definitions(`<message id="m" name="${'m'.repeat(100_000)}"/>`)),
  deploy('a number for a model', 42),
  deploy('a list for a model', ['<a/>']),
  deploy(
    '10,000 executable processes',
    definitions(Array.from({ length: 10_000 }, (_, n) => `<process id="p${n}" isExecutable="true"/>`).join('')),
  ),
];

/** Models that are not XML, XML that is not a model, and invalid models. */
export const XML: Corpus = {
  name: 'xml',
  surface: 'api',
  limitMs: 5000,
  count: 900,
  written: async () => WRITTEN,
  make(dice) {
    let xml = dice.pick(EXAMPLES);
    const times = 1 + dice.below(4);
    for (let n = 0; n < times; n += 1) {
      const kind = dice.below(4);
      if (kind === 0) xml = mutated(xml, dice, INSERTS);
      else if (kind === 1) xml = replacedValue(xml, dice.below(1_000_000), xmlText(dice.pick(HOSTILE_TEXTS)));
      else if (kind === 2) xml = replacedTag(xml, dice.below(1_000_000), dice.pick(TAGS));
      else xml = swappedIds(xml, dice.below(1_000_000), dice.below(1_000_000));
    }
    return deploy('a mutant of an example', xml);
  },
};

function nth(matches: readonly RegExpMatchArray[], n: number): RegExpMatchArray | undefined {
  return matches[n % Math.max(1, matches.length)];
}

function replacedValue(xml: string, n: number, value: string): string {
  const found = nth([...xml.matchAll(/="[^"]*"/g)], n);
  if (found?.index === undefined) return xml;
  return `${xml.slice(0, found.index)}="${value}"${xml.slice(found.index + found[0].length)}`;
}

function replacedTag(xml: string, n: number, tag: string): string {
  const found = nth([...xml.matchAll(/<(\/?)((?:\w+:)?)(\w+)/g)], n);
  if (found === undefined) return xml;
  return xml.replaceAll(new RegExp(`(</?)((?:\\w+:)?)${found[3]}(?=[\\s/>])`, 'g'), `$1$2${tag}`);
}

/** A reference leads somewhere else. */
function swappedIds(xml: string, n: number, m: number): string {
  const ids = [...xml.matchAll(/\bid="([^"]+)"/g)];
  const [one, other] = [nth(ids, n)?.[1], nth(ids, m)?.[1]];
  return one === undefined || other === undefined ? xml : xml.replaceAll(`"${one}"`, `"${other}"`);
}
