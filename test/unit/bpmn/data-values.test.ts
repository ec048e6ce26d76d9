import { expect } from 'chai';
import { parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';
import { READING_OF_BINDINGS } from '../../../src/bpmn/reading.ts';
import { given } from '../../support/engine/scenario.ts';
import { claim, completeUserTask, start } from '../../support/given-when-then.ts';

const FLOWABLE = 'xmlns:f="http://flowable.org/bpmn" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
const ACTIVITI = FLOWABLE.replace('flowable', 'activiti');
const JBPM = 'xmlns:f="http://www.jboss.org/drools" targetNamespace="http://www.jboss.org/drools"';

const ext = (inner: string) => `<extensionElements>${inner}</extensionElements>`;
const object = (name: string, type: string, value?: string) =>
  `<dataObject id="d_${name}" name="${name}" itemSubjectRef="${type}">${value === undefined ? '' : ext(`<f:value>${value}</f:value>`)}</dataObject>`;

function parse(inner: string, declared = FLOWABLE, reading?: number) {
  const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" ${declared}><process id="p" isExecutable="true">${inner}<startEvent id="s"/><userTask id="u"/><sequenceFlow id="f" sourceRef="s" targetRef="u"/></process></definitions>`;
  return parseDefinitions(xml, reading === undefined ? {} : { reading, isStored: true });
}

function modelOf(inner: string, declared?: string, reading?: number) {
  const parsed = parse(inner, declared, reading);
  if (!parsed.ok || parsed.processes[0] === undefined) throw new Error(JSON.stringify(parsed));
  return parsed.processes[0].model;
}

const textsOf = (inner: string, declared?: string) => {
  const parsed = parse(inner, declared);
  return (parsed.ok ? parsed.warnings : parsed.findings).map(({ text }) => text);
};

describe('values of data objects (docs/contributing/spec/mappings.md#values-of-data-objects)', () => {
  const all =
    object('text', 'xsd:string', ' a b ') +
    object('untyped', '', '5') +
    object('count', 'xsd:int', '-5') +
    object('id', 'xsd:long', '9007199254740991') +
    object('rate', 'xsd:double', '1.5e3') +
    object('isNew', 'xsd:boolean', 'TRUE') +
    object('due', 'xsd:datetime', '2026-01-31T09:00:00') +
    object('order', 'xsd:json', '{"lines": [1, "a", null]}') +
    object('empty', 'xsd:string');
  const values = {
    ...{ text: 'a b', untyped: '5', count: -5, id: 9007199254740991, rate: 1500, isNew: true, due: '2026-01-31T09:00:00' },
    ...{ order: { lines: [1, 'a', null] }, empty: null },
  };

  it('are variables when an instance of Flowable or Activiti begins, unless the start gives others', () => {
    for (const declared of [FLOWABLE, ACTIVITI])
      given(modelOf(all, declared))
        .when(start({ count: 7, other: 1 }))
        .andVariables({ ...values, count: 7, other: 1 });
  });

  it('are local when they are of a sub-process', () => {
    const inside = `<startEvent id="i"/><userTask id="v"/><sequenceFlow id="g" sourceRef="i" targetRef="v"/>`;
    const process = modelOf(
      `<subProcess id="sub">${all}${inside}</subProcess><sequenceFlow id="h" sourceRef="u" targetRef="sub"/>`,
    );
    const scenario = given(process)
      .when(start({ count: 7 }), claim('u'), completeUserTask('u'))
      .andVariables({ count: 7 });
    const local = [...scenario.state.variables.values()].find(({ kind }) => kind === 'local');
    expect({ ...local?.values }).to.deep.equal(values);
  });

  it('are absent when an earlier release stored the version, or the file is made for another engine', () => {
    given(modelOf(all, FLOWABLE, READING_OF_BINDINGS))
      .when(start())
      .andVariables({});
    const camunda = FLOWABLE.replace('flowable.org', 'camunda.org/schema/1.0');
    given(modelOf(all, camunda)).when(start()).andVariables({});
    expect(textsOf(object('text', 'xsd:string', 'a'), camunda)).to.deep.equal(["dataObject 'd_text': value is ignored"]);
  });

  it('refuse the deploy when they are of another type', () => {
    const rows: readonly (readonly [type: string, value: string, text: string])[] = [
      ['xsd:int', '3000000000', "value '3000000000' is not of type int"],
      ['xsd:int', '1.5', "value '1.5' is not of type int"],
      [
        'xsd:long',
        '9007199254740993',
        "value '9007199254740993' cannot be used: whole number 9007199254740993 cannot be stored exactly",
      ],
      ['xsd:double', 'many', "value 'many' is not of type double"],
      ['xsd:boolean', 'yes', "value 'yes' is not of type boolean"],
      ['xsd:datetime', '31.01.2026', "value '31.01.2026' is not of type datetime"],
      ['xsd:json', '{a}', "value '{a}' is not of type json"],
      ['xsd:json', `${'['.repeat(300)}${']'.repeat(300)}`, 'is nested too deep'],
    ];
    for (const [type, value, text] of rows) expect(textsOf(object('x', type, value)).join(), value).to.contain(text);
  });

  it('cause a warning when they are not read', () => {
    expect(textsOf(object('x', 'xsd:float', '1'))).to.deep.equal([
      "dataObject 'd_x': value is ignored: type 'float' is none of string, int, long, double, boolean, datetime, json",
    ]);
    expect(textsOf(object('my order', 'xsd:int', '1'))).to.deep.equal([
      "dataObject 'd_my order': value is ignored: 'my order' is not the name of a variable",
    ]);
    const tags = (value: string) => `<f:metaData name="customTags"><f:metaValue>${value}</f:metaValue></f:metaData>`;
    const property = (inner: string) => `<property id="x" name="x">${ext(inner)}</property>`;
    expect(textsOf(property(tags('required, output')), JBPM)).to.deep.equal(["property 'x': tag 'required' is not checked"]);
    expect(textsOf(property(tags('restricted')), JBPM)).to.deep.equal(["property 'x': tag 'restricted' is not checked"]);
    expect(textsOf(property('<f:defaultValue>1</f:defaultValue>'), JBPM)).to.deep.equal([
      "property 'x': defaultValue is ignored",
    ]);
    expect(textsOf(property('<f:metaData name="elementname"/>'), JBPM)).to.deep.equal([]);
  });
});
