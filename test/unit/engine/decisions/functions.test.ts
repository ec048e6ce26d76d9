import { expect } from 'chai';
import type { Json, Variables } from '../../../../src/engine/values.ts';
import { DecisionBench } from '../../../support/decisions.ts';
import { decision, decisionFile, decisionTable, literal } from '../../../support/models/decisions.ts';

const formal = (names: readonly string[], type = 'number') =>
  names.map((name) => `<formalParameter name="${name}" typeRef="${type}"/>`).join('');
const knowledge = (name: string, parameters: readonly string[], logic: string, more = '') =>
  `<businessKnowledgeModel id="k-${name}" name="${name}">${more}<encapsulatedLogic>${formal(parameters)}${logic}</encapsulatedLogic></businessKnowledgeModel>`;
const needs = (...ids: readonly string[]) =>
  ids.map((id) => `<knowledgeRequirement><requiredKnowledge href="#${id}"/></knowledgeRequirement>`).join('');
const entry = (name: string, logic: string) => `<contextEntry><variable name="${name}"/>${logic}</contextEntry>`;
const result = (logic: string) => `<contextEntry>${logic}</contextEntry>`;
const service = (id: string, parts: readonly (readonly [kind: string, id: string])[]) =>
  `<decisionService id="${id}" name="${id}">${parts.map(([kind, href]) => `<${kind} href="#${href}"/>`).join('')}</decisionService>`;
const GUEST = '<inputData id="i-guest" name="guest"><variable name="guest" typeRef="string"/></inputData>';

/** A greeting made of input data and a decision that may be given in its place. */
const GREETING = `${GUEST}${decision('word', literal('"hello"'))}<decision id="greeting" name="greeting">
  <informationRequirement><requiredInput href="#i-guest"/></informationRequirement>
  <informationRequirement><requiredDecision href="#word"/></informationRequirement>${literal('word + " " + guest')}</decision>
  ${service('greet', [
    ['outputDecision', 'greeting'],
    ['inputDecision', 'word'],
    ['inputData', 'i-guest'],
  ])}`;

