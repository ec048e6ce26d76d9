// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { expect } from 'chai';
import type { Warning } from '../../../src/bpmn/parse-definitions.ts';
import { file, inProcess, warningsOf, withStart } from './samples.ts';

const ext = (inner: string): string => `<bpmn:extensionElements>${inner}</bpmn:extensionElements>`;
const flow = (id: string, source: string, target: string, condition = ''): string =>
  `<bpmn:sequenceFlow id="${id}" sourceRef="${source}" targetRef="${target}">${condition && `<bpmn:conditionExpression>${condition}</bpmn:conditionExpression>`}</bpmn:sequenceFlow>`;
/** A start event `s`, a task `t` behind it, and more. */
const taskAnd = (attributes: string, inner: string, ...more: readonly string[]): string =>
  withStart(flow('f', 's', 't'), `<bpmn:task id="t" ${attributes}>${inner}</bpmn:task>`, ...more);

const MAPPED = ext('<zeebe:ioMapping><zeebe:input source="=a" target="b"/></zeebe:ioMapping>');
const timer = (id: string): string =>
  `<bpmn:intermediateCatchEvent id="${id}"><bpmn:timerEventDefinition><bpmn:timeDuration>PT1H</bpmn:timeDuration></bpmn:timerEventDefinition></bpmn:intermediateCatchEvent>`;
type Row = readonly [rule: string, when: string, xml: string, ...warnings: Omit<Warning, 'processKey'>[]];

/** What is not executed on a service task `t`, and what is said about it. */
const untyped = (
  [
    ['nothing is said', '', '', 'no task type is given; the task waits to be completed'],
    ['it is a Java class', 'camunda:class="a.B"', '', 'class is not executed; the task waits to be completed'],
    [
      'it is a bean',
      'camunda:delegateExpression="${b}"',
      '',
      'delegateExpression is not executed; the task waits to be completed',
    ],
    ['it is a mail', 'camunda:type="mail"', '', "type 'mail' is not executed; the task waits to be completed"],
    ['it is a connector', '', ext('<camunda:connector/>'), 'connector is not executed; the task waits to be completed'],
    ['it has a type besides a decision', 'type="x" camunda:decisionRef="d"', '', 'decisionRef is not executed'],
    [
      'it calls a bean',
      'camunda:expression="${mailer.send(to)}"',
      '',
      'expression calls a method of an object that is not a variable; the task waits to be completed',
    ],
  ] as const
).map(
  ([when, attributes, inner, text]): Row => [
    'work-not-executed',
    `of a service task ${when}`,
    withStart(flow('f', 's', 't'), `<bpmn:serviceTask id="t" ${attributes}>${inner}</bpmn:serviceTask>`),
    { event: 'attribute-ignored', elementId: 't', text: `serviceTask 't': ${text}` },
  ],
);

