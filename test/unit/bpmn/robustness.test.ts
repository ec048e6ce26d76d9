// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { expect } from 'chai';
import fc from 'fast-check';
import { reportOn } from '../../../src/bpmn/check-file.ts';
import { diagnosticOf, parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { countedWork } from '../../support/counted-work.ts';
import { itFull, randomRuns } from '../../support/tier.ts';
import { file, withStart } from './samples.ts';

/** A file with every element, to be damaged. */
const VALID = file(
  '<bpmn:error id="err" errorCode="E1" camunda:errorMessage="no" />',
  '<bpmn:process id="p" name="All" isExecutable="true">',
  '<bpmn:startEvent id="s" /><bpmn:sequenceFlow id="f1" sourceRef="s" targetRef="x" />',
  '<bpmn:exclusiveGateway id="x" default="f2" /><bpmn:sequenceFlow id="f2" sourceRef="x" targetRef="u" />',
  '<bpmn:sequenceFlow id="f3" sourceRef="x" targetRef="sub"><bpmn:conditionExpression>a &gt; 1</bpmn:conditionExpression></bpmn:sequenceFlow>',
  '<bpmn:userTask id="u" camunda:candidateUsers="a,b"><bpmn:extensionElements><fleans:expectedOutputs><fleans:expectedOutput name="o"/></fleans:expectedOutputs></bpmn:extensionElements></bpmn:userTask>',
  '<bpmn:subProcess id="sub"><bpmn:scriptTask id="sc"><bpmn:script><![CDATA[a = 1]]></bpmn:script></bpmn:scriptTask></bpmn:subProcess>',
  '<bpmn:boundaryEvent id="b" attachedToRef="sub"><bpmn:errorEventDefinition errorRef="err" /></bpmn:boundaryEvent>',
  '<bpmn:parallelGateway id="pg" /><bpmn:inclusiveGateway id="ig" /><bpmn:task id="t" /><bpmn:manualTask id="m" />',
  '<bpmn:endEvent id="e"><bpmn:terminateEventDefinition /></bpmn:endEvent>',
  '</bpmn:process>',
);

/** Whatever the text, the answer is a model or a diagnostic in the promised form. */
function answers(text: string): void {
  for (const { properties } of reportOn(text, { level: 'executable' }).elements) expect(properties).not.to.deep.equal([]);
  const parsed = parseDefinitions(text);
  if (parsed.ok) {
    expect(parsed.processes).to.have.length.greaterThan(0);
    return;
  }
  expect(parsed.findings).to.have.length.greaterThan(0);
  for (const finding of parsed.findings) {
    const diagnostic = diagnosticOf(finding);
    expect(diagnostic.length).to.be.within(1, 300);
    expect(diagnostic).not.to.match(/[\r\n]/);
  }
}

describe('the parser', () => {
  it('accepts the file the mutations start from', () => expect(parseDefinitions(VALID).ok).to.equal(true));

  // slow: several hundred random texts
  it('answers when the text is garbage', () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), answers), { numRuns: randomRuns(300) });
    const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => String.fromCharCode(...array));
    fc.assert(fc.property(bytes, answers), { numRuns: randomRuns(300) });
  });

  it('answers when the text is made of pieces of XML', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '/>',
      '</',
      '<bpmn:process id="p">',
      '</bpmn:process>',
      '<a',
      ' b="',
      '"',
      '&',
      ';',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?',
      '?>',
      '<!',
      'xmlns=""',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => answers(file(pieces.join('')))),
      { numRuns: randomRuns(300) },
    );
  });

  it('answers when parts of a valid file are removed, repeated, moved or replaced', () => {
    const at = fc.nat(VALID.length);
    const mutation = fc.record({
      from: at,
      length: fc.nat(40),
      to: at,
      text: fc.oneof(
        fc.constantFrom('', ' ', 'id', '"', '__proto__', 'true', '<', '${', '\0'),
        fc.string({ unit: anyCharacter, maxLength: 5 }),
      ),
      isMove: fc.boolean(),
    });
    const mutate = (
      text: string,
      { from, length, to, text: inserted, isMove }: Parameters<Parameters<typeof mutation.map>[0]>[0],
    ) => {
      const rest = text.slice(0, from) + inserted + text.slice(from + length);
      return isMove ? rest.slice(0, to) + text.slice(from, from + length) + rest.slice(to) : rest;
    };
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 4 }), (mutations) => answers(mutations.reduce(mutate, VALID))),
      { numRuns: randomRuns(800) },
    );
  });

  itFull('answers when whole elements and attribute values change places', () => {
    const tags = VALID.match(/<[^>]+>/g) ?? [];
    const values = VALID.match(/"[^"]*"/g) ?? [];
    const swap = fc.tuple(fc.constantFrom(tags, values), fc.nat(), fc.nat());
    fc.assert(
      fc.property(fc.array(swap, { minLength: 1, maxLength: 5 }), (swaps) => {
        let text = VALID;
        for (const [parts, a, b] of swaps) text = text.replace(parts[a % parts.length]!, () => parts[b % parts.length]!);
        answers(text);
      }),
      { numRuns: randomRuns(600) },
    );
  });
});

/** bpmn-time.test.ts measures how long larger files take. */
describe('the work of parsing', () => {
  const SIZE = 60;
  /** Four times the size is four times the work when it is linear, and 16 times when it is quadratic. */
  const GROWTH = 4;
  const MOST = 5;
  const staysLinear = (when: string, text: (size: number) => string): void => {
    it(`stays linear when ${when}`, () => {
      const [small, large] = [text(SIZE), text(GROWTH * SIZE)].map((xml) => countedWork(() => judge(xml)));
      expect((large ?? 0) / (small ?? 1)).to.be.below(MOST);
    });
  };
  /** Without expectations, which would be counted. */
  function judge(xml: string): void {
    reportOn(xml, { level: 'executable' });
    parseDefinitions(xml);
  }
  const lines = (count: number, line: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => line(i)).join('\n');

  staysLinear('a process has many tasks in a row', (size) =>
    withStart(
      '<bpmn:sequenceFlow id="first" sourceRef="s" targetRef="t0"/>',
      lines(
        size,
        (i) => `<bpmn:userTask id="t${i}"/><bpmn:sequenceFlow id="f${i}" sourceRef="t${i}" targetRef="t${(i + 1) % size}"/>`,
      ),
    ),
  );
  staysLinear('one gateway has many flows', (size) =>
    withStart(
      `<bpmn:exclusiveGateway id="g" default="f${size - 1}"/><bpmn:task id="t"/>`,
      lines(size, (i) => `<bpmn:sequenceFlow id="f${i}" sourceRef="g" targetRef="t"/>`),
    ),
  );
  staysLinear('many flows without id find their names taken', (size) =>
    withStart(
      lines(size, (i) => `<bpmn:task id="flow_${i + 1}"/>`),
      lines(size, () => '<bpmn:sequenceFlow sourceRef="s" targetRef="flow_1"/>'),
    ),
  );
  staysLinear('many boundary events sit on one task', (size) =>
    withStart(
      '<bpmn:task id="t"/>',
      lines(size, (i) => `<bpmn:boundaryEvent id="b${i}" attachedToRef="t"><bpmn:errorEventDefinition/></bpmn:boundaryEvent>`),
    ),
  );
  staysLinear('every element is wrong', (size) => withStart(lines(size, () => '<bpmn:task/>')));
});
