import { expect } from 'chai';
import { diagnosticOf, parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';

const NAMESPACES = [
  'xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn"',
  'xmlns:flowable="http://flowable.org/bpmn" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"',
  'xmlns:fleans="https://fleans.io/schema/bpmn/1.0" xmlns:drools="http://www.jboss.org/drools"',
].join(' ');
const ext = (inner: string) => `<bpmn:extensionElements>${inner}</bpmn:extensionElements>`;

function parse(attributes: string, inner = '', process = '', isStored = false) {
  const text = `<bpmn:definitions ${NAMESPACES}><bpmn:process id="p" ${process}><bpmn:startEvent id="s"/><bpmn:userTask id="u" ${attributes}>${inner}</bpmn:userTask><bpmn:sequenceFlow id="f" sourceRef="s" targetRef="u"/></bpmn:process></bpmn:definitions>`;
  return parseDefinitions(text, { isStored });
}

/** The texts of the plan of the only user task, and the warnings of the file. */
function planOf(...written: Parameters<typeof parse>) {
  const parsed = parse(...written);
  if (!parsed.ok) throw new Error(parsed.findings[0]?.text);
  const element = parsed.processes[0]?.model.elements.get('u');
  const plan = element?.type === 'userTask' ? element.plan : undefined;
  const texts = plan && Object.fromEntries(Object.entries(plan).map(([name, { dialect, text }]) => [name, `${dialect} ${text}`]));
  return { plan: texts, warnings: parsed.warnings.map(({ text }) => text) };
}

const refusalOf = (...written: Parameters<typeof parse>) => {
  const parsed = parse(...written);
  return parsed.ok ? undefined : parsed.findings.map(diagnosticOf);
};

const input = (name: string, from: string) =>
  `<bpmn:ioSpecification><bpmn:dataInput id="d" name="${name}"/></bpmn:ioSpecification><bpmn:dataInputAssociation><bpmn:targetRef>d</bpmn:targetRef><bpmn:assignment><bpmn:from>${from}</bpmn:from><bpmn:to>d</bpmn:to></bpmn:assignment></bpmn:dataInputAssociation>`;
const JBPM = 'drools:packageName="a"';

describe('plans of user tasks', () => {
  it('are absent when the model specifies nothing', () => {
    expect(planOf('')).to.deep.equal({ plan: undefined, warnings: [] });
  });

  it('have the attributes of Camunda 7', () => {
    const attributes = `camunda:dueDate="\${due}" camunda:followUpDate="2026-01-02T03:04:05" camunda:priority="50"`;
    expect(planOf(attributes)).to.deep.equal({
      plan: { due: `juel \${due}`, followUp: 'literal 2026-01-02T03:04:05', priority: 'literal 50' },
      warnings: [],
    });
  });

  it('have the attributes of Flowable', () => {
    expect(planOf(`flowable:dueDate="P3D" flowable:priority="\${p}" flowable:category="invoices"`)).to.deep.equal({
      plan: { due: 'literal P3D', priority: `juel \${p}`, category: 'literal invoices' },
      warnings: [],
    });
  });

  it('have the extension elements of Camunda 8', () => {
    const inner = '<zeebe:taskSchedule dueDate="=now() + duration(&quot;P1D&quot;)" followUpDate="2026-01-02T03:04:05Z"/>';
    expect(planOf('', ext(`${inner}<zeebe:priorityDefinition priority="=p"/>`))).to.deep.equal({
      plan: { due: 'feel =now() + duration("P1D")', followUp: 'literal 2026-01-02T03:04:05Z', priority: 'feel =p' },
      warnings: [],
    });
  });

  it("have this service's own attributes, and those without a namespace", () => {
    expect(planOf('fleans:dueDate="P1D" fleans:category="a" priority="7"').plan).to.deep.equal({
      due: 'literal P1D',
      priority: 'literal 7',
      category: 'literal a',
    });
  });

  it('have the inputs of jBPM in its files, and nowhere else', () => {
    expect(planOf('', input('DueDate', 'P2D'), JBPM).plan).to.deep.equal({ due: 'literal P2D' });
    expect(planOf('', input('Priority', '3'), JBPM).plan).to.deep.equal({ priority: 'literal 3' });
    expect(planOf('', input('Priority', 'high')).plan).to.equal(undefined);
  });

  it('show which deadlines of jBPM are not executed', () => {
    expect(planOf('', input('NotCompletedReassign', '[users:ann]@[4h]'), JBPM).warnings).to.deep.equal([
      "userTask 'u': data input NotCompletedReassign is not executed: model a boundary timer",
    ]);
  });

  it('show which names are misspelt', () => {
    expect(planOf('', ext('<zeebe:taskSchedule dueDat="P1D"/>')).warnings).to.deep.equal([
      "userTask 'u': attribute dueDat of taskSchedule is ignored; the nearest known name is dueDate (line 1)",
    ]);
    expect(planOf('camunda:folowUpDate="P1D"').warnings.join()).to.include('the nearest known name is followUpDate');
  });

  const FAULTY: readonly [attributes: string, text: string][] = [
    ['camunda:dueDate="tomorrow"', "due date 'tomorrow' is neither an ISO 8601 date nor a duration"],
    ['camunda:followUpDate="12:00"', "follow-up date '12:00' is neither an ISO 8601 date nor a duration"],
    ['camunda:priority="high"', "priority 'high' is not a whole number of 32 bits"],
    ['camunda:priority="2147483648"', "priority '2147483648' is not a whole number of 32 bits"],
    ['camunda:priority="1.5"', "priority '1.5' is not a whole number of 32 bits"],
    [`camunda:dueDate="\${a b}"`, `due date: cannot parse '\${a b}': unexpected 'b' at 1:5`],
  ];
  for (const [attributes, text] of FAULTY) {
    it(`refuse a file with ${attributes}, and leave it out of one that was deployed before`, () => {
      const [diagnostic] = refusalOf(attributes) ?? [];
      expect(diagnostic).to.match(/^userTask 'u': .* \(line 1, column \d+\)$/);
      expect(diagnostic).to.include(text);
      const stored = planOf(attributes, '', '', true);
      expect(stored.plan).to.equal(undefined);
      expect(stored.warnings.join()).to.include(`${text}; it is left out`);
    });
  }
});
