import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { kitFilesIn, readKitFile } from '../../../lab/tck/read-kit.ts';
import { runFile } from '../../../lab/tck/run-case.ts';
import { decision, decisionFile, decisionTable, literal } from '../../support/models/decisions.ts';

const CASES =
  'xmlns="http://www.omg.org/spec/DMN/20160719/testcase" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
const value = (text: string, type?: string) => `<value${type === undefined ? '' : ` xsi:type="xsd:${type}"`}>${text}</value>`;
const NIL = '<value xsi:nil="true"/>';
const input = (name: string, written: string) => `<inputNode name="${name}">${written}</inputNode>`;
const result = (name: string, written: string, more = '') =>
  `<resultNode name="${name}" ${more}><expected>${written}</expected></resultNode>`;
const item = (written: string) => `<item>${written}</item>`;
const data = (name: string, type: string) =>
  `<inputData id="i-${name}" name="${name}"><variable name="${name}" typeRef="${type}"/></inputData>`;
const needs = (...names: readonly string[]) =>
  names.map((name) => `<informationRequirement><requiredInput href="#i-${name}"/></informationRequirement>`).join('');

const MODEL = decisionFile(`
  <itemDefinition name="tPerson"><itemComponent name="name"><typeRef>string</typeRef></itemComponent><itemComponent name="born"><typeRef>date</typeRef></itemComponent></itemDefinition>
  <itemDefinition name="tText"><functionItem outputTypeRef="string"/></itemDefinition>
  ${data('age', 'number')}${data('day', 'date')}${data('person', 'tPerson')}
  <decision id="_1" name="next">${needs('age')}${literal('age + 1')}</decision>
  <decision id="_2" name="year">${needs('day')}${literal('day.year')}</decision>
  <decision id="_3" name="birth">${needs('person')}${literal('person.born')}</decision>
  <decision id="_4" name="list of texts"><variable name="list of texts" typeRef="string"/>${literal('["a", "b"]')}</decision>
  <decision id="_5" name="unread">${literal('1 +')}</decision>
  <decision id="_6" name="reads unread"><informationRequirement><requiredDecision href="#_5"/></informationRequirement>${literal('unread = null')}</decision>
  <decision id="_7" name="typed"><literalExpression typeRef="number"><text>"x"</text></literalExpression></decision>
  <decision id="_8" name="list">${literal('[1, 2]')}</decision>
  <decision name="without id">${literal('7')}</decision>
  <decision id="_9" name="map">${literal('{a: 1, b: [true]}')}</decision>
  ${decisionTable('twice', {
    inputs: ['1'],
    outputs: ['o'],
    rules: [
      ['1', '"a"'],
      ['1', '"b"'],
    ],
  })}
  <businessKnowledgeModel id="_b" name="sum"><encapsulatedLogic><formalParameter name="a"/><formalParameter name="b"/>${literal('a + b')}</encapsulatedLogic></businessKnowledgeModel>
  <decisionService id="_s" name="service"><variable name="service" typeRef="tText"/><outputDecision href="#_1"/><inputData href="#i-age"/></decisionService>
  <decision id="_10" name="opinion"><variable name="opinion"/></decision>
  <decision id="_11" name="verdict"><informationRequirement><requiredDecision href="#_10"/></informationRequirement>${literal('[opinion]')}</decision>
  <decisionService id="_j" name="judge"><outputDecision href="#_11"/><inputDecision href="#_10"/></decisionService>
  ${decision('free', literal('"x"'))}`);

