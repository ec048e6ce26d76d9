// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { expect } from 'chai';
import type { ElementType } from '../../../src/engine/model.ts';
import { brief, elementIn, ext, file, warningsOf, withStart } from './samples.ts';

/** What a service task with these attributes and this content does (docs/contributing/spec/elements.md#service-task). */
const work = (attributes: string, inner = '', tag: 'serviceTask' | 'sendTask' | 'businessRuleTask' = 'serviceTask') =>
  brief(elementIn(withStart(`<bpmn:${tag} id="t" ${attributes}>${inner}</bpmn:${tag}>`), tag, 't').work);
const typed = (taskType: string) => ({ kind: 'typed', taskType });
const untyped = { kind: 'untyped' };

describe('the work of a task', () => {
  const rows: readonly [when: string, attributes: string, inner: string, expected: object][] = [
    ['it has the plain attribute type', 'type="mail"', '', typed('literal: mail')],
    ['it has a fleans type', 'fleans:type="mail"', '', typed('literal: mail')],
    [
      'it has a fleans task definition, names in any case',
      '',
      ext('<fleans:TaskDefinition Type="mail" />'),
      typed('literal: mail'),
    ],
    ['it has a legacy fleans task definition', '', ext('<legacy:taskDefinition type="mail" />'), typed('literal: mail')],
    ['it has a task definition without namespace', '', ext('<taskDefinition xmlns="" type="mail" />'), typed('literal: mail')],
    ['it has a zeebe task definition', '', ext('<zeebe:taskDefinition type="mail" />'), typed('literal: mail')],
    ['a zeebe type is computed', '', ext('<zeebe:taskDefinition type="=kind" />'), typed('feel: kind')],
    ['it is external with a topic (camunda)', 'camunda:type="external" camunda:topic="mail"', '', typed('literal: mail')],
    ['the word external is written in capitals', 'camunda:type="EXTERNAL" camunda:topic="mail"', '', typed('literal: mail')],
    ['a topic is computed', 'camunda:type="external" camunda:topic="mail-${to}"', '', typed('template: mail-${to}')],
    [
      'plain type and task definition are both there: the attribute',
      'type="a"',
      ext('<zeebe:taskDefinition type="b"/>'),
      typed('literal: a'),
    ],
    [
      'task definition and topic are both there: the definition',
      'camunda:type="external" camunda:topic="c"',
      ext('<zeebe:taskDefinition type="b"/>'),
      typed('literal: b'),
    ],
    ['a type and an expression are both there: the type', 'type="a" camunda:expression="${x}"', '', typed('literal: a')],
    ['it has a camunda expression', 'camunda:expression="${a + 1}"', '', { kind: 'expression', expression: 'juel: a + 1' }],
    [
      'it has a camunda expression and a result variable',
      'camunda:expression="#{a + 1}" camunda:resultVariable="b"',
      '',
      { kind: 'expression', expression: 'juel: a + 1', resultVariable: 'b' },
    ],
    [
      'an expression calls an object of the engine',
      'camunda:expression="${execution.getVariable(\'a\')}"',
      '',
      { kind: 'expression', expression: "juel: execution.getVariable('a')" },
    ],
    ['an expression calls a bean', 'camunda:expression="${bean.send(a)}"', '', untyped],
    ['it has a topic but is not external', 'camunda:topic="mail"', '', untyped],
    ['it is a Java class', 'camunda:class="a.B"', '', untyped],
    ['it is a delegate', 'camunda:delegateExpression="${b}"', '', untyped],
    [
      'it is a connector',
      '',
      ext('<camunda:connector><camunda:connectorId>http</camunda:connectorId></camunda:connector>'),
      untyped,
    ],
    ['it names an operation of BPMN', 'operationRef="o"', '', untyped],
    ['it says nothing', '', '', untyped],
  ];
  for (const [when, attributes, inner, expected] of rows) {
    it(`is read when ${when}`, () => expect(work(attributes, inner)).to.deep.equal(expected));
  }

  it('is read in the same way when it is a send or a business rule task', () => {
    for (const tag of ['sendTask', 'businessRuleTask'] as const) {
      expect(work('camunda:type="external" camunda:topic="a"', '', tag)).to.deep.equal(typed('literal: a'));
      expect(work('', ext('<zeebe:taskDefinition type="=a"/>'), tag)).to.deep.equal(typed('feel: a'));
    }
  });

  it('is to be completed by hand, with a warning, when it is a decision that is not deployed', () => {
    expect(work('camunda:decisionRef="d"', '', 'businessRuleTask')).to.deep.equal(untyped);
    const zeebe = withStart(
      `<bpmn:businessRuleTask id="t">${ext('<zeebe:calledDecision decisionId="d" resultVariable="r"/>')}</bpmn:businessRuleTask>`,
      '<bpmn:sequenceFlow id="f" sourceRef="s" targetRef="t"/>',
    );
    expect(brief(elementIn(zeebe, 'businessRuleTask', 't').work)).to.deep.equal(untyped);
    expect(warningsOf(zeebe).map(({ text }) => text)).to.deep.equal([
      "businessRuleTask 't': calledDecision is not executed: decision 'd' is not deployed; the task waits to be completed",
    ]);
  });
});

