import { expect } from 'chai';
import { DecisionBench } from '../../../support/decisions.ts';
import { decision, decisionFile, literal } from '../../../support/models/decisions.ts';

describe('models of several kinds of logic', () => {
  const bench = new DecisionBench();
  after(() => bench.close());

  const entry = (name: string, logic: string, type?: string) =>
    `<contextEntry>${name === '' ? '' : `<variable name="${name}"${type === undefined ? '' : ` typeRef="${type}"`}/>`}${logic}</contextEntry>`;
  const input = (name: string, type: string) =>
    `<inputData id="${name}" name="${name}"><variable name="${name}" typeRef="${type}"/></inputData>`;
  const needs = (...names: readonly string[]) =>
    names.map((name) => `<informationRequirement><requiredInput href="#${name}"/></informationRequirement>`).join('');
  const knows = (...names: readonly string[]) =>
    names.map((name) => `<knowledgeRequirement><requiredKnowledge href="#${name}"/></knowledgeRequirement>`).join('');
  const instalment = (sum: number, rate: number, months: number) => (sum * rate) / 12 / (1 - (1 + rate / 12) ** -months);

  it('decide a table without a name for its output, in contexts within a context of the same name', () => {
    const cells = (rule: readonly string[]) =>
      rule
        .map((cell, at) =>
          at < 3 ? `<inputEntry><text>${cell}</text></inputEntry>` : `<outputEntry><text>${cell}</text></outputEntry>`,
        )
        .join('');
    const formula = '(sum*share/12)/(1-(1+share/12)**-months)+extra';
    const table = `<decisionTable>${['sum', 'months', 'share'].map((name) => `<input><inputExpression typeRef="number"><text>${name}</text></inputExpression></input>`).join('')}
      <output/><rule>${cells(['250000', '240', '0.042', formula])}</rule><rule>${cells(['8000', '36', '0.042', formula])}</rule></decisionTable>`;
    const inner = `<context>${entry('extra', literal('15'))}${entry('rate of a month', table, 'number')}${entry('', literal('rate of a month'))}</context>`;
    const outer = `<context>${entry('share', literal('0.042'))}${entry('plan cost', `<context>${entry('cost', inner, 'number')}${entry('', literal('cost'))}</context>`, 'number')}${entry('', literal('plan cost'))}</context>`;
    const file = decisionFile(
      `<decision id="d" name="plan cost"><variable name="plan cost" typeRef="number"/>${needs('sum', 'months')}${outer}</decision>${input('sum', 'number')}${input('months', 'number')}`,
    );
    for (const [sum, months] of [
      [250_000, 240],
      [8000, 36],
    ] as const) {
      const made = bench.make(file, 'd', { sum, months });
      expect(made)
        .to.have.property('value')
        .that.is.closeTo(instalment(sum, 0.042, months) + 15, 1e-8);
    }
    expect(bench.make(file, 'd', { sum: 1, months: 36 })).to.deep.equal({ value: null });
  });

  it('rank what a function of functions makes of the rows of a relation', () => {
    const parameters = (...names: readonly string[]) =>
      names.map((name) => `<formalParameter name="${name}" typeRef="number"/>`).join('');
    const model = (name: string, inside: string, required = '') =>
      `<businessKnowledgeModel id="${name}" name="${name}"><variable name="${name}"/><encapsulatedLogic>${inside}</encapsulatedLogic>${required}</businessKnowledgeModel>`;
    const offers = [
      ['North', 0.031, 900],
      ['South', 0.029, 2500],
      ['East', 0.033, 0],
    ] as const;
    const rows = offers.map(
      ([name, rate, fee]) => `<row>${literal(`"${name}"`)}${literal(String(rate).slice(1))}${literal(String(fee))}</row>`,
    );
    const file = decisionFile(
      `<itemDefinition name="tOffer"><itemComponent name="name"><typeRef>string</typeRef></itemComponent><itemComponent name="rate"><typeRef>number</typeRef></itemComponent><itemComponent name="fee"><typeRef>number</typeRef></itemComponent></itemDefinition>
      <itemDefinition name="tOffers" isCollection="true"><typeRef>tOffer</typeRef></itemDefinition>
      <decision id="offers" name="offers"><variable name="offers" typeRef="tOffers"/><relation><column name="name"/><column name="rate"/><column name="fee"/>${rows.join('')}</relation></decision>
      ${input('sum', 'number')}
      <decision id="ranked" name="ranked">${needs('sum')}<informationRequirement><requiredDecision href="#offers"/></informationRequirement>${knows('costs')}
      <context>${entry('all', literal('for one in offers return costs(one, sum)'))}${entry('cheapest first', literal('sort(all, function(x,y) x.monthly < y.monthly).name'))}${entry('dearest first', literal('sort(all, function(x,y) x.monthly > y.monthly).name'))}</context></decision>
      ${model('costs', `<formalParameter name="offer" typeRef="tOffer"/><formalParameter name="asked" typeRef="number"/><context>${entry('name', literal('offer.name'), 'string')}${entry('loan', literal('asked + offer.fee'), 'number')}${entry('monthly', literal('instalment(loan, offer.rate, 360)'), 'number')}</context>`, knows('instalment'))}
      ${model('instalment', `${parameters('p', 'r', 'n')}${literal('p*r/12/(1-(1+r/12)**-n)', 'typeRef="number"')}`)}`,
    );
    const made = bench.make(file, 'ranked', { sum: 200_000 }) as { readonly value: Record<string, unknown> };
    const monthly = (at: number) => instalment(200_000 + (offers[at]?.[2] ?? 0), offers[at]?.[1] ?? 0, 360);
    const order = [0, 1, 2].sort((a, b) => monthly(a) - monthly(b)).map((at) => offers[at]?.[0]);
    expect(made.value['cheapest first']).to.deep.equal(order);
    expect(made.value['dearest first']).to.deep.equal([...order].reverse());
    const first = (made.value['all'] as readonly { readonly monthly: number }[])[0];
    expect(first?.monthly).to.be.closeTo(monthly(0), 1e-8);
  });

  it('give a boxed list of a collection type, each item of another text', () => {
    const file = decisionFile(
      `<itemDefinition name="tTexts" isCollection="true"><typeRef>string</typeRef></itemDefinition>
      ${input('a', 'number')}${input('b', 'boolean')}${input('c', 'string')}
      <decision id="d" name="d"><variable name="d" typeRef="tTexts"/>${needs('a', 'b', 'c')}<list>${literal('string(a)')}${literal('string(b)')}${literal('c')}</list></decision>`,
    );
    expect(bench.make(file, 'd', { a: 12, b: false, c: 'x' })).to.deep.equal({ value: ['12', 'false', 'x'] });
    expect(bench.make(file, 'd')).to.deep.equal({ value: [null, null, null] });
    expect(bench.make(decisionFile(decision('e', `<list>${literal('1')}</list>`)), 'e')).to.deep.equal({ value: [1] });
  });
});
