// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { expect } from 'chai';
import { parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';
import { diagnosticsOf } from './samples.ts';

const fileOf = (element: string) =>
  '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:f="http://flowable.org/bpmn">' +
  `<process id="p" isExecutable="true"><startEvent id="s"/><sequenceFlow id="g" sourceRef="s" targetRef="e"/>${element}</process></definitions>`;
const callWith = (attribute: string) => fileOf(`<callActivity id="e" calledElement="q" ${attribute}/>`);
const aggregation = (attributes: string, inside: string) =>
  `<f:variableAggregation ${attributes}>${inside}</f:variableAggregation>`;
const loopWith = (extensions: string) =>
  fileOf(
    `<userTask id="e"><multiInstanceLoopCharacteristics f:collection="\${list}"><extensionElements>${extensions}</extensionElements></multiInstanceLoopCharacteristics></userTask>`,
  );

describe('parts of Flowable that write variables and are not supported', () => {
  const variable = '<variable source="ok"/>';
  const rows: readonly (readonly [what: string, xml: string, reason: string])[] = [
    ...['useLocalScopeForOutParameters="true"', 'processInstanceIdVariableName="id"', 'idVariableName="${x}"'].map(
      (attribute) =>
        [
          attribute,
          callWith(`f:${attribute}`),
          `callActivity 'e': attribute ${attribute.split('=')[0]} of Flowable is not supported`,
        ] as const,
    ),
    [
      'a result that only the path of its task reads',
      fileOf('<serviceTask id="e" f:expression="${1}" f:resultVariable="r" f:useLocalScopeForResultVariable="true"/>'),
      "serviceTask 'e': attribute useLocalScopeForResultVariable of Flowable is not supported",
    ],
    [
      'a delegate',
      aggregation('target="t" delegateExpression="${b}"', variable),
      'attribute delegateExpression is not supported',
    ],
    ['two aggregations', aggregation('target="t"', variable).repeat(2), 'only one in a loop is supported'],
    ['no variable', aggregation('target="t"', ''), 'it has no variable'],
    [
      'a computed name',
      aggregation('target="t"', '<variable source="a" targetExpression="${b}"/>'),
      'attribute targetExpression is not supported',
    ],
    [
      'a text around a group',
      aggregation('target="t"', '<variable sourceExpression="a ${b}" target="c"/>'),
      "sourceExpression of 'c' must be one ${…}",
    ],
  ].map(([what = '', xml = '', reason = '']) =>
    /^(?:callActivity|serviceTask) /.test(reason)
      ? ([what, xml, reason] as const)
      : ([what, loopWith(xml), `userTask 'e': variableAggregation 't': ${reason}`] as const),
  );
  for (const [what, xml, reason] of rows) {
    it(`are refused by name when the file has ${what}, but not when it is stored`, () => {
      expect(diagnosticsOf(xml).join()).to.contain(reason);
      expect(parseDefinitions(xml, { isStored: true }).ok).to.equal(true);
    });
  }

  it('are accepted when the attribute is false', () => {
    expect(diagnosticsOf(callWith('f:useLocalScopeForOutParameters="false"'))).to.deep.equal([]);
  });
});