const ROOTS = [
  '<bpmn:message id="plain" name="go" />',
  `<bpmn:message id="zeebe" name="=string(a)">${ext('<zeebe:subscription correlationKey="=id" />')}</bpmn:message>`,
  `<bpmn:message id="fleans" name="go-\${a}">${ext('<fleans:Subscription CorrelationKey="id" />')}</bpmn:message>`,
  `<bpmn:message id="none" name="\${a}">${ext('<subscription xmlns="" correlationKey="id" />')}</bpmn:message>`,
  '<bpmn:signal id="sig" name="${a}" />',
  '<bpmn:error id="err" errorCode="E-${a}" camunda:errorMessage="no ${b}" />',
  '<bpmn:escalation id="esc" escalationCode="=code" />',
];
const node = <T extends ElementType>(type: T, attributes: string, inner: string) =>
  elementIn(
    file(
      '<bpmn:process id="p"><bpmn:startEvent id="s"/>',
      `<bpmn:${type} id="n" ${attributes}>${inner}</bpmn:${type}>`,
      '</bpmn:process>',
      ...ROOTS,
    ),
    type,
    'n',
  );
const message = (ref: string, attributes = ''): string => `<bpmn:messageEventDefinition messageRef="${ref}" ${attributes}/>`;

describe('names and keys of messages and signals', () => {
  const caught: readonly [when: string, attributes: string, inner: string, expected: object][] = [
    ['there is no key', '', message('plain'), { name: 'literal: go' }],
    ['the message has a zeebe subscription', '', message('zeebe'), { name: 'feel: string(a)', key: 'feel: id' }],
    ['the message has a fleans subscription', '', message('fleans'), { name: 'template: go-${a}', key: 'lenient: id' }],
    ['the message has a subscription without namespace', '', message('none'), { name: 'juel: a', key: 'lenient: id' }],
    ['the key stands on the event', 'correlationKey="${id}"', message('plain'), { name: 'literal: go', key: 'juel: id' }],
    [
      'the key stands on the event in a namespace',
      'fleans:correlationKey="=id"',
      message('plain'),
      { name: 'literal: go', key: 'feel: id' },
    ],
    [
      'the key stands on the definition',
      '',
      message('plain', 'camunda:correlationKey="${id}"'),
      { name: 'literal: go', key: 'juel: id' },
    ],
    [
      'keys stand on message and event: the message',
      'correlationKey="other"',
      message('zeebe'),
      { name: 'feel: string(a)', key: 'feel: id' },
    ],
  ];
  for (const [when, attributes, inner, expected] of caught) {
    it(`are read when ${when}`, () => {
      const [caughtBy] = node('intermediateCatchEvent', attributes, inner).triggers;
      expect(brief(caughtBy)).to.deep.equal({ kind: 'message', ...expected });
    });
  }

  it('are those of the message of a receive task, too', () => {
    const key = { kind: 'message', name: 'feel: string(a)', key: 'feel: id' };
    expect(brief(node('receiveTask', 'messageRef="zeebe"', '').message)).to.deep.equal(key);
    const own = { kind: 'message', name: 'literal: go', key: 'lenient: id' };
    expect(brief(node('receiveTask', 'messageRef="plain" correlationKey="id"', '').message)).to.deep.equal(own);
  });

  it('are read when they are thrown', () => {
    expect(brief(node('intermediateThrowEvent', '', message('zeebe')).throws)).to.deep.equal([
      { kind: 'message', name: 'feel: string(a)', key: 'feel: id' },
    ]);
    expect(brief(node('endEvent', '', '<bpmn:signalEventDefinition signalRef="sig"/>').throws)).to.deep.equal([
      { kind: 'signal', name: 'juel: a' },
    ]);
  });
});

