// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { expect } from 'chai';
import type { MappingSource, MappingsModel } from '../../../src/engine/model.ts';
import { elementIn, NAMESPACES, warningsOf } from './samples.ts';

const PLAIN = 'xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"';
const DATA = [
  '<bpmn:property id="p1" name="amount" /><bpmn:property id="p2" name="two words" /><bpmn:property id="bare" /><bpmn:property id="p3" name="null" />',
  '<bpmn:dataObject id="o" /><bpmn:dataObjectReference id="r1" dataObjectRef="o" name="order" />',
  '<bpmn:dataObjectReference id="r2" dataObjectRef="o" name="order [done]" />',
  '<bpmn:dataObject id="named" name="status" /><bpmn:dataObjectReference id="r3" dataObjectRef="named" name="drawn" />',
].join('');
const IO =
  '<bpmn:ioSpecification><bpmn:dataInput id="i" name="in" /><bpmn:dataOutput id="o1" name="out" /></bpmn:ioSpecification>';

const task = (inner: string, namespaces = PLAIN): string =>
  `<bpmn:definitions ${namespaces}>
<bpmn:process id="p">${DATA}<bpmn:startEvent id="s" /><bpmn:userTask id="t">${inner}</bpmn:userTask><bpmn:sequenceFlow id="f" sourceRef="s" targetRef="t" /></bpmn:process>
</bpmn:definitions>`;
const association = (direction: 'Input' | 'Output', parts: Record<string, string>, inner = ''): string =>
  `<bpmn:data${direction}Association>${Object.entries(parts)
    .map(([tag, text]) => `<bpmn:${tag}>${text}</bpmn:${tag}>`)
    .join('')}${inner}</bpmn:data${direction}Association>`;
const assigned = (from: string, to: string, attributes = ''): string =>
  `<bpmn:assignment><bpmn:from ${attributes}>${from}</bpmn:from><bpmn:to>${to}</bpmn:to></bpmn:assignment>`;

const sourceOf = (source: MappingSource): string => ('dialect' in source ? `${source.dialect}: ${source.source}` : source.kind);
const mappingsOf = (inner: string, namespaces = PLAIN): MappingsModel | undefined =>
  elementIn(task(inner, namespaces), 'userTask', 't').mappings;
const inputs = (inner: string, namespaces = PLAIN): string[] =>
  (mappingsOf(inner, namespaces)?.inputs ?? []).map(
    ({ target, source, optional }) => `${target} = ${sourceOf(source)}${optional ? ' if any' : ''}`,
  );
const outputs = (inner: string): string[] =>
  (mappingsOf(inner)?.parameterOutputs ?? []).map(
    ({ target, source, optional }) => `${target} = ${sourceOf(source)}${optional ? ' if any' : ''}`,
  );
const texts = (inner: string, namespaces = PLAIN): string[] => warningsOf(task(inner, namespaces)).map(({ text }) => text);

