import { expect } from 'chai';
import { parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';
import type { ElementModel } from '../../../src/engine/model.ts';
import { ext } from './samples.ts';

const NAMESPACES = {
  zeebe: 'http://camunda.org/schema/zeebe/1.0',
  camunda: 'http://camunda.org/schema/1.0/bpmn',
  flowable: 'http://flowable.org/bpmn',
} as const;

/** A file in one dialect, or in none, with one activity `t`. */
function file(prefix: keyof typeof NAMESPACES | '', activity: string, beside = ''): string {
  const dialect = prefix === '' ? '' : `xmlns:${prefix}="${NAMESPACES[prefix]}"`;
  return [
    `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" ${dialect}>${beside}`,
    '<process id="p" isExecutable="true"><startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="t"/>',
    `${activity}</process></definitions>`,
  ].join('\n');
}
const service = (attributes: string, inner: string): string => `<serviceTask id="t" ${attributes}>${ext(inner)}</serviceTask>`;
const field = (prefix: string, name: string): string =>
  `<${prefix}:field name="${name}"><${prefix}:expression>\${a b}</${prefix}:expression></${prefix}:field>`;
const connector = (parameter: string): string =>
  service(
    '',
    `<camunda:connector><camunda:connectorId>http-connector</camunda:connectorId><camunda:inputOutput>${parameter}</camunda:inputOutput></camunda:connector>`,
  );
const input = (tag: string, name: string, attributes = ''): string =>
  `<${tag} id="t" ${attributes}><ioSpecification><dataInput id="d" name="${name}"/></ioSpecification><dataInputAssociation><targetRef>d</targetRef><assignment><from>\${a b}</from><to>d</to></assignment></dataInputAssociation></${tag}>`;
const resultExpression = [
  '<zeebe:taskDefinition type="io.camunda:http-json:1"/>',
  '<zeebe:taskHeaders><zeebe:header key="resultExpression" value="=if then"/></zeebe:taskHeaders>',
].join('');
const workOf = (element: ElementModel): unknown => {
  const work = 'work' in element ? element.work : undefined;
  return work?.kind === 'typed'
    ? { taskType: work.taskType.source, parameters: work.parameters, answer: work.answer }
    : work?.kind;
};
const untranslated = (taskType: string) => ({ taskType, parameters: undefined, answer: undefined });

/** `slot`: what a new file is refused with. `before`: what an older release made of it. */
const ROWS: readonly (readonly [what: string, xml: string, slot: string, read: (t: ElementModel) => unknown, before: unknown])[] =
  [
    [
      'a field of a class',
      file('camunda', service('camunda:class="a.B"', field('camunda', 'x'))),
      'field x: ',
      workOf,
      'untyped',
    ],
    [
      'a field of a method call',
      file('camunda', service('camunda:expression="#{bean.run()}"', field('camunda', 'x'))),
      'field x: ',
      workOf,
      'untyped',
    ],
    [
      'a field beside a topic',
      file('camunda', service('camunda:type="external" camunda:topic="pay"', field('camunda', 'x'))),
      'field x: ',
      workOf,
      untranslated('pay'),
    ],
    [
      'the retries of a class',
      file(
        'camunda',
        service('camunda:class="a.B"', '<camunda:failedJobRetryTimeCycle>#{a b}</camunda:failedJobRetryTimeCycle>'),
      ),
      'retries: ',
      workOf,
      'untyped',
    ],
    [
      'an HTTP task',
      file('flowable', service('flowable:type="http"', field('flowable', 'requestUrl'))),
      'field ',
      workOf,
      'untyped',
    ],
    [
      'a mail task',
      file('flowable', service('flowable:type="mail"', field('flowable', 'text'))),
      'field text: ',
      workOf,
      'untyped',
    ],
    [
      'an input of a connector',
      file('camunda', connector('<camunda:inputParameter name="url">#{a b}</camunda:inputParameter>')),
      'input mapping: ',
      workOf,
      'untyped',
    ],
    [
      'a script of a connector',
      file(
        'camunda',
        connector(
          '<camunda:outputParameter name="x"><camunda:script scriptFormat="python">x=1</camunda:script></camunda:outputParameter>',
        ),
      ),
      "script format 'python' is not supported",
      workOf,
      'untyped',
    ],
    [
      'a result expression',
      file('zeebe', service('', resultExpression)),
      'result expression: ',
      workOf,
      untranslated('io.camunda:http-json:1'),
    ],
    [
      'an output element',
      file(
        'zeebe',
        `<adHocSubProcess id="t">${ext('<zeebe:adHoc outputCollection="r" outputElement="=if then"/>')}<task id="a"/></adHocSubProcess>`,
      ),
      'output element: ',
      (t) => t.type === 'adHocSubProcess' && t.output,
      undefined,
    ],
    [
      'an output collection',
      file('zeebe', `<adHocSubProcess id="t">${ext('<zeebe:adHoc outputCollection="a b"/>')}<task id="a"/></adHocSubProcess>`),
      "outputCollection 'a b' is not valid",
      (t) => t.type === 'adHocSubProcess' && t.output,
      undefined,
    ],
    [
      'the message of a send task',
      file('', '<sendTask id="t" messageRef="m"/>', '<message id="m" name="#{a b}"/>'),
      'message name: ',
      workOf,
      'untyped',
    ],
    [
      'a work item',
      file('', '<serviceTask id="t" xmlns:tns="http://www.jboss.org/drools" tns:taskName="#{a b}"/>'),
      'task type: ',
      workOf,
      'untyped',
    ],
    [
      'a work item on a task without a kind',
      file('', '<task id="t" xmlns:tns="http://www.jboss.org/drools" tns:taskName="#{a b}"/>'),
      'task type: ',
      workOf,
      'untyped',
    ],
    ['an actor', file('', input('userTask', 'ActorId')), 'assignee: ', (t) => t.type === 'userTask' && t.assignee, undefined],
    [
      'a group',
      file('', input('userTask', 'GroupId')),
      'candidate groups: ',
      (t) => t.type === 'userTask' && t.candidateGroups,
      [],
    ],
    ['a data input', file('', input('serviceTask', 'x')), 'input mapping: ', (t) => t.mappings, undefined],
  ];

describe('texts that older releases did not read', () => {
  for (const [what, xml, slot, read, before] of ROWS) {
    it(`refuse a new file and leave a stored one as it was: ${what}`, () => {
      const deployed = parseDefinitions(xml);
      expect(deployed.ok ? 'accepted' : deployed.findings.map(({ text }) => text).join()).to.include(slot);
      const stored = parseDefinitions(xml, { isStored: true });
      if (!stored.ok) throw new Error(stored.findings.map(({ text }) => text).join());
      expect(stored.warnings.map(({ text }) => text).join())
        .to.match(/^\w+ 't': .+; it is left out/)
        .and.to.include(slot);
      expect(read(stored.processes[0]!.model.elements.get('t')!)).to.deep.equal(before);
    });
  }

  it('do not excuse one that older releases did read', () => {
    const xml = file('', input('userTask', 'ActorId')).replace(
      '<userTask ',
      '<userTask xmlns:c="http://camunda.org/schema/1.0/bpmn" c:assignee="#{c d}" ',
    );
    const stored = parseDefinitions(xml, { isStored: true });
    expect(stored.ok).to.equal(false);
  });
});