const ROWS: readonly (readonly [when: string, body: string, passes: boolean, attributes?: string])[] = [
  ['a number is given', input('age', value('41', 'decimal')) + result('next', value('42', 'decimal')), true],
  ['types are left to the model', input('age', value('41')) + result('next', value('42')), true],
  ['a number is nearly the expected one', input('age', value('0.1')) + result('next', value('1.1000000000001')), true],
  ['a date is given', input('day', value('2026-03-01', 'date')) + result('year', value('2026', 'decimal')), true],
  [
    'a structure is given and a date expected',
    input(
      'person',
      `<component name="name">${value('Ann')}</component><component name="born">${value('2000-02-29')}</component>`,
    ) + result('birth', value('2000-02-29', 'date')),
    true,
  ],
  [
    'a member of a structure is missing, which makes it null',
    input('person', `<component name="name">${value('Ann', 'string')}</component>`) + result('birth', NIL, 'errorResult="true"'),
    true,
  ],
  ['a value of another type is null', result('list of texts', NIL), true],
  ['a text that cannot be read is null', result('reads unread', value('true', 'boolean')), true],
  ['a boxed expression has a type', result('typed', NIL), true],
  ['two rules match where one may', result('twice', NIL, 'errorResult="true"'), true],
  ['a list is expected', result('list', `<list>${item(value('1', 'decimal'))}${item(value('2', 'decimal'))}</list>`), true],
  [
    'a map is expected',
    result(
      'map',
      `<component name="a">${value('1', 'decimal')}</component><component name="b"><list>${item(value('true', 'boolean'))}</list></component>`,
    ),
    true,
  ],
  ['a decision has a name only', result('without id', value('7', 'decimal')), true],
  [
    'a member is written twice in place of another one',
    result(
      'map',
      `<component name="a">${value('1', 'decimal')}</component><component name="a">${value('1', 'decimal')}</component>`,
    ),
    true,
  ],
  ['a decision without logic is null', result('verdict', `<list>${item(NIL)}</list>`), true],
  [
    'a decision without logic is given',
    input('opinion', value('good', 'string')) + result('judge', `<list>${item(value('good', 'string'))}</list>`),
    true,
    'type="decisionService"',
  ],
  ['an empty value is null', result('list of texts', '<value/>'), true],
  [
    'a business knowledge model is called',
    input('a', value('1', 'decimal')) + input('b', value('2', 'decimal')) + result('x', value('3', 'decimal')),
    true,
    'type="bkm" invocableName="sum"',
  ],
  [
    'a decision service is called, whose result is of another type',
    input('age', value('1', 'decimal')) + result('service', NIL),
    true,
    'type="decisionService"',
  ],
  ['another value is expected', input('age', value('41', 'decimal')) + result('next', value('43', 'decimal')), false],
  [
    'a text is expected in place of a number',
    result('next', value('42', 'string')) + input('age', value('41', 'decimal')),
    false,
  ],
  ['a longer list is expected', result('list', `<list>${item(value('1', 'decimal'))}</list>`), false],
  ['a map with other names is expected', result('map', `<component name="a">${value('1', 'decimal')}</component>`), false],
  ['nothing is called so', result('gone', value('1')), false],
];