describe('functions of decisions (docs/contributing/spec/decisions.md#functions)', () => {
  const bench = new DecisionBench();
  after(() => bench.close());

  const rows: readonly [when: string, body: string, variables: Variables, expected: Json][] = [
    [
      'a text calls a business knowledge model, by place and by name',
      knowledge('minus', ['a', 'b'], literal('a - b')) + decision('d', literal('[minus(5, 2), minus(b: 5, a: 2)]')),
      {},
      [3, -3],
    ],
    [
      'a function keeps the values of the text that has defined it',
      knowledge('times', ['by'], literal('function(n) n * by')) + decision('d', literal('times(3)(n) + times(10)(by)')),
      { n: 4, by: 2 },
      32,
    ],
    [
      'a function that is made in steps keeps the values of each',
      knowledge('area', ['a'], literal('function(b) function(c) [a, b, c]')) +
        decision('d', literal('for c in [3, 4] return area(1)(2)(c)')),
      { a: 9, b: 9 },
      [
        [1, 2, 3],
        [1, 2, 4],
      ],
    ],
    [
      'a function is given to a built-in one somewhere else',
      knowledge('in order', ['rule'], literal('sort([3, 1, 2], rule)')).replace('typeRef="number"', '') +
        decision('d', literal('in order(function(x, y) if up then x < y else x > y)')),
      { up: false },
      [3, 2, 1],
    ],
    [
      'a business knowledge model has a name of several words',
      knowledge('net fee', ['a'], literal('a * 2')) + decision('d', literal('net fee(n) + 1')),
      { n: 4 },
      9,
    ],
    [
      'its logic is a table',
      knowledge(
        'grade',
        ['age'],
        decisionTable('x', {
          inputs: ['age'],
          outputs: ['out'],
          rules: [
            ['< 18', '"young"'],
            ['>= 18', '"grown"'],
          ],
        }).replace(/^<decision[^T][^>]*>|<\/decision>$/g, ''),
      ) + decision('d', literal('grade(n)')),
      { n: 20 },
      'grown',
    ],
    [
      'one calls another that it requires',
      knowledge('twice', ['a'], literal('a * 2')) +
        knowledge('four', ['a'], literal('twice(twice(a))'), needs('k-twice')) +
        `<decision id="d" name="d">${needs('k-four')}${literal('four(3)')}</decision>`,
      {},
      12,
    ],
    [
      'one calls itself',
      knowledge('factorial', ['n'], literal('if n < 2 then 1 else n * factorial(n - 1)')) +
        decision('d', literal('factorial(5)')),
      {},
      120,
    ],
    [
      'a boxed function sees the names around it',
      decision(
        'd',
        `<context>${entry('rate', literal('3'))}${entry('scaled', `<functionDefinition>${formal(['a'])}${literal('a * rate * n')}</functionDefinition>`)}${result(literal('scaled(2)'))}</context>`,
      ),
      { n: 7 },
      42,
    ],
    [
      'a decision is a function and another invokes it',
      `${decision('f', `<functionDefinition>${formal(['a'])}${literal('a + 1')}</functionDefinition>`)}${decision('d', `<invocation>${literal('f')}<binding><parameter name="a"/>${literal('41')}</binding></invocation>`, ['f'])}`,
      {},
      42,
    ],
    [
      'a function is written in FEEL',
      decision(
        'd',
        `<context>${entry('f', literal('function(a, b) a + b'))}${result(`<invocation>${literal('f')}<binding><parameter name="b"/>${literal('1')}</binding><binding><parameter name="a"/>${literal('2')}</binding></invocation>`)}</context>`,
      ),
      {},
      3,
    ],
    [
      'it is handed to a function of FEEL',
      knowledge('ahead', ['a', 'b'], literal('a > b')) + decision('d', literal('sort(list, function(a, b) ahead(a, b))')),
      { list: [1, 3, 2] },
      [3, 2, 1],
    ],
    ['arguments are missing', knowledge('minus', ['a', 'b'], literal('a - b')) + decision('d', literal('minus(1)')), {}, null],
    [
      'a decision service is called by place',
      `${GREETING}${decision('d', literal('greet("Ann", "good day")'))}`,
      {},
      'good day Ann',
    ],
    [
      'a decision service is called by name',
      `${GREETING}${decision('d', literal('greet(word: "hi", guest: "Bob")'))}`,
      {},
      'hi Bob',
    ],
  ];
  for (const [when, body, variables, expected] of rows) {
    it(`give their values when ${when}`, () => {
      expect(bench.make(decisionFile(body), 'd', variables)).to.deep.equal({ value: expected });
    });
  }

  it('read variables for what they are given when a decision service is made by its id', () => {
    expect(bench.make(decisionFile(GREETING), 'greet', { guest: 'Ann', word: 'good day' })).to.deep.equal({
      value: 'good day Ann',
    });
    expect(bench.make(decisionFile(GREETING), 'greeting', { guest: 'Ann' })).to.deep.equal({ value: 'hello Ann' });
  });

  it('give a map when a decision service has several outputs', () => {
    const body = `${decision('a', literal('1'))}${decision('b', literal('2'))}${service('both', [
      ['outputDecision', 'a'],
      ['outputDecision', 'b'],
    ])}`;
    expect(bench.make(decisionFile(body), 'both')).to.deep.equal({ value: { a: 1, b: 2 } });
  });

  it('are hidden by a variable of the same name when nothing specifies that they are required', () => {
    const body = (more: string) =>
      decisionFile(`${knowledge('fee', ['a'], literal('a'))}<decision id="d" name="d">${more}${literal('fee')}</decision>`);
    expect(bench.make(body(''), 'd', { fee: 5 })).to.deep.equal({ value: 5 });
    expect(bench.make(body(needs('k-fee')), 'd', { fee: 5 })).to.deep.equal({ reason: "decision 'd': result is a function" });
  });

  it('fail the decision with their parameter when they are given a value of another type', () => {
    const body = decisionFile(knowledge('twice', ['a'], literal('a * 2')) + decision('d', literal('twice("x")')));
    expect((bench.make(body, 'd') as { reason: string }).reason).to.contain("parameter 'a': 'x' is not of type number");
  });

  it('end when they call themselves forever', () => {
    const body = decisionFile(knowledge('on', ['n'], literal('on(n + 1)')) + decision('d', literal('on(1)')));
    const { reason } = bench.make(body, 'd') as { readonly reason: string };
    expect(reason).to.match(/call each other more than 150 deep|nested too deep/);
    // not the same again for each call
    expect(reason.length).to.be.lessThan(800);
    expect(reason).to.match(/^decision 'd': expression 'on\(1\)': /);
  });
});

