// tier nightly: measures how long large files of decisions take

import { expect } from 'chai';
import { checkDecisions } from '../../../../src/bpmn/decisions/check-decisions.ts';
import { libraryOf } from '../../../../src/bpmn/decisions/decision-library.ts';
import { diagnosticsOf } from '../../../support/decisions.ts';
import { decision, decisionFile, decisionTable, literal } from '../../../support/models/decisions.ts';
import { processorMs } from '../../../support/processor-time.ts';

const warningsOf = (body: string) => libraryOf({ 'f.dmn': decisionFile(body) }).warnings;
const rangeOf = (count: number) => Array.from({ length: count }, (_, at) => at);

describe('the time to read decisions', () => {
  it('is short when types name each other thousands of times', () => {
    const typed =
      '<decision id="d" name="d"><variable name="d" typeRef="t0"/><literalExpression><text>1</text></literalExpression></decision>';
    const chain = (count: number, of: (next: string) => string) =>
      rangeOf(count)
        .map((at) => `<itemDefinition name="t${at}">${of(`t${at + 1}`)}</itemDefinition>`)
        .join('');
    const member = (name: string, type: string) => `<itemComponent name="${name}"><typeRef>${type}</typeRef></itemComponent>`;
    const doubled = chain(40, (next) => member('a', next) + member('b', next));
    const deep = chain(4000, (next) => member('a', next));
    const wide = `<itemDefinition name="t0">${rangeOf(999)
      .map((at) => member(`m${at}`, 'string'))
      .join('')}</itemDefinition>`;
    const users = rangeOf(400)
      .map((at) => typed.replace('id="d"', `id="d${at}"`))
      .join('');
    for (const body of [doubled + typed, deep + typed, wide + users, wide + typed])
      expect(processorMs(() => diagnosticsOf(decisionFile(body)))).to.be.below(2000);
  });

  it('is short when thousands of names are unknown', () => {
    const needs = '<informationRequirement><requiredInput href="#i"/></informationRequirement>';
    const data = '<inputData id="i" name="income"><variable name="income"/></inputData>';
    const texts = rangeOf(3000).map((at) => literal(`lost${at} + income`));
    const entries = rangeOf(3000).map(
      (at) => `<contextEntry><variable name="a b-${at}"/>${literal(`income + ${at}`)}</contextEntry>`,
    );
    const all = `<context>${entries.join('')}<contextEntry><variable name="all"/><list>${texts.join('')}</list></contextEntry></context>`;
    const body = `${data}<decision id="d" name="d">${needs}${all}</decision>`;
    expect(processorMs(() => expect(warningsOf(body)).to.have.length(21))).to.be.below(20_000);
  });

  it('is short when a table has 5,000 rules or 500 inputs, and its rules are checked', () => {
    const many = rangeOf(5000).map((at) => [`[${at}..${at + 1})`, '1']);
    const inputs = rangeOf(500).map((at) => `v${at}`);
    const rows = rangeOf(20).map(() => [...inputs.map((_, at) => `< ${at}`), '1']);
    for (const table of [
      { inputs: [['n', 'number']] as const, outputs: ['o'], rules: many },
      { inputs, outputs: ['o'], rules: rows },
    ])
      expect(processorMs(() => checkDecisions(decisionFile(decisionTable('d', table)), 'strict'))).to.be.below(10_000);
  });

  it('is short when a table of 900 rules is checked for overlaps and gaps', () => {
    const rules = rangeOf(900).map((at) => [`[${at}..${at + 2}]`, `> ${at}`, `not(${at})`, '1']);
    const inputs = ['a', 'b', 'c'].map((name) => [name, 'number'] as const);
    for (const hitPolicy of ['UNIQUE', 'FIRST'])
      expect(processorMs(() => warningsOf(decisionTable('d', { inputs, outputs: ['o'], rules, hitPolicy })))).to.be.below(5000);
  });

  it('is short when expressions are nested or name things with signs', () => {
    const nested = `${'<list>'.repeat(190)}${literal('x')}${'</list>'.repeat(190)}`;
    for (const logic of [nested, literal('[1..1000000000000][item > 1]')])
      expect(processorMs(() => checkDecisions(decisionFile(decision('d', logic)), 'strict'))).to.be.below(2000);
  });
});
