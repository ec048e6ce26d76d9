import { expect } from 'chai';
import { parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';

/** A file of jBPM, unless `namespace` differs. */
function read(body: string, namespace = 'http://www.jboss.org/drools', languages = '') {
  const parsed = parseDefinitions(
    `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="${namespace}" ${languages}><message id="m"/><process id="p"><startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="x"/>${body}</process></definitions>`,
  );
  if (!parsed.ok) return { refused: parsed.findings.map(({ text }) => text), warnings: [], elements: new Map() };
  const { elements } = parsed.processes[0]?.model ?? { elements: new Map() };
  return { refused: [], warnings: parsed.warnings.map(({ text }) => text), elements };
}

function readTimer(form: string, text: string, namespace?: string) {
  const definition = `<timerEventDefinition><${form}>${text}</${form}></timerEventDefinition>`;
  const event = `<boundaryEvent id="b" attachedToRef="x" cancelActivity="false">${definition}</boundaryEvent>`;
  return read(`<userTask id="x"/>${event}`, namespace);
}

describe('files whose names are in the namespace of jBPM', () => {
  it('name a signal that is nowhere else when an event refers to it', () => {
    const event = '<endEvent id="x"><signalEventDefinition signalRef="news"/></endEvent>';
    expect(read(event).elements.get('x')).to.deep.nested.include({ 'throws[0].name.source': 'news' });
    expect(read(event, 'urn:other').refused).to.deep.equal(["signalRef 'news' not found"]);
  });

  it('are also those whose languages only jBPM writes', () => {
    const task = '<receiveTask id="x" messageRef="m"/>';
    const [types, expressions] = ['typeLanguage="http://www.java.com/javaTypes"', 'expressionLanguage="http://www.mvel.org/2.0"'];
    expect(read(task, 'urn:other', `${types} ${expressions}`).refused).to.deep.equal([]);
    for (const one of [types, expressions]) expect(read(task, 'urn:other', one).refused).to.deep.equal(['name is required']);
  });

  it('call a message by its id when it has no name', () => {
    const task = '<receiveTask id="x" messageRef="m"/>';
    expect(read(task).elements.get('x')).to.deep.nested.include({ 'message.name.source': 'm' });
    expect(read(task, 'urn:other').refused).to.deep.equal(['name is required']);
  });

  const rows: readonly [text: string, form: string, expected: string][] = [
    ['500ms', 'timeDuration', 'P0DT0H0M0.500S'],
    ['1500', 'timeDuration', 'P0DT0H0M1.500S'],
    ['1d 2h 3m 4s 5ms', 'timeDuration', 'P1DT2H3M4.005S'],
    ['2m', 'timeDuration', 'P0DT0H2M0.000S'],
    ['5s', 'timeCycle', 'R1/P0DT0H0M5.000S'],
    ['1s###1s', 'timeCycle', 'R/P0DT0H0M1.000S'],
    ['500ms###1s', 'timeCycle', 'R/P0DT0H0M1.000S'],
    ['PT5M', 'timeDuration', 'PT5M'],
    ['R3/PT1S', 'timeCycle', 'R3/PT1S'],
  ];
  for (const [text, form, expected] of rows) {
    it(`mean ${expected} when a ${form} is ${text}`, () => {
      const { elements, warnings } = readTimer(form, text);
      expect(elements.get('b')).to.deep.nested.include({ 'triggers[0].text.source': expected });
      const isOther = text === '500ms###1s';
      expect(warnings).to.deep.equal(
        isOther
          ? ["boundaryEvent 'b': the timer is first due after P0DT0H0M1.000S, as every time after it, not after P0DT0H0M0.500S"]
          : [],
      );
    });
  }

  // bpmn-time.test.ts measures how long that takes
  it('are refused when a timer has many blanks or digits', () => {
    for (const text of [`1d${' '.repeat(30_000)}x`, '9'.repeat(30_000), `1d${' 1h'.repeat(10_000)}`])
      expect(readTimer('timeDuration', text).refused, text.slice(0, 20)).to.have.length(1);
  });

  it('need no period when a catch event waits once', () => {
    const event =
      '<intermediateCatchEvent id="x"><timerEventDefinition><timeCycle>500ms###1s</timeCycle></timerEventDefinition></intermediateCatchEvent>';
    expect(read(event).elements.get('x')).to.deep.nested.include({ 'triggers[0].text.source': 'R1/P0DT0H0M0.500S' });
  });

  it('are refused when a timer is of another file, or has no definition', () => {
    for (const [form, text, namespace] of [
      ['timeDuration', '500ms', 'urn:other'],
      ['timeDuration', 'abcdef', undefined],
      ['timeDuration', '1s###1s', undefined],
      ['timeCycle', '1s###x', undefined],
    ] as const)
      expect(readTimer(form, text, namespace).refused).to.deep.equal([`timer text '${text}' is not valid`]);
  });
});
