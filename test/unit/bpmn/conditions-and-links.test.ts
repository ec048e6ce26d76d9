// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { expect } from 'chai';
import { parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';
import { brief, diagnosticsOf, elementIn, file, NAMESPACES, processesOf, warningsOf, withStart } from './samples.ts';

const flow = (id: string, source: string, target: string, inner = ''): string =>
  `<bpmn:sequenceFlow id="${id}" sourceRef="${source}" targetRef="${target}">${inner}</bpmn:sequenceFlow>`;
const conditional = (attributes: string, text: string): string =>
  withStart(
    '<bpmn:task id="t" />',
    flow('f', 's', 't', `<bpmn:conditionExpression ${attributes}>${text}</bpmn:conditionExpression>`),
  );
const conditionOf = (xml: string) => brief(processesOf(xml)[0]!.model.flows.get('f')!.condition);

describe('the language of a condition', () => {
  it('decides how it is read when the text does not specify it itself', () => {
    const rows: readonly (readonly [language: string, text: string, read: string])[] = [
      ['https://www.omg.org/spec/DMN/20191111/FEEL/', 'n between 1 and 2', 'feel: n between 1 and 2'],
      ['feel', 'n &gt; 1', 'feel: n > 1'],
      ['FEEL', '${n > 1}', 'juel: n > 1'],
      ['http://www.jcp.org/en/jsr/detail?id=245', '${n > 1}', 'juel: n > 1'],
      ['javascript', 'n === 1', 'javascript: n === 1'],
      ['groovy', 'n == 1', 'lenient: n == 1'],
      ['http://www.java.com/java', 'return n &gt; 1;', 'lenient: n > 1'],
      ['http://www.mvel.org/2.0', 'return n &gt; 1;', 'lenient: n > 1'],
      ['http://www.w3.org/1999/XPath', '${n > 1}', 'juel: n > 1'],
    ];
    for (const [language, text, read] of rows) {
      const xml = conditional(`language="${language}"`, text);
      expect(conditionOf(xml), language).to.equal(read);
      expect(
        warningsOf(xml).filter(({ name }) => name === 'language'),
        language,
      ).to.deep.equal([]);
    }
  });

  it('is refused by name when it is one that is not read', () => {
    const xml = conditional('language="http://www.w3.org/1999/XPath"', 'n &gt; 1');
    expect(diagnosticsOf(xml)).to.deep.equal([
      "sequenceFlow 'f': condition language 'http://www.w3.org/1999/XPath' is not supported (line 5, column 1)",
    ]);
    expect(parseDefinitions(xml, { isStored: true }).ok, 'deployed before').to.equal(true);
  });

  it('causes a warning when no one knows it', () => {
    expect(warningsOf(conditional('language="cobol"', 'n &gt; 1')).map(({ text }) => text)).to.deep.equal([
      "sequenceFlow 'f': condition language 'cobol' is not known; the text was read as lenient",
    ]);
  });

  it('of the file counts for FEEL alone when the condition names none', () => {
    const inFile = (language: string): string =>
      conditional('', 'n in [1..2]').replace('<bpmn:definitions ', `<bpmn:definitions expressionLanguage="${language}" `);
    expect(conditionOf(inFile('https://www.omg.org/spec/DMN/20191111/FEEL/'))).to.equal('feel: n in [1..2]');
    const plain = conditional('', 'n &gt; 1').replace(
      NAMESPACES,
      `${NAMESPACES} expressionLanguage="http://www.w3.org/1999/XPath"`,
    );
    expect(conditionOf(plain)).to.equal('lenient: n > 1');
  });

  it('does not matter when the text is one number or one text: it is refused', () => {
    for (const text of ['23', '"abc"', "'abc'", '-1.5', '= 23', '${"abc"}']) {
      const xml = conditional('', text);
      expect(diagnosticsOf(xml), text).to.deep.equal([
        `sequenceFlow 'f': condition '${text}' is a number or text, and a condition must give true or false (line 5, column 1)`,
      ]);
      expect(parseDefinitions(xml, { isStored: true }).ok, `${text}, deployed before`).to.equal(true);
    }
    for (const text of ['true', 'n', '"a" == n', '${1 == 1}'])
      expect(diagnosticsOf(conditional('', text)), text).to.deep.equal([]);
  });
});

describe('a message without name', () => {
  const NAMELESS = '<bpmn:message id="m" />';
  const withProcess = (inner: string): string =>
    file(NAMELESS, `<bpmn:process id="p"><bpmn:startEvent id="s" />${inner}</bpmn:process>`);

  it('refuses nothing when nothing executable refers to it', () => {
    const flows =
      '<bpmn:collaboration id="c"><bpmn:messageFlow id="mf" messageRef="m" sourceRef="a" targetRef="b" /></bpmn:collaboration>';
    expect(diagnosticsOf(withProcess(''))).to.deep.equal([]);
    expect(diagnosticsOf(withProcess('').replace(NAMELESS, NAMELESS + flows))).to.deep.equal([]);
  });

  it('is refused when a task, an event or an operation refers to it', () => {
    const catching =
      '<bpmn:intermediateCatchEvent id="c"><bpmn:messageEventDefinition messageRef="x:m" /></bpmn:intermediateCatchEvent>';
    const operation =
      '<bpmn:interface id="i"><bpmn:operation id="o"><bpmn:inMessageRef>m</bpmn:inMessageRef></bpmn:operation></bpmn:interface>';
    for (const xml of [
      withProcess('<bpmn:receiveTask id="r" messageRef="m" />'),
      withProcess(catching),
      withProcess('').replace(NAMELESS, NAMELESS + operation),
    ]) {
      expect(diagnosticsOf(xml)).to.deep.equal(["message 'm': name is required (line 2, column 1)"]);
    }
  });
});

describe('links', () => {
  const link = (kind: 'Throw' | 'Catch', id: string, attributes: string, inner = ''): string =>
    `<bpmn:intermediate${kind}Event id="${id}"><bpmn:linkEventDefinition ${attributes}>${inner}</bpmn:linkEventDefinition></bpmn:intermediate${kind}Event>`;
  const joined = (thrown: string, caught: string): string => withStart(flow('f', 's', 'a'), thrown, caught);
  const targetOf = (xml: string): string | undefined => elementIn(xml, 'intermediateThrowEvent', 'a').linkTarget;

  it('are joined by target or source when their names are absent or different', () => {
    for (const [thrown, caught] of [
      [link('Throw', 'a', '', '<bpmn:target>d</bpmn:target>'), link('Catch', 'b', 'id="d"')],
      [link('Throw', 'a', 'name="x"', '<bpmn:target>q:d</bpmn:target>'), link('Catch', 'b', 'id="d" name="y"')],
      [link('Throw', 'a', 'name="x"', '<bpmn:target>b</bpmn:target>'), link('Catch', 'b', 'name="y"')],
      [link('Throw', 'a', 'id="d" name="x"'), link('Catch', 'b', 'name="y"', '<bpmn:source>d</bpmn:source>')],
      [link('Throw', 'a', ''), link('Catch', 'b', '', '<bpmn:source>a</bpmn:source>')],
    ] as const) {
      expect(targetOf(joined(thrown, caught)), thrown + caught).to.equal('b');
    }
  });

  it('are joined by their names when these are the same', () => {
    const xml = joined(
      link('Throw', 'a', 'name="x"', '<bpmn:target>other</bpmn:target>'),
      link('Catch', 'b', 'name="x"') + link('Catch', 'other', 'name="y"'),
    );
    expect(targetOf(xml)).to.equal('b');
  });

  it('are refused as before when neither specifies where they lead', () => {
    expect(diagnosticsOf(joined(link('Throw', 'a', ''), link('Catch', 'b', '')))).to.deep.equal([
      "intermediateThrowEvent 'a': link name is required (line 5, column 1)",
      "intermediateCatchEvent 'b': link name is required (line 6, column 1)",
    ]);
    expect(diagnosticsOf(joined(link('Throw', 'a', 'name="x"'), link('Catch', 'b', 'name="y"')))).to.deep.equal([
      "intermediateThrowEvent 'a': no link target 'x' (line 5, column 1)",
    ]);
  });
});

describe('a compensation boundary event', () => {
  it('is refused when a flow leaves it, but not in a version that was deployed before', () => {
    const xml = withStart(
      '<bpmn:task id="t" />',
      flow('f', 's', 't'),
      '<bpmn:boundaryEvent id="b" attachedToRef="t"><bpmn:compensateEventDefinition /></bpmn:boundaryEvent>',
      '<bpmn:task id="u" /><bpmn:task id="undo" isForCompensation="true" />',
      '<bpmn:association sourceRef="b" targetRef="undo" />',
      flow('g', 'b', 'u'),
    );
    expect(diagnosticsOf(xml)).to.deep.equal([
      "boundaryEvent 'b': outgoing flow not allowed on a compensation boundary event: an association leads to its handler (line 6, column 1)",
    ]);
    expect(parseDefinitions(xml, { isStored: true }).ok).to.equal(true);
  });
});