describe('a data association', () => {
  it('moves nothing into an activity when source and target have one name: what it writes would be lost', () => {
    const io = '<bpmn:ioSpecification><bpmn:dataInput id="i" name="amount" /></bpmn:ioSpecification>';
    expect(inputs(`${io}${association('Input', { sourceRef: 'p1', targetRef: 'i' })}`)).to.deep.equal([]);
  });

  it('moves a variable to a declared input, or from a declared output', () => {
    expect(inputs(IO + association('Input', { sourceRef: 'p1', targetRef: 'i' }))).to.deep.equal(['in = lenient: amount if any']);
    expect(inputs(IO + association('Input', { sourceRef: 'x:r2', targetRef: 'x:i' }))).to.deep.equal([
      'in = lenient: order if any',
    ]);
    expect(outputs(IO + association('Output', { sourceRef: 'o1', targetRef: 'r2' }))).to.deep.equal([
      'order = lenient: out if any',
    ]);
    expect(outputs(IO + association('Output', { sourceRef: 'o1', targetRef: 'r3' }))).to.deep.equal([
      'status = lenient: out if any',
    ]);
    expect(outputs(IO + association('Output', { sourceRef: 'o1', targetRef: 'bare' }))).to.deep.equal([
      'bare = lenient: out if any',
    ]);
  });

  it('moves nothing when the name of the variable is a word of expressions', () => {
    for (const id of ['p3', 'p2'])
      expect(inputs(IO + association('Input', { sourceRef: id, targetRef: 'i' })), id).to.deep.equal([]);
  });

  it('moves what is assigned: an item, a text, or an expression', () => {
    const one = (from: string, to: string, attributes = ''): string[] =>
      inputs(IO + association('Input', { targetRef: 'i' }, assigned(from, to, attributes)));
    expect(one('p1', 'i')).to.deep.equal(['in = lenient: amount if any']);
    expect(one('large', 'i')).to.deep.equal(['in = literal: large']);
    expect(one('${amount + 1}', 'i')).to.deep.equal(['in = juel: amount + 1']);
    expect(one('= amount + 1', '')).to.deep.equal(['in = feel: amount + 1']);
    expect(one('amount + 1', 'other', 'language="http://www.mvel.org/2.0"')).to.deep.equal(['other = lenient: amount + 1']);
  });

  it('moves a transformed value', () => {
    const inner = association('Output', { sourceRef: 'o1', targetRef: 'p1', transformation: 'out * 2' });
    expect(outputs(IO + inner)).to.deep.equal(['amount = lenient: out * 2']);
  });

  it('moves nothing when it is only drawn', () => {
    const drawn = [
      '<bpmn:property id="q" name="__targetRef_placeholder" />',
      association('Input', { sourceRef: 'r1', targetRef: 'q' }),
      association('Output', { targetRef: 'r1' }),
    ].join('');
    expect(mappingsOf(drawn)).to.equal(undefined);
    expect(texts(drawn)).to.deep.equal([]);
  });

  it('moves nothing, with a warning, when a reference names no data, or data that is not a variable', () => {
    const rows: readonly (readonly [io: string, sourceRef: string, targetRef: string, why: string])[] = [
      ['', 'nowhere', 'r1', "'nowhere' is the id of no variable"],
      [IO, 'o1', 'nowhere', "'nowhere' is the id of no variable"],
      [IO, 'o1', 'p2', "the name of 'p2' is not that of a variable"],
      [IO.replace('name="out"', 'name="Total Days"'), 'o1', 'p1', "the name of 'o1' is not that of a variable"],
    ];
    for (const [io, sourceRef, targetRef, why] of rows) {
      const inner = io + association('Output', { sourceRef, targetRef });
      expect(mappingsOf(inner), why).to.equal(undefined);
      expect(texts(inner)).to.deep.equal([`userTask 't': dataOutputAssociation moves nothing: ${why}`]);
    }
  });

  it('assigns the whole target when it is written as a dot', () => {
    expect(inputs(IO + association('Input', { targetRef: 'i' }, assigned('p1', '.')))).to.deep.equal([
      'in = lenient: amount if any',
    ]);
  });

  it('moves nothing, with a warning, when an assignment names no variable', () => {
    for (const to of ['p2', 'two words', '__proto__']) {
      const inner = association('Input', {}, assigned('x', to));
      expect(mappingsOf(inner), to).to.equal(undefined);
      expect(texts(inner), to).to.deep.equal(["userTask 't': dataInputAssociation moves nothing: no variable is named"]);
    }
  });

  it('moves nothing in a file that is made for a platform, with a warning for assignments', () => {
    const camunda = NAMESPACES.replace(/xmlns:fleans="[^"]*" /, '')
      .replace(/xmlns:zeebe="[^"]*" /, '')
      .replace(/xmlns:legacy="[^"]*" /, '');
    const inner = IO + association('Input', { sourceRef: 'p1', targetRef: 'i' }) + association('Output', {}, assigned('1', 'p1'));
    expect(inputs(inner, camunda)).to.deep.equal([]);
    expect(texts(inner, camunda)).to.deep.equal([
      "userTask 't': dataOutputAssociation is not executed in a file made for Camunda 7",
    ]);
  });
});

describe('the collection of a loop', () => {
  const collection = (reference: string, item: string, more = '') => {
    const loop = `<bpmn:multiInstanceLoopCharacteristics><bpmn:loopDataInputRef>${reference}</bpmn:loopDataInputRef></bpmn:multiInstanceLoopCharacteristics>`;
    const io = `<bpmn:ioSpecification><bpmn:dataInput id="${item}" name="items" /></bpmn:ioSpecification>`;
    const element = elementIn(task(io + more + loop), 'userTask', 't');
    return element.loop?.kind === 'multiInstance' ? element.loop.collection?.source : undefined;
  };

  it('is the variable of the reference itself before that of the item with this id', () => {
    expect(collection('d', 'd')).to.equal('d ?? items');
    expect(collection('d', 'd', association('Input', { sourceRef: 'p1', targetRef: 'd' }))).to.equal('d ?? amount');
    expect(collection('items', 'items')).to.equal('items');
    expect(collection('_2-list', '_2-list')).to.equal('items');
  });
});

describe('the inputs of a user task', () => {
  const declared =
    '<bpmn:ioSpecification><bpmn:dataInput id="a" name="ActorId" /><bpmn:dataInput id="g" name="GroupId" /></bpmn:ioSpecification>';
  const who = (actor: string, groups: string, more = '') => {
    const { assignee, candidateUsers, candidateGroups } = elementIn(
      task(
        more +
          declared +
          association('Input', { targetRef: 'a' }, assigned(actor, 'a')) +
          association('Input', { targetRef: 'g' }, assigned(groups, 'g')),
      ),
      'userTask',
      't',
    );
    return {
      assignee: assignee && sourceOf(assignee),
      users: candidateUsers.map(sourceOf),
      groups: candidateGroups.map(sourceOf),
    };
  };

  it('show who may work on it', () => {
    expect(who('ann', 'hr, pm')).to.deep.equal({ assignee: 'literal: ann', users: [], groups: ['literal: hr', 'literal: pm'] });
    expect(who('ann,bob', 'p1')).to.deep.equal({
      assignee: undefined,
      users: ['literal: ann', 'literal: bob'],
      groups: ['juel: amount'],
    });
    expect(who('#{boss}', '')).to.deep.equal({ assignee: 'juel: boss', users: [], groups: [] });
  });

  it('give way to an assignment that is written', () => {
    const written =
      '<bpmn:humanPerformer><bpmn:resourceAssignmentExpression><bpmn:formalExpression>carl</bpmn:formalExpression></bpmn:resourceAssignmentExpression></bpmn:humanPerformer>';
    expect(who('ann', 'hr', written).assignee).to.equal('literal: carl');
  });
});