describe('boxed iterators (docs/contributing/spec/decisions.md#logic)', () => {
  const bench = new DecisionBench();
  after(() => bench.close());
  const boxed = (kind: string, parts: string, attributes = ' iteratorVariable="x"') =>
    decisionFile(decision('d', `<${kind}${attributes}>${parts}</${kind}>`));
  const part = (name: string, text: string) => `<${name}>${literal(text)}</${name}>`;

  it('give their values when they go through a list, a range or a single value', () => {
    const each = (list: string, text: string) => boxed('for', part('in', list) + part('return', text));
    expect(bench.make(each('list', 'x * n'), 'd', { list: [1, 2], n: 3 })).to.deep.equal({ value: [3, 6] });
    expect(bench.make(each('[1..4]', 'x + count(partial)'), 'd')).to.deep.equal({ value: [1, 3, 5, 7] });
    expect(bench.make(each('[1..3]', 'partial'), 'd')).to.deep.equal({ value: [[], [[]], [[], [[]]]] });
    expect(bench.make(each('7', 'x'), 'd')).to.deep.equal({ value: [7] });
    expect(bench.make(each('gone', 'x'), 'd')).to.deep.equal({ reason: "decision 'd': the list is null" });
  });

  it('show whether some or every item holds', () => {
    const holds = (kind: string, text: string) => bench.make(boxed(kind, part('in', '[1, 2, 3]') + part('satisfies', text)), 'd');
    expect(holds('some', 'x > 2')).to.deep.equal({ value: true });
    expect(holds('some', 'x > 3')).to.deep.equal({ value: false });
    expect(holds('every', 'x > 0')).to.deep.equal({ value: true });
    expect(holds('every', 'x > 1')).to.deep.equal({ value: false });
    expect(holds('every', 'if x = 1 then null else true')).to.deep.equal({ value: null });
  });

  it('keep the items that match, by their members, or the one at a place', () => {
    const kept = (match: string) =>
      bench.make(boxed('filter', part('in', 'list') + part('match', match), ''), 'd', {
        list: [
          { age: 10, name: 'a' },
          { age: 20, name: 'b' },
        ],
      });
    expect(kept('age > 15')).to.deep.equal({ value: [{ age: 20, name: 'b' }] });
    expect(kept('item.name = "a"')).to.deep.equal({ value: [{ age: 10, name: 'a' }] });
    expect(kept('-1')).to.deep.equal({ value: { age: 20, name: 'b' } });
    expect(kept('9')).to.deep.equal({ value: null });
    for (const none of ['-9', '0', '1.5']) expect(kept(none), none).to.deep.equal({ value: null });
    expect(kept('age2 > 15')).to.deep.equal({ value: [] });
  });

  it('fail the decision when what is asked of an item is neither true nor false', () => {
    const asked = (kind: string, name: string, text: string) =>
      bench.make(boxed(kind, part('in', '[1, 2]') + part(name, text), kind === 'filter' ? '' : undefined), 'd');
    const failed = (name: string) => ({ reason: `decision 'd': '${name}' gives 'odd', which is neither true nor false` });
    expect(asked('some', 'satisfies', 'if x = 2 then true else "odd"')).to.deep.equal(failed('satisfies'));
    expect(asked('every', 'satisfies', 'if x = 1 then true else "odd"')).to.deep.equal(failed('satisfies'));
    expect(asked('filter', 'match', 'if item = 1 then true else "odd"')).to.deep.equal(failed('match'));
  });
});
