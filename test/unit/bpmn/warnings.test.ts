// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { expect } from 'chai';
import { file, inProcess, warningsOf, withStart } from './samples.ts';
import { ext, flow, itWarns, type Row } from './warning-rows.ts';

/** A start event `s`, a task `t` behind it, and more. */
const taskAnd = (attributes: string, inner: string, ...more: readonly string[]): string =>
  withStart(flow('f', 's', 't'), `<bpmn:task id="t" ${attributes}>${inner}</bpmn:task>`, ...more);

const timer = (id: string): string =>
  `<bpmn:intermediateCatchEvent id="${id}"><bpmn:timerEventDefinition><bpmn:timeDuration>PT1H</bpmn:timeDuration></bpmn:timerEventDefinition></bpmn:intermediateCatchEvent>`;

/** What is not executed on a service task `t`, and its warning. */
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
      'overruled-values',
      'two dialects assign a user task',
      withStart(
        flow('f', 's', 't'),
        `<bpmn:userTask id="t">${ext('<fleans:assignmentDefinition candidateGroups="warehouse"/><zeebe:assignmentDefinition assignee="ada" candidateGroups="packers"/>')}</bpmn:userTask>`,
      ),
      {
        event: 'attribute-ignored',
        elementId: 't',
        name: 'candidateGroups',
        text: "userTask 't': candidateGroups 'packers' of assignmentDefinition (line 5) is ignored: 'warehouse' counts",
      },
    ],
    [
      'overruled-values',
      'a task has a plain type and a task definition',
      withStart(
        flow('f', 's', 't'),
        `<bpmn:serviceTask id="t" type="reserve">${ext('<zeebe:taskDefinition type="pack"/>')}</bpmn:serviceTask>`,
      ),
      {
        event: 'attribute-ignored',
        elementId: 't',
        name: 'type',
        text: "serviceTask 't': type 'pack' of taskDefinition (line 5) is ignored: 'reserve' counts",
      },
    ],
    [
      'overruled-values',
      'a script task has a script and an extension script',
      withStart(
        flow('f', 's', 't'),
        `<bpmn:scriptTask id="t">${ext('<zeebe:script expression="=1" resultVariable="a"/>')}<bpmn:script>a = 2</bpmn:script></bpmn:scriptTask>`,
      ),
      {
        event: 'attribute-ignored',
        elementId: 't',
        name: 'script',
        text: "scriptTask 't': the extension script (line 5) is ignored: the BPMN script counts",
      },
    ],
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
    ...untyped,
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
      'ignored-attributes',
      'data is assigned to an event that is no message',
      file(
        '<bpmn:signal id="g" name="n"/><bpmn:process id="p"><bpmn:startEvent id="s"/>',
        flow('f', 's', 'i'),
        '<bpmn:intermediateThrowEvent id="i"><bpmn:dataInput id="d" name="d"/><bpmn:dataInputAssociation><bpmn:targetRef>d</bpmn:targetRef>',
        '<bpmn:assignment><bpmn:from>x</bpmn:from><bpmn:to>d</bpmn:to></bpmn:assignment></bpmn:dataInputAssociation>',
        '<bpmn:signalEventDefinition signalRef="g"/></bpmn:intermediateThrowEvent></bpmn:process>',
      ),
      {
        event: 'attribute-ignored',
        elementId: 'i',
        name: 'dataInputAssociation',
        text: "intermediateThrowEvent 'i': dataInputAssociation is ignored: signal events carry no variables",
      },
    ],
    [
      'work-not-executed',
      'a class stands beside a connector, and an external task has no topic',
      file(
        '<bpmn:process id="p"><bpmn:startEvent id="s"/>',
        flow('f', 's', 't'),
        `<bpmn:serviceTask id="t" camunda:class="a.B">${ext('<camunda:connector><camunda:connectorId>c</camunda:connectorId></camunda:connector>')}</bpmn:serviceTask>`,
        flow('g', 't', 'u'),
        '<bpmn:serviceTask id="u" camunda:type="external"/></bpmn:process>',
      ),
      {
        event: 'attribute-ignored',
        elementId: 't',
        text: "serviceTask 't': connector, class is not executed; the task waits to be completed",
      },
      {
        event: 'attribute-ignored',
        elementId: 'u',
        text: "serviceTask 'u': type 'external' without a topic is not executed; the task waits to be completed",
      },
    ],
    [
      'unread-performers',
      'people are named whom nobody asks',
      file(
        '<bpmn:process id="p"><bpmn:startEvent id="s"/>',
        flow('f', 's', 't'),
        '<bpmn:userTask id="t" camunda:assignee="ann" camunda:candidateUsers="bob"><bpmn:performer/><bpmn:humanPerformer/>',
        ...['humanPerformer', 'potentialOwner'].map(
          (role) =>
            `<bpmn:${role}><bpmn:resourceAssignmentExpression><bpmn:formalExpression>user(eve), hr</bpmn:formalExpression></bpmn:resourceAssignmentExpression></bpmn:${role}>`,
        ),
        '</bpmn:userTask></bpmn:process>',
      ),
      ...[
        ['performer', 'performer is ignored'],
        ['humanPerformer', 'humanPerformer has no user or group and is ignored'],
        ['humanPerformer', 'humanPerformer is ignored because of assignee'],
        ['potentialOwner', 'potentialOwner is ignored because of candidateUsers'],
      ].map(([name = '', text]) => ({
        event: 'attribute-ignored' as const,
        elementId: 't',
        name,
        text: `userTask 't': ${text}`,
      })),
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
        text: "sequenceFlow 'b': flow out of an exclusive gateway has no condition and is not the default flow",
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
      'bpmn-correlation',
      'messages are to be correlated by properties',
      withStart('<bpmn:correlationSubscription id="c" correlationKeyRef="k"/>'),
      {
        event: 'attribute-ignored',
        elementId: 'p',
        name: 'correlationSubscription',
        text: "process 'p': correlationSubscription is not executed (line 4); give what waits for a message a correlation key",
      },
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
  ];
  itWarns(rows);

  it('reports nothing when the file has no surprises', () => {
    const xml = file(
      '<bpmn:process id="p" camunda:historyTimeToLive="P1D" camunda:versionTag="1">',
      '<bpmn:startEvent id="s" camunda:formKey="x" xmlns:color="urn:color" color:fill="red"/>',
      flow('f', 's', 'u'),
      `<bpmn:userTask id="u" camunda:assignee="a" camunda:asyncBefore="true" camunda:dueDate="2026-01-31" modeler:x="y">${ext('<zeebe:formDefinition/><zeebe:userTask/><foreign xmlns="http://x.org/modeler"/>')}</bpmn:userTask>`,
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
