// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { expect } from 'chai';
import { elementIn, file, inProcess, processesOf, withStart } from './samples.ts';

const ALL = file(
  '<bpmn:error id="err" errorCode="${code}" camunda:errorMessage="no ${item}" />',
  '<bpmn:process id="p" name="All">',
  '  <bpmn:startEvent id="s" name="Go" />',
  '  <bpmn:task id="t" />',
  '  <bpmn:manualTask id="m" />',
  '  <bpmn:scriptTask id="sc"><bpmn:script>a = 1</bpmn:script></bpmn:scriptTask>',
  '  <bpmn:userTask id="u" />',
  '  <bpmn:exclusiveGateway id="x" default="x2" />',
  '  <bpmn:parallelGateway id="pg" />',
  '  <bpmn:inclusiveGateway id="ig" />',
  '  <bpmn:subProcess id="sub"><bpmn:task id="in1"/><bpmn:sequenceFlow id="i1" sourceRef="in1" targetRef="in2"/>',
  '    <bpmn:endEvent id="in2"><bpmn:terminateEventDefinition/></bpmn:endEvent><bpmn:task id="in3"/>',
  '    <bpmn:boundaryEvent id="in4" attachedToRef="in3"><bpmn:errorEventDefinition/></bpmn:boundaryEvent></bpmn:subProcess>',
  '  <bpmn:boundaryEvent id="b" attachedToRef="sub"><bpmn:errorEventDefinition errorRef="err"/></bpmn:boundaryEvent>',
  '  <bpmn:endEvent id="e"><bpmn:errorEventDefinition errorRef="err"/></bpmn:endEvent>',
  '  <bpmn:sequenceFlow id="x1" sourceRef="x" targetRef="pg"><bpmn:conditionExpression> ${a > 1} </bpmn:conditionExpression></bpmn:sequenceFlow>',
  '  <bpmn:sequenceFlow id="x2" sourceRef="x" targetRef="ig"><bpmn:conditionExpression>never</bpmn:conditionExpression></bpmn:sequenceFlow>',
  '  <bpmn:sequenceFlow sourceRef="s" targetRef="x" />',
  '  <bpmn:sequenceFlow id="pe" sourceRef="pg" targetRef="e"><bpmn:conditionExpression>never</bpmn:conditionExpression></bpmn:sequenceFlow>',
  '</bpmn:process>',
);