describe('warnings', () => {
  const rows: readonly Row[] = [
    [
      'ignored-condition',
      'a default flow has a condition',
      inProcess('<bpmn:startEvent id="s" default="f"/>', flow('f', 's', 't', 'a'), '<bpmn:task id="t"/>'),
      {
        event: 'attribute-ignored',
        elementId: 'f',
        name: 'conditionExpression',
        text: "sequenceFlow 'f': condition on the default flow is ignored",
      },
    ],
    [
      'ignored-condition',
      'a condition stands behind a parallel gateway',
      withStart(flow('f', 's', 'g'), '<bpmn:parallelGateway id="g"/>', flow('f2', 'g', 't', 'a'), '<bpmn:task id="t"/>'),
      {
        event: 'attribute-ignored',
        elementId: 'f2',
        name: 'conditionExpression',
        text: "sequenceFlow 'f2': condition after a parallel gateway is ignored",
      },
    ],
    [
      'treated-as-interrupting',
      'an error boundary event says it does not interrupt',
      taskAnd(
        '',
        '',
        '<bpmn:boundaryEvent id="b" attachedToRef="t" cancelActivity="false"><bpmn:errorEventDefinition/></bpmn:boundaryEvent>',
      ),
      {
        event: 'attribute-ignored',
        elementId: 'b',
        name: 'cancelActivity',
        text: "boundaryEvent 'b': non-interrupting error event is treated as interrupting",
      },
    ],
    [
      'ignored-condition',
      'a condition stands behind an event-based gateway',
      withStart(
        flow('f', 's', 'g'),
        '<bpmn:eventBasedGateway id="g"/>',
        flow('a', 'g', 'c', 'x'),
        flow('b', 'g', 'd'),
        timer('c'),
        timer('d'),
      ),
      {
        event: 'attribute-ignored',
        elementId: 'a',
        name: 'conditionExpression',
        text: "sequenceFlow 'a': condition after an event-based gateway is ignored",
      },
    ],
    [
      'ignored-activation-condition',
      'a gateway that never waits has an activation condition',
      withStart(flow('f', 's', 'g'), '<bpmn:complexGateway id="g" activationCondition="activationCount > 0"/>'),
      {
        event: 'activation-condition-ignored',
        elementId: 'g',
        name: 'activationCondition',
        text: "complexGateway 'g': activation condition of a gateway with one incoming flow is ignored",
      },
    ],
    [
      'treated-as-interrupting',
      'a cancel boundary and an error start event say they do not interrupt',
      withStart(
        flow('f', 's', 't'),
        '<bpmn:transaction id="t"/>',
        '<bpmn:boundaryEvent id="b" attachedToRef="t" cancelActivity="false"><bpmn:cancelEventDefinition/></bpmn:boundaryEvent>',
        '<bpmn:subProcess id="u" triggeredByEvent="true"><bpmn:startEvent id="us" isInterrupting="false"><bpmn:errorEventDefinition/></bpmn:startEvent></bpmn:subProcess>',
      ),
      {
        event: 'attribute-ignored',
        elementId: 'b',
        name: 'cancelActivity',
        text: "boundaryEvent 'b': non-interrupting cancel event is treated as interrupting",
      },
      {
        event: 'attribute-ignored',
        elementId: 'us',
        name: 'isInterrupting',
        text: "startEvent 'us': non-interrupting error event is treated as interrupting",
      },
    ],
    ...untyped,
    [
      'end-event-without-reference',
      'end events do not say what they throw',
      withStart(
        flow('f', 's', 'e'),
        flow('g', 's', 'h'),
        '<bpmn:endEvent id="e"><bpmn:messageEventDefinition/></bpmn:endEvent>',
        '<bpmn:endEvent id="h"><bpmn:signalEventDefinition/></bpmn:endEvent>',
      ),
      {
        event: 'attribute-ignored',
        elementId: 'e',
        name: 'messageRef',
        text: "endEvent 'e': message definition has no messageRef; the event just ends",
      },
      {
        event: 'attribute-ignored',
        elementId: 'h',
        name: 'signalRef',
        text: "endEvent 'h': signal definition has no signalRef; the event just ends",
      },
    ],
    [
      'ignored-attributes',
      'other engines would pass more, or not wait',
      file(
        '<bpmn:signal id="g" name="n"/><bpmn:process id="p"><bpmn:startEvent id="s"/>',
        flow('f', 's', 'c'),
        `<bpmn:callActivity id="c" calledElement="x">${ext('<camunda:in businessKey="#{execution.processBusinessKey}"/>')}</bpmn:callActivity>`,
        flow('h', 'c', 'i'),
        `<bpmn:intermediateThrowEvent id="i"><bpmn:signalEventDefinition signalRef="g">${ext('<camunda:in source="a" target="b"/>')}</bpmn:signalEventDefinition></bpmn:intermediateThrowEvent>`,
        flow('j', 'i', 'k'),
        '<bpmn:endEvent id="k"><bpmn:compensateEventDefinition waitForCompletion="false"/></bpmn:endEvent>',
        '</bpmn:process>',
      ),
      { event: 'attribute-ignored', elementId: 'c', name: 'businessKey', text: "callActivity 'c': businessKey is ignored" },
      {
        event: 'attribute-ignored',
        elementId: 'i',
        name: 'in',
        text: "intermediateThrowEvent 'i': payload of a signal is ignored",
      },
      {
        event: 'attribute-ignored',
        elementId: 'k',
        name: 'waitForCompletion',
        text: "endEvent 'k': waitForCompletion is ignored; the event waits",
      },
    ],
    [
      'event-that-never-fires',
      'an escalation is caught on a user task',
      withStart(
        flow('f', 's', 't'),
        '<bpmn:userTask id="t"/>',
        '<bpmn:boundaryEvent id="b" attachedToRef="t"><bpmn:escalationEventDefinition/></bpmn:boundaryEvent>',
      ),
      { event: 'attribute-ignored', elementId: 'b', text: "boundaryEvent 'b': escalation event on a user task never fires" },
    ],
    [
      'several-loop-sources',
      'a loop has several sources',
      taskAnd(
        '',
        '<bpmn:multiInstanceLoopCharacteristics camunda:collection="a"><bpmn:loopCardinality>2</bpmn:loopCardinality></bpmn:multiInstanceLoopCharacteristics>',
      ),
      { event: 'attribute-ignored', elementId: 't', text: "task 't': loop has several sources; the loopCardinality is used" },
    ],
    [
      'several-loop-sources',
      'a loop has several collections',
      taskAnd(
        '',
        `<bpmn:multiInstanceLoopCharacteristics collection="a">${ext('<zeebe:loopCharacteristics inputCollection="=b"/>')}</bpmn:multiInstanceLoopCharacteristics>`,
      ),
      { event: 'attribute-ignored', elementId: 't', text: "task 't': loop has several sources; the first collection is used" },
    ],
    [
      'handler-without-mark',
      'a handler does not say that it is one',
      taskAnd(
        '',
        '',
        '<bpmn:boundaryEvent id="b" attachedToRef="t"><bpmn:compensateEventDefinition/></bpmn:boundaryEvent>',
        '<bpmn:task id="h"/><bpmn:association id="a" sourceRef="b" targetRef="h"/>',
      ),
      {
        event: 'attribute-ignored',
        elementId: 'h',
        name: 'isForCompensation',
        text: "task 'h': compensation handler does not say isForCompensation and is treated as if it did",
      },
    ],
    [
      'unknown-extensions',
      'an ad-hoc sub-process collects the results of its activities',
      taskAnd(
        '',
        '',
        flow('ta', 't', 'a'),
        `<bpmn:adHocSubProcess id="a">${ext('<zeebe:adHoc activeElementsCollection="=x" outputCollection="o" outputElement="=r"/>')}<bpmn:task id="i"/></bpmn:adHocSubProcess>`,
      ),
      {
        event: 'attribute-ignored',
        elementId: 'a',
        name: 'outputCollection',
        text: "adHocSubProcess 'a': attribute outputCollection of adHoc is ignored",
      },
      {
        event: 'attribute-ignored',
        elementId: 'a',
        name: 'outputElement',
        text: "adHocSubProcess 'a': attribute outputElement of adHoc is ignored",
      },
    ],
    [
      'unknown-extensions',
      'an end or throw event that sends no message has mappings',
      taskAnd(
        '',
        '',
        `<bpmn:intermediateThrowEvent id="i">${MAPPED}</bpmn:intermediateThrowEvent>`,
        flow('ti', 't', 'i'),
        `<bpmn:endEvent id="k">${MAPPED}</bpmn:endEvent>`,
        flow('ik', 'i', 'k'),
      ),
      {
        event: 'attribute-ignored',
        elementId: 'i',
        name: 'ioMapping',
        text: "intermediateThrowEvent 'i': extension element ioMapping is ignored",
      },
      {
        event: 'attribute-ignored',
        elementId: 'k',
        name: 'ioMapping',
        text: "endEvent 'k': extension element ioMapping is ignored",
      },
    ],
    [
      'unknown-error-reference',
      'the error that starts an event sub-process does not exist',
      withStart(
        '<bpmn:subProcess id="u" triggeredByEvent="true"><bpmn:startEvent id="us"><bpmn:errorEventDefinition errorRef="E1"/></bpmn:startEvent></bpmn:subProcess>',
      ),
      {
        event: 'error-reference-names-no-error',
        elementId: 'us',
        name: 'errorRef',
        text: "startEvent 'us': errorRef 'E1' names no error; its text is used as the code",
      },
    ],
    [
      'undecided-gateway',
      'an event-based gateway decides nothing',
      withStart(
        flow('f', 's', 'g'),
        '<bpmn:eventBasedGateway id="g"/>',
        flow('a', 'g', 'c'),
        flow('b', 's', 'c'),
        timer('c'),
        '<bpmn:boundaryEvent id="x" attachedToRef="c"><bpmn:timerEventDefinition><bpmn:timeDuration>PT1H</bpmn:timeDuration></bpmn:timerEventDefinition></bpmn:boundaryEvent>',
      ),
      { event: 'attribute-ignored', elementId: 'g', text: "eventBasedGateway 'g': event-based gateway has one flow only" },
      { event: 'attribute-ignored', elementId: 'g', text: "eventBasedGateway 'g': target 'c' has another incoming flow" },
      { event: 'attribute-ignored', elementId: 'g', text: "eventBasedGateway 'g': target 'c' has boundary events" },
    ],
    [
      'listeners-not-executed',
      'there are listeners and properties',
      taskAnd('', ext('<camunda:executionListener event="start"/><zeebe:properties/>')),
      {
        event: 'attribute-ignored',
        elementId: 't',
        name: 'executionListener',
        text: "task 't': executionListener is not executed",
      },
      { event: 'attribute-ignored', elementId: 't', name: 'properties', text: "task 't': properties is not executed" },
    ],
    [
      'read-as-lenient',
      'a text after = is not FEEL',
      withStart(flow('f', 's', 't', '= rejected == true'), '<bpmn:task id="t"/>'),
      {
        event: 'attribute-ignored',
        elementId: 'f',
        text: "sequenceFlow 'f': text after '=' is not FEEL and was read as lenient",
      },
    ],
    [
      'gateway-direction',
      'a diverging gateway has two incoming flows',
      withStart(flow('f', 's', 'g'), flow('f2', 's', 'g'), '<bpmn:parallelGateway id="g" gatewayDirection="Diverging"/>'),
      {
        event: 'attribute-ignored',
        elementId: 'g',
        name: 'gatewayDirection',
        text: "parallelGateway 'g': gatewayDirection 'Diverging' contradicts the flows and is ignored",
      },
    ],
    [
      'flow-without-condition',
      'a flow out of an exclusive gateway has neither condition nor default',
      withStart(
        flow('f', 's', 'g'),
        '<bpmn:exclusiveGateway id="g"/>',
        flow('a', 'g', 't', 'x'),
        flow('b', 'g', 't'),
        '<bpmn:task id="t"/>',
      ),
      {
        event: 'attribute-ignored',
        elementId: 'b',
        text: "sequenceFlow 'b': flow out of an exclusive gateway has no condition and is no default flow",
      },
    ],
    [
      'unreachable-node',
      'nothing leads to a node',
      taskAnd('', '', '<bpmn:task id="x"/>', flow('xy', 'x', 'y'), '<bpmn:task id="y"/>'),
      { event: 'attribute-ignored', elementId: 'x', text: "task 'x': no path leads here" },
      { event: 'attribute-ignored', elementId: 'y', text: "task 'y': no path leads here" },
    ],
    [
      'unknown-extensions',
      'an extension of a known namespace is not read',
      taskAnd('camunda:type="external" zeebe:x="1"', ext('<camunda:connector/><fleans:script>a</fleans:script>')),
      { event: 'attribute-ignored', elementId: 't', name: 'type', text: "task 't': attribute type is ignored" },
      { event: 'attribute-ignored', elementId: 't', name: 'x', text: "task 't': attribute x is ignored" },
      { event: 'attribute-ignored', elementId: 't', name: 'connector', text: "task 't': extension element connector is ignored" },
      { event: 'attribute-ignored', elementId: 't', name: 'script', text: "task 't': extension element script is ignored" },
    ],
    [
      'unknown-error-reference',
      'the error that is caught does not exist',
      taskAnd(
        '',
        '',
        '<bpmn:boundaryEvent id="b" attachedToRef="t"><bpmn:errorEventDefinition errorRef="E1"/></bpmn:boundaryEvent>',
      ),
      {
        event: 'error-reference-names-no-error',
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
      `<bpmn:userTask id="u" camunda:assignee="a" camunda:asyncBefore="true" camunda:dueDate="x" modeler:x="y">${ext('<zeebe:formDefinition/><zeebe:userTask/><foreign xmlns="http://x.org/modeler"/>')}</bpmn:userTask>`,
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