describe('a message event in the form of a service task', () => {
  const thrown = (attributes: string, inner: string) => {
    const { throws, work: done } = node('intermediateThrowEvent', attributes, inner);
    return { throws: brief(throws), work: brief(done) };
  };
  const definition = (inner: string, attributes = ''): string =>
    `<bpmn:messageEventDefinition messageRef="plain" ${attributes}>${inner}</bpmn:messageEventDefinition>`;

  it('does that work and publishes nothing when zeebe specifies it on the event', () => {
    const read = thrown('', `${ext('<zeebe:taskDefinition type="send"/>')}${message('plain')}`);
    expect(read).to.deep.equal({ throws: [], work: typed('literal: send') });
  });

  it('does that work when camunda specifies it on the definition', () => {
    expect(thrown('', definition('', 'camunda:type="external" camunda:topic="send"'))).to.deep.equal({
      throws: [],
      work: typed('literal: send'),
    });
    expect(thrown('', definition('', 'camunda:expression="${a}" camunda:resultVariable="b"')).work).to.deep.equal({
      kind: 'expression',
      expression: 'juel: a',
      resultVariable: 'b',
    });
  });

  it('recognises text before its message when it has other definitions, too', () => {
    const signal = '<bpmn:signalEventDefinition signalRef="sig"/>';
    const send = definition('', 'camunda:type="external" camunda:topic="send"');
    const { throws, throwsBeforeWork } = node('endEvent', '', `<bpmn:terminateEventDefinition/>${signal}${send}`);
    expect({ throws: brief(throws), throwsBeforeWork }).to.deep.equal({
      throws: [{ kind: 'signal', name: 'juel: a' }, { kind: 'terminate' }],
      throwsBeforeWork: 1,
    });
    expect(node('endEvent', '', `${send}${signal}`).throwsBeforeWork).to.equal(undefined);
  });

  it('waits to be completed when it is a Java class, on an end event, too', () => {
    expect(thrown('', definition('', 'camunda:class="a.B"'))).to.deep.equal({ throws: [], work: untyped });
    expect(brief(node('endEvent', '', definition('', 'camunda:delegateExpression="${b}"')).work)).to.deep.equal(untyped);
  });

  it('publishes its message when no such attribute is set', () => {
    expect(thrown('', definition(''))).to.deep.equal({ throws: [{ kind: 'message', name: 'literal: go' }], work: undefined });
  });
});

describe('extensions of event definitions', () => {
  it('name the variables for code and message when an error or escalation is caught', () => {
    const boundary = (definition: string) =>
      elementIn(
        file(
          '<bpmn:process id="p"><bpmn:startEvent id="s"/><bpmn:subProcess id="t"/>',
          `<bpmn:boundaryEvent id="b" attachedToRef="t">${definition}</bpmn:boundaryEvent></bpmn:process>`,
          ...ROOTS,
        ),
        'boundaryEvent',
        'b',
      ).triggers[0];
    expect(
      boundary('<bpmn:errorEventDefinition errorRef="err" camunda:errorCodeVariable="c" camunda:errorMessageVariable="m"/>'),
    ).to.deep.equal({ kind: 'error', code: 'E-${a}', codeVariable: 'c', messageVariable: 'm' });
    expect(boundary('<bpmn:escalationEventDefinition escalationRef="esc" camunda:escalationCodeVariable="c"/>')).to.deep.equal({
      kind: 'escalation',
      code: '=code',
      codeVariable: 'c',
    });
  });

  it('compute code and message when an error or escalation is thrown', () => {
    expect(brief(node('endEvent', '', '<bpmn:errorEventDefinition errorRef="err"/>').throws)).to.deep.equal([
      { kind: 'error', code: 'template: E-${a}', message: 'template: no ${b}' },
    ]);
    expect(
      brief(node('intermediateThrowEvent', '', '<bpmn:escalationEventDefinition escalationRef="esc"/>').throws),
    ).to.deep.equal([{ kind: 'escalation', code: 'feel: code' }]);
  });

  it('narrow a condition to one variable and to kinds of change when camunda specifies it', () => {
    const conditional = (attributes: string) =>
      brief(
        node(
          'intermediateCatchEvent',
          '',
          `<bpmn:conditionalEventDefinition ${attributes}><bpmn:condition>\${a &gt; 1}</bpmn:condition></bpmn:conditionalEventDefinition>`,
        ).triggers[0],
      );
    const condition = { kind: 'conditional', condition: 'juel: a > 1' };
    expect(conditional('')).to.deep.equal(condition);
    expect(conditional('camunda:variableName="a"')).to.deep.equal({ ...condition, variableName: 'a' });
    expect(conditional('camunda:variableEvents=" update, delete ,create"')).to.deep.equal({
      ...condition,
      variableEvents: ['create', 'update', 'delete'],
    });
  });

  it('write timers in any dialect when they are texts of any form', () => {
    const timer = (form: string, text: string) =>
      brief(
        node(
          'intermediateCatchEvent',
          '',
          `<bpmn:timerEventDefinition><bpmn:${form}>${text}</bpmn:${form}></bpmn:timerEventDefinition>`,
        ).triggers[0],
      );
    expect(timer('timeDuration', ' PT5M ')).to.deep.equal({ kind: 'timer', form: 'timeDuration', text: 'literal: PT5M' });
    expect(timer('timeDate', '=now()')).to.deep.equal({ kind: 'timer', form: 'timeDate', text: 'feel: now()' });
    expect(timer('timeCycle', '${cycle}')).to.deep.equal({ kind: 'timer', form: 'timeCycle', text: 'juel: cycle' });
    expect(timer('timeCycle', 'R${n}/PT1H')).to.deep.equal({ kind: 'timer', form: 'timeCycle', text: 'template: R${n}/PT1H' });
  });
});