describe('the model', () => {
  it('holds every element when a file has them all', () => {
    const [process] = processesOf(ALL);
    const { model, activitiesCount, sequenceFlowsCount } = process!;
    expect(model).to.include({ key: 'p', name: 'All' });
    expect({ activitiesCount, sequenceFlowsCount }).to.deep.equal({ activitiesCount: 11, sequenceFlowsCount: 4 });
    expect([...model.elements.values()].map((element) => `${element.type} ${element.id} in ${element.container}`)).to.deep.equal([
      'startEvent s in p',
      'task t in p',
      'manualTask m in p',
      'scriptTask sc in p',
      'userTask u in p',
      'exclusiveGateway x in p',
      'parallelGateway pg in p',
      'inclusiveGateway ig in p',
      'subProcess sub in p',
      'task in1 in sub',
      'endEvent in2 in sub',
      'task in3 in sub',
      'boundaryEvent in4 in sub',
      'boundaryEvent b in p',
      'endEvent e in p',
    ]);
    expect([...model.flows.keys()]).to.deep.equal(['i1', 'x1', 'x2', 'flow_4', 'pe']);
    expect([...model.containers.values()]).to.deep.equal([
      {
        id: 'p',
        nodes: ['s', 't', 'm', 'sc', 'u', 'x', 'pg', 'ig', 'sub', 'b', 'e'],
        flows: ['x1', 'x2', 'flow_4', 'pe'],
        starts: ['s'],
        eventSubProcesses: [],
      },
      { id: 'sub', nodes: ['in1', 'in2', 'in3', 'in4'], flows: ['i1'], starts: ['in1', 'in3'], eventSubProcesses: [] },
    ]);
  });

  it('takes incoming and outgoing from the flows, in document order', () => {
    expect(elementIn(ALL, 'exclusiveGateway', 'x')).to.deep.equal({
      type: 'exclusiveGateway',
      id: 'x',
      container: 'p',
      incoming: ['flow_4'],
      outgoing: ['x1', 'x2'],
      defaultFlow: 'x2',
      boundaries: [],
      place: { line: 9, column: 3 },
    });
    expect(elementIn(ALL, 'startEvent', 's')).to.include({ name: 'Go' });
  });

  it('keeps a condition only when the flow is not always taken', () => {
    const flows = processesOf(ALL)[0]!.model.flows;
    expect(flows.get('x1')).to.deep.equal({
      id: 'x1',
      source: 'x',
      target: 'pg',
      condition: {
        ...{ kind: 'expression', slot: 'condition', dialect: 'juel', language: 'ownJuel' },
        ...{ text: '${a > 1}', source: 'a > 1' },
      },
    });
    expect(flows.get('x2')).to.deep.equal({ id: 'x2', source: 'x', target: 'ig' });
    expect(flows.get('pe')).to.deep.equal({ id: 'pe', source: 'pg', target: 'e' });
  });

  it('is frozen all the way down', () => {
    const frozen = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if (value instanceof Map) {
        for (const [key, item] of value) frozen(item, `${path}/${key}`);
        return;
      }
      expect(Object.isFrozen(value), path).to.equal(true);
      for (const [key, item] of Object.entries(value)) frozen(item, `${path}/${key}`);
    };
    frozen(processesOf(ALL), '');
  });

  it('starts a sub-process at its none start event when it has one', () => {
    const xml = withStart(
      '<bpmn:subProcess id="u"><bpmn:task id="t"/><bpmn:startEvent id="s2"/></bpmn:subProcess>',
      '<bpmn:subProcess id="v"/>',
    );
    const { containers } = processesOf(xml)[0]!.model;
    expect(containers.get('u')?.starts).to.deep.equal(['s2']);
    expect(containers.get('v')).to.deep.equal({ id: 'v', nodes: [], flows: [], starts: [], eventSubProcesses: [] });
  });

  it('gives flows without id the next free number when theirs is taken', () => {
    const flow = (id: string): string => `<bpmn:sequenceFlow ${id} sourceRef="s" targetRef="flow_1" />`;
    const xml = withStart('<bpmn:task id="flow_1" />', flow(''), flow(''), flow('id="flow_3"'), flow(''), flow(''));
    expect([...processesOf(xml)[0]!.model.flows.keys()]).to.deep.equal(['flow_2', 'flow_4', 'flow_3', 'flow_5', 'flow_6']);
  });

  it('takes ids and references when they are names of every object', () => {
    const xml = inProcess(
      '<bpmn:startEvent id="__proto__" />',
      '<bpmn:task id="constructor" default="toString" />',
      '<bpmn:sequenceFlow id="hasOwnProperty" sourceRef="__proto__" targetRef="constructor" />',
      '<bpmn:sequenceFlow id="toString" sourceRef="constructor" targetRef="constructor" />',
    );
    const { model } = processesOf(xml)[0]!;
    expect(model.elements.get('__proto__')?.outgoing).to.deep.equal(['hasOwnProperty']);
    expect(model.elements.get('constructor')).to.include({ defaultFlow: 'toString' });
  });

  it('reads references when they carry a prefix', () => {
    const xml = file(
      '<bpmn:process id="p"><bpmn:startEvent id="s"/><bpmn:task id="t"/>',
      '<bpmn:boundaryEvent id="b" attachedToRef="t"><bpmn:errorEventDefinition errorRef="tns:err"/></bpmn:boundaryEvent></bpmn:process>',
      '<bpmn:error id="err" errorCode="E1"/>',
    );
    expect(elementIn(xml, 'boundaryEvent', 'b').triggers).to.deep.equal([{ kind: 'error', code: 'E1' }]);
  });
});

