import { expect } from 'chai';
import { brief, diagnosticsOf, elementIn, ext, file, warningsOf } from './samples.ts';

const ROOTS = [
  '<bpmn:message id="m" name="go" /><bpmn:message id="n" name="stay" />',
  '<bpmn:interface id="i"><bpmn:operation id="o"><bpmn:inMessageRef>x:m</bpmn:inMessageRef><bpmn:outMessageRef>n</bpmn:outMessageRef></bpmn:operation>',
  '<bpmn:operation id="empty" /><bpmn:operation id="lost"><bpmn:inMessageRef>nowhere</bpmn:inMessageRef></bpmn:operation></bpmn:interface>',
].join('');
/** An element `t` with a flow from the start event to it. */
const after = (element: string): string =>
  file(
    ROOTS,
    `<bpmn:process id="p"><bpmn:startEvent id="s" />${element}<bpmn:sequenceFlow id="f" sourceRef="s" targetRef="t" /></bpmn:process>`,
  );
const sendTask = (attributes: string, inner = ''): string =>
  after(`<bpmn:sendTask id="t" ${attributes}>${inner}</bpmn:sendTask>`);
const receiveTask = (attributes: string): string => after(`<bpmn:receiveTask id="t" ${attributes} />`);
const event = (tag: string, attributes: string, operation: string): string =>
  after(
    `<bpmn:${tag} id="t"><bpmn:messageEventDefinition ${attributes}><bpmn:operationRef>${operation}</bpmn:operationRef></bpmn:messageEventDefinition></bpmn:${tag}>`,
  );
const textsOf = (xml: string): string[] => warningsOf(xml).map(({ text }) => text);
const go = { kind: 'message', name: 'literal: go' };

describe('the message of a task or event', () => {
  it('is that of messageRef, or the one its operation takes in, when it is a send task', () => {
    for (const attributes of ['messageRef="m"', 'operationRef="o"', 'operationRef="x:o"']) {
      expect(brief(elementIn(sendTask(attributes), 'sendTask', 't').work), attributes).to.deep.equal(go);
      expect(textsOf(sendTask(attributes)), attributes).to.deep.equal([]);
    }
  });

  it('has a correlation key when the task, or the message, has one', () => {
    const xml = sendTask('messageRef="m" correlationKey="=id"');
    expect(brief(elementIn(xml, 'sendTask', 't').work)).to.deep.equal({ ...go, key: 'feel: id' });
    expect(textsOf(xml)).to.deep.equal([]);
  });

  it('is not sent, with a warning that names it, when something else specifies what the send task does', () => {
    const typed = sendTask('messageRef="m" operationRef="o"', ext('<zeebe:taskDefinition type="mail" />'));
    expect(brief(elementIn(typed, 'sendTask', 't').work)).to.deep.equal({ kind: 'typed', taskType: 'literal: mail' });
    expect(textsOf(typed)).to.deep.equal(["sendTask 't': operationRef, messageRef is not executed"]);
    const computed = sendTask('messageRef="m" camunda:expression="1"');
    expect(elementIn(computed, 'sendTask', 't').work.kind).to.equal('expression');
    expect(textsOf(computed)).to.deep.equal(["sendTask 't': messageRef is not executed"]);
  });

  it('leaves a send task waiting, with a warning, when none exists', () => {
    for (const [attributes, why] of [
      ['', 'no task type is given'],
      ['messageRef="nowhere"', 'messageRef is not executed'],
      ['operationRef="nowhere"', 'operationRef is not executed'],
      ['operationRef="empty"', 'operationRef is not executed'],
      ['operationRef="lost"', 'operationRef is not executed'],
    ] as const) {
      expect(elementIn(sendTask(attributes), 'sendTask', 't').work.kind, attributes).to.equal('untyped');
      expect(textsOf(sendTask(attributes)), attributes).to.deep.equal([`sendTask 't': ${why}; the task waits to be completed`]);
    }
  });

  it('is not sent when a service task names an operation', () => {
    const xml = after('<bpmn:serviceTask id="t" operationRef="o" />');
    expect(elementIn(xml, 'serviceTask', 't').work.kind).to.equal('untyped');
    expect(textsOf(xml)).to.deep.equal(["serviceTask 't': operationRef is not executed; the task waits to be completed"]);
  });

  it('is awaited when a receive task names an operation', () => {
    expect(brief(elementIn(receiveTask('operationRef="o"'), 'receiveTask', 't').message)).to.deep.equal(go);
    expect(textsOf(receiveTask('operationRef="o"'))).to.deep.equal([]);
    for (const attributes of ['', 'operationRef="empty"', 'operationRef="nowhere"']) {
      expect(elementIn(receiveTask(attributes), 'receiveTask', 't').message, attributes).to.equal(undefined);
      expect(textsOf(receiveTask(attributes)), attributes).to.deep.equal([
        "receiveTask 't': neither messageRef nor operationRef names a message; the task waits to be completed",
      ]);
    }
    expect(diagnosticsOf(receiveTask('messageRef="nowhere" operationRef="o"'))).to.deep.equal([
      "receiveTask 't': messageRef 'nowhere' not found (line 3, column 48)",
    ]);
  });

  it('is that of the operation when a message event names one', () => {
    expect(brief(elementIn(event('intermediateCatchEvent', '', 'o'), 'intermediateCatchEvent', 't').triggers)).to.deep.equal([
      go,
    ]);
    expect(brief(elementIn(event('intermediateThrowEvent', '', 'o'), 'intermediateThrowEvent', 't').work)).to.deep.equal(go);
    expect(brief(elementIn(event('endEvent', 'messageRef="m"', 'o'), 'endEvent', 't').work)).to.deep.equal(go);
    expect(textsOf(event('endEvent', 'messageRef="m"', 'o'))).to.deep.equal([]);
    expect(diagnosticsOf(event('intermediateCatchEvent', '', 'empty'))).to.deep.equal([
      "intermediateCatchEvent 't': messageRef is required (line 3, column 48)",
    ]);
  });

  it('is that of messageRef, with a warning, when the operation has another one', () => {
    const xml = event('intermediateCatchEvent', 'messageRef="n"', 'o');
    expect(brief(elementIn(xml, 'intermediateCatchEvent', 't').triggers)).to.deep.equal([
      { kind: 'message', name: 'literal: stay' },
    ]);
    expect(textsOf(xml)).to.deep.equal([
      "intermediateCatchEvent 't': operationRef is ignored: its message is another one than that of messageRef",
    ]);
  });
});
