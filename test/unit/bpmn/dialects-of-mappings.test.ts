// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { expect } from 'chai';
import type { ElementModel } from '../../../src/engine/model.ts';
import { brief, elementIn, ext, file, processesOf, withStart } from './samples.ts';

const NONE = { inputs: [], extOutputs: [], parameterOutputs: [] };
const camundaIo = (inner: string): string => ext(`<camunda:inputOutput>${inner}</camunda:inputOutput>`);

describe('io mappings', () => {
  const mapped = (inner: string) =>
    brief(elementIn(withStart(`<bpmn:serviceTask id="t" type="x">${inner}</bpmn:serviceTask>`), 'serviceTask', 't').mappings);
  const rows: readonly [when: string, inner: string, expected: object | undefined][] = [
    ['there are none', '', undefined],
    [
      'fleans writes them: plain texts stand for themselves',
      ext(
        '<fleans:ioMapping><fleans:input source="a" target="b"/><fleans:input source="=a.b" target="c"/><fleans:input source="=12" target="d"/><fleans:output source="=__response.x" target="e"/></fleans:ioMapping>',
      ),
      {
        ...NONE,
        inputs: [
          { source: 'literal: a', target: 'b' },
          { source: 'feel: a.b', target: 'c' },
          { source: 'feel: 12', target: 'd' },
        ],
        extOutputs: [{ source: 'feel: __response.x', target: 'e' }],
      },
    ],
    [
      'legacy fleans writes them, names in any case',
      ext('<legacy:IoMapping><legacy:Input Source="=a" Target="b"/></legacy:IoMapping>'),
      { ...NONE, inputs: [{ source: 'feel: a', target: 'b' }] },
    ],
    [
      'they have no namespace',
      ext('<ioMapping xmlns=""><output source="=a" target="b"/></ioMapping>'),
      { ...NONE, extOutputs: [{ source: 'feel: a', target: 'b' }] },
    ],
    [
      'zeebe writes them: targets may be paths',
      ext('<zeebe:ioMapping><zeebe:input source="=a" target="b.c"/><zeebe:output source="=d" target="e.f"/></zeebe:ioMapping>'),
      {
        ...NONE,
        inputs: [{ source: 'feel: a', target: 'b.c', earlier: 'layered' }],
        extOutputs: [{ source: 'feel: d', target: 'e.f', earlier: 'merged' }],
      },
    ],
    [
      'camunda writes texts',
      camundaIo(
        '<camunda:inputParameter name="a">Hi ${b}</camunda:inputParameter><camunda:inputParameter name="n"/><camunda:outputParameter name="c">${d}</camunda:outputParameter>',
      ),
      {
        ...NONE,
        inputs: [
          { source: 'template: Hi ${b}', target: 'a' },
          { source: 'juel: null', target: 'n' },
        ],
        parameterOutputs: [{ source: 'juel: d', target: 'c' }],
      },
    ],
    [
      'camunda writes a script',
      camundaIo(
        '<camunda:inputParameter name="a"><camunda:script scriptFormat="groovy">1 + 1</camunda:script></camunda:inputParameter>',
      ),
      { ...NONE, inputs: [{ source: 'script lenient: 1 + 1', target: 'a' }] },
    ],
    [
      'camunda nests lists and maps',
      camundaIo(
        '<camunda:inputParameter name="a"><camunda:list><camunda:value>x</camunda:value><camunda:value>${y}</camunda:value><camunda:script scriptFormat="javascript">z</camunda:script></camunda:list></camunda:inputParameter>' +
          '<camunda:inputParameter name="b"><camunda:map><camunda:entry key="k">v</camunda:entry><camunda:entry key="${l}"><camunda:list/></camunda:entry></camunda:map></camunda:inputParameter>',
      ),
      {
        ...NONE,
        inputs: [
          { source: { kind: 'list', items: ['literal: x', 'juel: y', 'script javascript: z'] }, target: 'a' },
          {
            source: {
              kind: 'map',
              entries: [
                { key: 'literal: k', value: 'literal: v' },
                { key: 'juel: l', value: { kind: 'list', items: [] } },
              ],
            },
            target: 'b',
          },
        ],
      },
    ],
    [
      'a file mixes dialects: inputs in document order',
      ext(
        '<camunda:inputOutput><camunda:inputParameter name="a">1</camunda:inputParameter></camunda:inputOutput><zeebe:ioMapping><zeebe:input source="=a" target="b"/></zeebe:ioMapping>',
      ),
      {
        ...NONE,
        inputs: [
          { source: 'literal: 1', target: 'a' },
          { source: 'feel: a', target: 'b', earlier: 'layered' },
        ],
      },
    ],
  ];
  for (const [when, inner, expected] of rows) {
    it(`are read when ${when}`, () => expect(mapped(inner)).to.deep.equal(expected));
  }

  it('are read on activities of every kind, and on events where they mean something', () => {
    const io = ext(
      '<zeebe:ioMapping><zeebe:input source="=a" target="b"/><zeebe:output source="=c" target="d"/></zeebe:ioMapping>',
    );
    const both = {
      ...NONE,
      inputs: [{ source: 'feel: a', target: 'b', earlier: 'layered' }],
      extOutputs: [{ source: 'feel: c', target: 'd', earlier: 'merged' }],
    };
    const [input, output] = [
      { ...both, extOutputs: [] },
      { ...both, inputs: [] },
    ];
    const message = '<bpmn:messageEventDefinition messageRef="m"/>';
    const nodes: readonly (readonly [tag: string, attributes: string, inner: string, expected: object | undefined])[] = [
      ...['task', 'manualTask', 'userTask', 'scriptTask', 'sendTask', 'businessRuleTask', 'subProcess', 'transaction'].map(
        (tag) => [tag, '', '', both] as const,
      ),
      ['subProcess', 'triggeredByEvent="true"', `<bpmn:startEvent id="es">${message}</bpmn:startEvent>`, both],
      ['receiveTask', 'messageRef="m"', '', both],
      ['adHocSubProcess', '', '<bpmn:task id="inner"/>', both],
      ['intermediateCatchEvent', '', message, both],
      ['boundaryEvent', 'attachedToRef="host"', message, output],
      ['startEvent', '', message, output],
      ['intermediateThrowEvent', '', message, input],
      ['endEvent', '', message, input],
      ['exclusiveGateway', '', '', undefined],
    ];
    for (const [tag, attributes, inner, expected] of nodes) {
      const xml = file(
        '<bpmn:message id="m" name="go"/>',
        `<bpmn:process id="p"><bpmn:startEvent id="s"/><bpmn:task id="host"/><bpmn:${tag} id="n" ${attributes}>${io}${inner}</bpmn:${tag}></bpmn:process>`,
      );
      const element = processesOf(xml)[0]?.model.elements.get('n') as ElementModel & { readonly mappings?: unknown };
      expect(brief(element.mappings), tag).to.deep.equal(expected);
    }
  });
});