describe('the end event', () => {
  const end = (definition: string, ...roots: readonly string[]) =>
    elementIn(
      file(
        `<bpmn:process id="p"><bpmn:startEvent id="s"/><bpmn:endEvent id="e">${definition}</bpmn:endEvent></bpmn:process>`,
        ...roots,
      ),
      'endEvent',
      'e',
    ).throws[0];
  const literal = (text: string) => ({ kind: 'expression', slot: 'error code', dialect: 'literal', text, source: text });

  it('just ends when it has no definition', () => expect(end('')).to.equal(undefined));
  it('terminates when the definition specifies it', () =>
    expect(end('<bpmn:terminateEventDefinition/>')).to.deep.equal({ kind: 'terminate' }));

  it('throws code and message as templates when the error has them', () => {
    const own = { kind: 'expression', language: 'ownJuel' };
    expect(elementIn(ALL, 'endEvent', 'e').throws[0]).to.deep.equal({
      kind: 'error',
      code: { ...own, slot: 'error code', dialect: 'juel', text: '${code}', source: 'code' },
      message: { ...own, slot: 'error message', dialect: 'template', text: 'no ${item}', source: 'no ${item}' },
    });
  });

  it('throws the empty code when there is no errorRef, or the error has no code', () => {
    expect(end('<bpmn:errorEventDefinition/>')).to.deep.equal({ kind: 'error' });
    expect(end('<bpmn:errorEventDefinition errorRef="r"/>', '<bpmn:error id="r" errorCode=" "/>')).to.deep.equal({
      kind: 'error',
    });
  });

  it('throws the reference itself when it names no error', () => {
    expect(end('<bpmn:errorEventDefinition errorRef="E9"/>')).to.deep.equal({ kind: 'error', code: literal('E9') });
    expect(end('<bpmn:errorEventDefinition errorRef="msg"/>', '<bpmn:message id="msg" name="m"/>')).to.deep.equal({
      kind: 'error',
      code: literal('msg'),
    });
  });

  it('takes a definition from the root of the file when it refers to one', () => {
    expect(end('<bpmn:eventDefinitionRef>d</bpmn:eventDefinitionRef>', '<bpmn:terminateEventDefinition id="d"/>')).to.deep.equal({
      kind: 'terminate',
    });
  });
});

describe('the boundary event', () => {
  const boundary = (attributes: string, definition: string) =>
    elementIn(
      withStart(
        '<bpmn:task id="t"/>',
        `<bpmn:boundaryEvent id="b" attachedToRef="t" ${attributes}>${definition}</bpmn:boundaryEvent>`,
      ),
      'boundaryEvent',
      'b',
    );

  it('catches everything when there is no errorRef', () => {
    const read = boundary('', '<bpmn:errorEventDefinition/>');
    expect(read).to.deep.include({ attachedTo: 't', interrupting: true, triggers: [{ kind: 'error' }] });
  });

  it('interrupts also when cancelActivity is false', () => {
    expect(boundary('cancelActivity="false"', '<bpmn:errorEventDefinition/>').interrupting).to.equal(true);
  });

  it('takes the code literally when it looks like an expression', () => {
    expect(elementIn(ALL, 'boundaryEvent', 'b').triggers).to.deep.equal([{ kind: 'error', code: '${code}' }]);
  });

  it('reads the variables for code and message', () => {
    const read = boundary(
      '',
      '<bpmn:errorEventDefinition errorRef="E" camunda:errorCodeVariable="c" camunda:errorMessageVariable="m"/>',
    );
    expect(read.triggers).to.deep.equal([{ kind: 'error', code: 'E', codeVariable: 'c', messageVariable: 'm' }]);
  });

  it('is listed at its host', () => {
    const xml = withStart(
      '<bpmn:boundaryEvent id="b1" attachedToRef="t"><bpmn:errorEventDefinition/></bpmn:boundaryEvent>',
      '<bpmn:task id="t"/>',
      '<bpmn:boundaryEvent id="b2" attachedToRef="t"><bpmn:errorEventDefinition/></bpmn:boundaryEvent>',
    );
    expect(elementIn(xml, 'task', 't').boundaries).to.deep.equal(['b1', 'b2']);
  });
});
