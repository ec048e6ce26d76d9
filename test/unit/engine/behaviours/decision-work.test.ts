// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { expect } from 'chai';
import { parseDefinitions } from '../../../../src/bpmn/parse-definitions.ts';
import type { ProcessModel } from '../../../../src/engine/model.ts';
import type { Variables } from '../../../../src/engine/values.ts';
import { start } from '../../../support/given-when-then.ts';
import { Driver } from '../../../support/given-when-then-driver.ts';
import { decision, decisionFile, decisionTable, literal } from '../../../support/models/decisions.ts';
import { sequence } from '../../../support/models/models.ts';
import { itFull } from '../../../support/tier.ts';

const PAIR = decisionTable('pair', {
  hitPolicy: 'RULE ORDER',
  inputs: ['n'],
  outputs: ['a', 'b'],
  rules: [
    ['> 1', '1', '2'],
    ['> 2', '3', '4'],
    ['> 9', '5', '6'],
  ],
});
const ONE = decisionTable('one', { hitPolicy: 'FIRST', inputs: ['n'], outputs: ['a', 'b'], rules: [['> 1', '1', '2']] });
const SINGLE = decisionTable('single', {
  hitPolicy: 'COLLECT',
  inputs: ['n'],
  outputs: ['a'],
  rules: [
    ['> 1', '1'],
    ['> 2', '3'],
  ],
});

function modelOf(task: string, dmn: string): ProcessModel {
  const read = parseDefinitions(sequence('p', task), { scripts: { 'd.dmn': dmn } });
  if (!read.ok) throw new Error(JSON.stringify(read.findings));
  return read.processes[0]?.model as ProcessModel;
}

/** The failure of a started instance, or its variables but for those it was started with. */
function outcomeOf(task: string, given: Variables, dmn = decisionFile(PAIR + ONE + SINGLE)): object | string | undefined {
  const driver = new Driver(modelOf(task, dmn));
  const decided = driver.send(start(given));
  const failed = decided.ok ? decided.events.find((event) => event.type === 'ElementFailed') : undefined;
  if (failed !== undefined) return failed.message;
  const [root] = [...driver.state.variables.values()];
  return Object.fromEntries(Object.entries(root?.kind === undefined ? {} : root.values).filter(([name]) => !(name in given)));
}

describe('a task that makes a decision (docs/contributing/spec/decisions.md#results)', () => {
  const task = (id: string, mapping: string, more = 'camunda:resultVariable="r"') =>
    `<businessRuleTask id="t" camunda:decisionRef="${id}" camunda:mapDecisionResult="${mapping}" ${more}/>`;

  it('maps rows as mapDecisionResult specifies when several match', () => {
    expect(outcomeOf(task('pair', 'resultList'), { n: 3 })).to.deep.equal({
      r: [
        { a: 1, b: 2 },
        { a: 3, b: 4 },
      ],
    });
    expect(outcomeOf(task('single', 'collectEntries'), { n: 3 })).to.deep.equal({ r: [1, 3] });
    expect(outcomeOf(task('one', 'singleResult'), { n: 3 })).to.deep.equal({ r: { a: 1, b: 2 } });
    for (const mapping of ['singleResult', 'singleEntry']) {
      expect(outcomeOf(task(mapping === 'singleEntry' ? 'single' : 'pair', mapping), { n: 3 })).to.equal(
        `decision '${mapping === 'singleEntry' ? 'single' : 'pair'}': ${mapping} needs one matching rule, there are 2`,
      );
    }
    expect(outcomeOf(task('one', 'singleEntry'), { n: 3 })).to.equal("decision 'one': singleEntry needs a single output");
    expect(outcomeOf(task('pair', 'collectEntries'), { n: 3 })).to.equal("decision 'pair': collectEntries needs a single output");
  });

  it('gives null or an empty list when no rule matches', () => {
    for (const [mapping, nothing] of [
      ['resultList', []],
      ['collectEntries', []],
      ['singleResult', null],
      ['singleEntry', null],
    ] as const)
      expect(outcomeOf(task('pair', mapping), { n: 0 }), mapping).to.deep.equal({ r: nothing });
  });

  it('keeps nothing when no variable is named', () => {
    expect(outcomeOf(task('one', 'singleResult', ''), { n: 3 })).to.deep.equal({});
  });

  it('finds the decision by an expression when only the instance knows it, and fails when none exists', () => {
    expect(outcomeOf(task('${which}', 'singleResult'), { n: 3, which: 'one' })).to.deep.equal({ r: { a: 1, b: 2 } });
    expect(outcomeOf(task('${which}', 'singleResult'), { n: 3, which: 'gone' })).to.equal(
      "decision 'gone' was not deployed with the process",
    );
    expect(outcomeOf(task('${which}', 'singleResult'), { n: 3, which: 'constructor' })).to.equal(
      "decision 'constructor' was not deployed with the process",
    );
  });

  it('is refused when a mapping is unknown, or the result of a called decision has no name', () => {
    expect(() => modelOf(task('one', 'everything'), decisionFile(ONE))).to.throw(
      "mapDecisionResult 'everything' is not supported",
    );
    const called =
      '<businessRuleTask id="t"><extensionElements><zeebe:calledDecision xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" decisionId="one"/></extensionElements></businessRuleTask>';
    expect(() => modelOf(called, decisionFile(ONE))).to.throw('calledDecision needs a resultVariable');
  });

  itFull(
    'evaluates more texts than a step may in a thread, as often as it is asked (docs/contributing/spec/decisions.md#whole)',
    () => {
      const above = Array.from({ length: 2001 }, (_, at) => [`> n + ${2002 - at}`, '1']);
      const rules = [...above, ['= n + n', '2']];
      const table = decisionFile(decisionTable('d', { hitPolicy: 'FIRST', inputs: ['2 * n'], outputs: ['a'], rules }));
      for (const n of [0, 3, 0]) {
        const matches = n === 3 ? { r: 1 } : { r: 2 };
        expect(outcomeOf(task('d', 'singleEntry'), { n }, table)).to.deep.equal(matches);
      }
    },
  );

  itFull('fails when it would evaluate too many texts of another language', () => {
    const rules = Array.from({ length: 2001 }, (_, at) => [`\${cellInput > n + ${at}}`, '1']);
    const table = decisionTable('d', { inputs: ['n'], outputs: ['a'], rules });
    expect(outcomeOf(task('d', 'singleEntry'), { n: 3 }, decisionFile(table))).to.match(
      /more than 2000 texts would have to be evaluated$/,
    );
  });

  it('keeps only the decisions that its process needs', () => {
    const needed = decision('c', literal('1')) + decision('b', literal('c'), ['c']) + decision('a', literal('b'), ['b']);
    const { decisions = {} } = modelOf(task('b', 'singleEntry'), decisionFile(needed));
    expect(Object.keys(decisions).sort()).to.deep.equal(['b', 'c']);
  });
});