describe('namespaces', () => {
  for (const uri of ['http://camunda.org/schema/1.0/bpmn', 'http://operaton.org/schema/1.0/bpmn', 'http://activiti.org/bpmn']) {
    it(`are camunda's when the URI is ${uri}, whatever the prefix`, () => {
      const xml = withStart(`<bpmn:userTask id="t" xmlns:x="${uri}" x:assignee="ann" x:candidateGroups="a,b"/>`);
      const { assignee, candidateGroups } = elementIn(xml, 'userTask', 't');
      expect(brief([assignee, candidateGroups])).to.deep.equal(['literal: ann', ['literal: a', 'literal: b']]);
    });
  }

  for (const uri of [
    'https://fleans.io/schema/bpmn/1.0',
    'http://fleans.io/schema/bpmn/fleans',
    'http://camunda.org/schema/zeebe/1.0',
    '',
  ]) {
    it(`are ext when the URI is '${uri}', whatever the prefix`, () => {
      const inner = ext(
        uri === '' ? '<TASKDEFINITION xmlns="" TYPE="mail"/>' : `<x:taskDEFINITION xmlns:x="${uri}" tYpE="mail"/>`,
      );
      const { work } = elementIn(withStart(`<bpmn:serviceTask id="t">${inner}</bpmn:serviceTask>`), 'serviceTask', 't');
      expect(brief(work)).to.deep.equal({ kind: 'typed', taskType: 'literal: mail' });
    });
  }

  it('have no effect when the URI is unknown: their content is not read', () => {
    const inner = ext('<x:taskDefinition xmlns:x="urn:x" type="mail"/>');
    const { work } = elementIn(
      withStart(`<bpmn:serviceTask id="t" xmlns:y="urn:y" y:type="mail">${inner}</bpmn:serviceTask>`),
      'serviceTask',
      't',
    );
    expect(work).to.deep.equal({ kind: 'untyped' });
  });

  it('may be the default one of the file, and extensions may be direct children of an element', () => {
    const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:z="http://camunda.org/schema/zeebe/1.0"><process id="p"><startEvent id="s"/><serviceTask id="t"><z:taskDefinition type="mail"/></serviceTask></process></definitions>`;
    const work = { kind: 'typed', taskType: 'literal: mail', sharesVariables: 'always' };
    expect(brief(elementIn(xml, 'serviceTask', 't').work)).to.deep.equal(work);
  });

  it('may all be in one file, each element in its own dialect', () => {
    const xml = withStart(
      '<bpmn:serviceTask id="a" type="one"/>',
      '<bpmn:serviceTask id="b" camunda:type="external" camunda:topic="two"/>',
      `<bpmn:serviceTask id="c">${ext('<zeebe:taskDefinition type="=three"/>')}</bpmn:serviceTask>`,
    );
    const types = ['a', 'b', 'c'].map((id) => brief(elementIn(xml, 'serviceTask', id).work));
    expect(types).to.deep.equal(['literal: one', 'literal: two', 'feel: three'].map((taskType) => ({ kind: 'typed', taskType })));
  });
});
