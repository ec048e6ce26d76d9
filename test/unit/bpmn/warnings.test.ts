import { expect } from 'chai';
import type { Warning } from '../../../src/bpmn/parse-definitions.ts';
import { file, inProcess, warningsOf, withStart } from './samples.ts';

const ext = (inner: string): string => `<bpmn:extensionElements>${inner}</bpmn:extensionElements>`;
const flow = (id: string, source: string, target: string, condition = ''): string =>
  `<bpmn:sequenceFlow id="${id}" sourceRef="${source}" targetRef="${target}">${condition && `<bpmn:conditionExpression>${condition}</bpmn:conditionExpression>`}</bpmn:sequenceFlow>`;
/** A start event `s`, a task `t` behind it, and more. */
const taskAnd = (attributes: string, inner: string, ...more: readonly string[]): string =>
  withStart(flow('f', 's', 't'), `<bpmn:task id="t" ${attributes}>${inner}</bpmn:task>`, ...more);

describe('warnings', () => {
  const rows: readonly (readonly [rule: string, when: string, xml: string, ...warnings: Omit<Warning, 'processKey'>[]])[] = [
    [
      'WARN01',
      'a default flow has a condition',
      inProcess('<bpmn:startEvent id="s" default="f"/>', flow('f', 's', 't', 'a'), '<bpmn:task id="t"/>'),
      {
        id: 9002,
        elementId: 'f',
        name: 'conditionExpression',
        text: "sequenceFlow 'f': condition on the default flow is ignored",
      },
    ],
    [
      'WARN01',
      'a condition stands behind a parallel gateway',
      withStart(flow('f', 's', 'g'), '<bpmn:parallelGateway id="g"/>', flow('f2', 'g', 't', 'a'), '<bpmn:task id="t"/>'),
      {
        id: 9002,
        elementId: 'f2',
        name: 'conditionExpression',
        text: "sequenceFlow 'f2': condition after a parallel gateway is ignored",
      },
    ],
    [
      'WARN03',
      'an error boundary event says it does not interrupt',
      taskAnd(
        '',
        '',
        '<bpmn:boundaryEvent id="b" attachedToRef="t" cancelActivity="false"><bpmn:errorEventDefinition/></bpmn:boundaryEvent>',
      ),
      {
        id: 9002,
        elementId: 'b',
        name: 'cancelActivity',
        text: "boundaryEvent 'b': non-interrupting error event is treated as interrupting",
      },
    ],
    [
      'WARN05',
      'there are listeners and properties',
      taskAnd('', ext('<camunda:executionListener event="start"/><zeebe:properties/>')),
      { id: 9002, elementId: 't', name: 'executionListener', text: "task 't': executionListener is not executed" },
      { id: 9002, elementId: 't', name: 'properties', text: "task 't': properties is not executed" },
    ],
    [
      'WARN06',
      'a text after = is not FEEL',
      withStart(flow('f', 's', 't', '= rejected == true'), '<bpmn:task id="t"/>'),
      { id: 9002, elementId: 'f', text: "sequenceFlow 'f': text after '=' is not FEEL and was read as lenient" },
    ],
    [
      'WARN07',
      'a diverging gateway has two incoming flows',
      withStart(flow('f', 's', 'g'), flow('f2', 's', 'g'), '<bpmn:parallelGateway id="g" gatewayDirection="Diverging"/>'),
      {
        id: 9002,
        elementId: 'g',
        name: 'gatewayDirection',
        text: "parallelGateway 'g': gatewayDirection 'Diverging' contradicts the flows and is ignored",
      },
    ],
    [
      'WARN08',
      'a flow out of an exclusive gateway has neither condition nor default',
      withStart(
        flow('f', 's', 'g'),
        '<bpmn:exclusiveGateway id="g"/>',
        flow('a', 'g', 't', 'x'),
        flow('b', 'g', 't'),
        '<bpmn:task id="t"/>',
      ),
      {
        id: 9002,
        elementId: 'b',
        text: "sequenceFlow 'b': flow out of an exclusive gateway has no condition and is no default flow",
      },
    ],
    [
      'WARN10',
      'nothing leads to a node',
      taskAnd('', '', '<bpmn:task id="x"/>', flow('xy', 'x', 'y'), '<bpmn:task id="y"/>'),
      { id: 9002, elementId: 'x', text: "task 'x': no path leads here" },
      { id: 9002, elementId: 'y', text: "task 'y': no path leads here" },
    ],
    [
      'WARN11',
      'an extension of a known namespace is not read',
      taskAnd(
        'camunda:type="external" zeebe:x="1"',
        ext('<camunda:connector/><fleans:script>a</fleans:script><zeebe:ioMapping/>'),
      ),
      { id: 9002, elementId: 't', name: 'type', text: "task 't': attribute type is ignored" },
      { id: 9002, elementId: 't', name: 'x', text: "task 't': attribute x is ignored" },
      { id: 9002, elementId: 't', name: 'connector', text: "task 't': extension element connector is ignored" },
      { id: 9002, elementId: 't', name: 'script', text: "task 't': extension element script is ignored" },
      { id: 9002, elementId: 't', name: 'ioMapping', text: "task 't': extension element ioMapping is ignored" },
    ],
    [
      'WARN17',
      'the error that is caught does not exist',
      taskAnd(
        '',
        '',
        '<bpmn:boundaryEvent id="b" attachedToRef="t"><bpmn:errorEventDefinition errorRef="E1"/></bpmn:boundaryEvent>',
      ),
      {
        id: 9003,
        elementId: 'b',
        name: 'errorRef',
        text: "boundaryEvent 'b': errorRef 'E1' names no error; its text is used as the code",
      },
    ],
  ];
  for (const [rule, when, xml, ...warnings] of rows) {
    it(`warns (${rule}) when ${when}`, () => {
      expect(warningsOf(xml)).to.deep.equal(warnings.map((warning) => ({ ...warning, processKey: 'p' })));
    });
  }

  it('says nothing when the file has no surprises', () => {
    const xml = file(
      '<bpmn:process id="p" camunda:historyTimeToLive="P1D" camunda:versionTag="1">',
      '<bpmn:startEvent id="s" camunda:formKey="x" xmlns:color="urn:color" color:fill="red"/>',
      flow('f', 's', 'u'),
      `<bpmn:userTask id="u" camunda:assignee="a" camunda:asyncBefore="true" camunda:dueDate="x" modeler:x="y">${ext('<zeebe:formDefinition/><zeebe:userTask/><foreign xmlns="urn:x"/>')}</bpmn:userTask>`,
      flow('f2', 'u', 'g'),
      '<bpmn:exclusiveGateway id="g" default="d" gatewayDirection="Diverging"/>',
      flow('c', 'g', 'sub', 'a'),
      flow('d', 'g', 'e'),
      '<bpmn:subProcess id="sub"><bpmn:task id="in"/></bpmn:subProcess>',
      '<bpmn:boundaryEvent id="b" attachedToRef="sub"><bpmn:errorEventDefinition/></bpmn:boundaryEvent>',
      flow('be', 'b', 'e'),
      '<bpmn:endEvent id="e"/></bpmn:process>',
    );
    expect(warningsOf(xml)).to.deep.equal([]);
  });

  it('lists warnings in document order', () => {
    const xml = withStart(
      '<bpmn:task id="x" camunda:type="y"/>',
      flow('f', 's', 't', '= a == 1'),
      '<bpmn:task id="t"><bpmn:extensionElements><camunda:field/></bpmn:extensionElements></bpmn:task>',
    );
    expect(warningsOf(xml).map(({ elementId, name }) => [elementId, name])).to.deep.equal([
      ['x', 'type'],
      ['x', undefined],
      ['f', undefined],
      ['t', 'field'],
    ]);
  });
});