describe('the compatibility kit (docs/contributing/measurements.md#run-the-dmn-compatibility-kit)', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kit-'));
  });
  after(() => rm(folder, { recursive: true }));

  const filesOf = async (name: string, files: Readonly<Record<string, string>>) => {
    await mkdir(join(folder, name));
    for (const [file, text] of Object.entries(files)) await writeFile(join(folder, name, file), text);
    return kitFilesIn(join(folder, name)).map(readKitFile);
  };

  for (const [at, [when, body, passes, attributes = '']] of ROWS.entries()) {
    it(`reports that a case ${passes ? 'has passed' : 'has failed'} when ${when}`, async () => {
      const cases = `<testCases ${CASES}><modelName>m.dmn</modelName><testCase id="1" ${attributes}>${body}</testCase></testCases>`;
      const [file] = await filesOf(`case-${at}`, { 'm.dmn': MODEL, 'm-test-01.xml': cases });
      if (file === undefined || typeof file === 'string') throw new Error(file);
      const [made] = runFile(file);
      if (passes) expect(made?.why).to.equal(undefined);
      else expect(made?.why).to.match(/is .*, not |nothing is called/);
    });
  }

  it('reads what a model imports, each file with its own ids', async () => {
    const of = (name: string, body: string) => decisionFile(body).replace('example.org/file', `example.org/${name}`);
    const imports = ['a', 'b']
      .map((name) => `<import name="${name}" namespace="http://example.org/${name}" importType="x"/>`)
      .join('');
    const required = ['a', 'b']
      .map((name) => `<informationRequirement><requiredDecision href="http://example.org/${name}#_1"/></informationRequirement>`)
      .join('');
    const [file] = await filesOf('imports', {
      'm.dmn': of('m', `${imports}<decision id="_1" name="both">${required}${literal('a.one + b.two')}</decision>`),
      'a.dmn': of('a', `<decision id="_1" name="one">${literal('"A"')}</decision>`),
      'b.dmn': of('b', `<decision id="_1" name="two">${literal('"B"')}</decision>`),
      'stray.dmn': 'no xml',
      'm-test-01.xml': `<testCases ${CASES}><modelName>m.dmn</modelName><testCase id="1">${result('both', value('AB'))}</testCase></testCases>`,
    });
    if (file === undefined || typeof file === 'string') throw new Error(file);
    expect(Object.keys(file.models)).to.deep.equal(['m.dmn', 'a.dmn', 'b.dmn']);
    expect(runFile(file)).to.deep.equal([{ file: file.path, id: '1' }]);
  });

  it('prefers what the model has itself when an import without a name has the same', async () => {
    const of = (name: string, body: string) => decisionFile(body).replace('example.org/file', `example.org/${name}`);
    const needs = (id: string) => `<informationRequirement><requiredDecision href="${id}"/></informationRequirement>`;
    const [file] = await filesOf('nameless', {
      'm.dmn': of(
        'm',
        `<import name="" namespace="http://example.org/a" importType="x"/><decision id="_1" name="one">${needs('#_2')}${literal('two')}</decision>
         <decision id="_3" name="three">${literal('"M"')}</decision>`,
      ),
      'a.dmn': of(
        'a',
        `<decision id="_2" name="two">${needs('http://example.org/a#_3')}${needs('#_4')}${literal('three + four')}</decision>
         <decision id="_3" name="three">${literal('"A"')}</decision><decision id="_4" name="four">${literal('"A"')}</decision>`,
      ),
      'm-test-01.xml': `<testCases ${CASES}><modelName>m.dmn</modelName><testCase id="1">${result('one', value('MA'))}</testCase></testCases>`,
    });
    if (file === undefined || typeof file === 'string') throw new Error(file);
    expect(runFile(file)).to.deep.equal([{ file: file.path, id: '1' }]);
  });

  it('finds an import at its location when two files have one namespace', async () => {
    const lower = (text: string) =>
      decisionFile(`<decision id="_1" name="one">${literal(text)}</decision>`).replace('example.org/file', 'example.org/i');
    await mkdir(join(folder, 'places', 'first'), { recursive: true });
    await mkdir(join(folder, 'places', 'second'));
    await writeFile(join(folder, 'places', 'first', 'i.dmn'), lower('"first"'));
    await writeFile(join(folder, 'places', 'second', 'i.dmn'), lower('"second"'));
    const model = (place: string) =>
      decisionFile(`<import name="i" namespace="http://example.org/i" locationURI="${place}/i.dmn" importType="x"/>
        <decision id="_1" name="d"><informationRequirement><requiredDecision href="http://example.org/i#_1"/></informationRequirement>${literal('i.one')}</decision>`);
    await writeFile(join(folder, 'places', 'm.dmn'), model('second'));
    const cases = `<testCases ${CASES}><modelName>m.dmn</modelName><testCase id="1">${result('d', value('second'))}</testCase></testCases>`;
    await writeFile(join(folder, 'places', 'm-test-01.xml'), cases);
    const [file] = kitFilesIn(join(folder, 'places')).map(readKitFile);
    if (file === undefined || typeof file === 'string') throw new Error(file);
    expect(Object.keys(file.models)).to.deep.equal(['m.dmn', 'second/i.dmn']);
    expect(runFile(file)).to.deep.equal([{ file: file.path, id: '1' }]);
  });

  it('finds files of cases by what they hold when their names specify nothing', async () => {
    const cases = `<?xml version="1.0"?><tc:testCases ${CASES.replace('xmlns=', 'xmlns:tc=')}/>`;
    const files = { 'm.dmn': MODEL, 'm_cases.xml': cases, 'notes.xml': '<notes/>', 'testCases.txt': cases };
    await filesOf('names', files);
    expect(kitFilesIn(join(folder, 'names'))).to.deep.equal([join(folder, 'names', 'm_cases.xml')]);
  });

  it('shows why a file of cases cannot be used', async () => {
    const [first, second] = await filesOf('broken', {
      'a-test-01.xml': '<x/>',
      'b-test-01.xml': `<testCases ${CASES}><modelName>gone.dmn</modelName></testCases>`,
    });
    expect([first, second]).to.deep.equal(['its root element is no testCases', 'the model gone.dmn is not there, or no XML']);
  });
});
