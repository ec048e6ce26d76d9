import { expect } from 'chai';
import type { AdHocSubProcessModel } from '../../../src/engine/model.ts';
import { agentParameters } from '../../../src/expressions/feel/agent-parameters.ts';
import { processesOf, warningsOf } from './samples.ts';

interface Written {
  readonly type?: string;
  readonly attributes?: string;
  readonly more?: string;
  readonly inside?: string;
}

function file({ type = 'agent', attributes = '', more = '', inside = '<bpmn:task id="a"/>' }: Written, dialects = ''): string {
  return [
    '<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"',
    `xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" ${dialects}>`,
    '<bpmn:process id="p" isExecutable="true"><bpmn:startEvent id="s"/><bpmn:sequenceFlow id="f" sourceRef="s" targetRef="t"/>',
    `<bpmn:adHocSubProcess id="t" ${attributes}><bpmn:extensionElements><zeebe:taskDefinition type="${type}" retries="3"/>`,
    '<zeebe:taskHeaders><zeebe:header key="model" value="small"/></zeebe:taskHeaders>',
    `${more}</bpmn:extensionElements>${inside}</bpmn:adHocSubProcess></bpmn:process></bpmn:definitions>`,
  ].join('\n');
}

const leadOf = (xml: string) => (processesOf(xml)[0]!.model.elements.get('t') as AdHocSubProcessModel).lead;
const textsOf = (xml: string) => warningsOf(xml).map(({ text }) => text);

describe('the job that leads an ad-hoc sub-process', () => {
  it('is offered the activities that nothing leads to, as the file describes them', () => {
    const input = '<zeebe:input source="=fromAi(toolCall.url, &quot;where&quot;, &quot;string&quot;)" target="url"/>';
    const inside = [
      '<bpmn:serviceTask id="call" name="Call it"><bpmn:documentation>Calls a page.</bpmn:documentation><bpmn:extensionElements>',
      `<zeebe:taskDefinition type="call"/><zeebe:ioMapping>${input}</zeebe:ioMapping>`,
      '</bpmn:extensionElements></bpmn:serviceTask><bpmn:task id="behind"/><bpmn:sequenceFlow id="g" sourceRef="call" targetRef="behind"/>',
      '<bpmn:userTask id="ask"/>',
    ].join('');
    const xml = file({ inside });
    expect(leadOf(xml)?.elements).to.deep.equal([
      {
        elementId: 'call',
        elementName: 'Call it',
        documentation: 'Calls a page.',
        parameters: [{ name: 'url', description: 'where', type: 'string' }],
      },
      { elementId: 'ask' },
    ]);
    expect(leadOf(xml)).to.deep.include({ headers: { model: 'small' } });
    expect(textsOf(xml)).to.deep.equal([]);
  });

  const rows: readonly (readonly [what: string, written: Written, text: string])[] = [
    ['an order', { attributes: 'ordering="Sequential"' }, 'ordering is ignored: a job decides what begins'],
    [
      'a list',
      { more: '<zeebe:adHoc activeElementsCollection="=x"/>' },
      'activeElementsCollection is ignored: a job decides what begins',
    ],
    ['a connector', { type: 'io.camunda.agenticai:aiagent-job-worker:1' }, 'waits for a worker of this task type'],
    ['a bundled plugin', { type: 'rest-call' }, "tasks of type 'rest-call' are done by the service itself"],
  ];
  for (const [what, written, text] of rows) {
    it(`has a warning when the file names ${what} too`, () => {
      const texts = textsOf(file(written));
      expect(texts).to.have.length(1);
      expect(texts[0]).to.contain(text);
    });
  }

  it('is left out with a warning when the file is not made for another platform', () => {
    const xml = file({}, 'xmlns:fleans="https://fleans.io/schema/bpmn/1.0"');
    expect(leadOf(xml)).to.equal(undefined);
    expect(textsOf(xml).join()).to.contain('taskDefinition is ignored');
  });
});

describe('what a text takes from an agent', () => {
  const rows: readonly (readonly [text: string, parameters: readonly object[]])[] = [
    ['toolCall.url', []],
    ['fromAi(toolCall.url)', [{ name: 'url' }]],
    [
      'fromAi(value: toolCall.size, type: "number", description: "how " + "big")',
      [{ name: 'size', description: 'how big', type: 'number' }],
    ],
    [
      '{a: fromAi(x.a, "first"), b: fromAi(x.b, null, "string", {enum: ["p", "q"]}, {required: false})}',
      [
        { name: 'a', description: 'first' },
        { name: 'b', type: 'string', schema: { enum: ['p', 'q'] }, options: { required: false } },
      ],
    ],
    ['fromAi(1 + 2)', []],
    ['fromAi(x, unknown)', [{ name: 'x' }]],
    ['fromAi(', []],
  ];
  for (const [text, parameters] of rows)
    it(`is read when it contains ${text}`, () => expect(agentParameters(text)).to.deep.equal(parameters));
});
