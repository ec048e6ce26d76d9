import { expect } from 'chai';
import { openWorld } from '../../../src/testing/index.ts';
import { testFileOf } from '../../../src/testing/test-cases/read-test-cases.ts';
import { decision, decisionFile, decisionTable, literal } from '../../support/models/decisions.ts';
import { END, fileOf, refusalOf, rowOf, START } from '../../support/world-files.ts';

const SIZE = decisionTable('size', {
  hitPolicy: 'FIRST',
  inputs: [['weight', 'number']],
  outputs: [['size', 'string']],
  rules: [
    ['< 2', '"small"'],
    ['< 20', '"large"'],
  ],
});
const DMN = {
  name: 'parcel.dmn',
  text: decisionFile(SIZE + decision('price', literal('if size = "small" then 3 else 9'), ['size'])),
};
const rule =
  '<businessRuleTask id="rate"><extensionElements><zeebe:calledDecision decisionId="price" resultVariable="price" /></extensionElements></businessRuleTask>';
const MODEL = { name: 'p.bpmn', text: fileOf(rowOf('p', START, rule, END)) };

/** Runs one test case over these files. */
async function run(
  files: readonly { readonly name: string; readonly text: string }[],
  ...instructions: readonly object[]
): Promise<void> {
  const [test] = testFileOf({ testCases: [{ name: 'one', instructions }] }, 'x.json').testCases;
  await test?.run(await openWorld({ files }));
}
const create = (weight: number) => ({
  type: 'CREATE_PROCESS_INSTANCE',
  processDefinitionSelector: { processDefinitionId: 'p' },
  variables: { weight },
});
const evaluate = (decisionDefinitionId: string, weight: unknown) => ({
  type: 'EVALUATE_DECISION',
  decisionDefinitionSelector: { decisionDefinitionId },
  variables: { weight },
});
const asserted = (decisionDefinitionId: string, members: object = {}) => ({
  type: 'ASSERT_DECISION',
  decisionSelector: { decisionDefinitionId },
  ...members,
});

describe('decisions in a world', () => {
  it('are there with value and rules, those that were required first, when a task has made them', async () => {
    const world = await openWorld({ files: [MODEL, DMN] });
    const instance = await world.start('p', { weight: 5 });
    expect(instance.decisions).to.deep.equal([
      { id: 'size', name: 'size', element: 'rate', value: 'large', rules: [2] },
      { id: 'price', name: 'price', element: 'rate', value: 9, rules: [] },
    ]);
    instance.assertDecision('size', { value: 'large', rules: [2] }).assertDecision('price', { value: 9 });
    expect(await refusalOf(async () => instance.assertDecision('size', { value: 'small' }))).to.equal(
      `decision 'size' came to "large", not "small"`,
    );
    expect(await refusalOf(async () => instance.assertDecision('size', { rules: [1] }))).to.equal(
      "decision 'size' matched rule 2, not rule 1",
    );
    expect(await refusalOf(async () => instance.assertDecision('sice'))).to.contain(
      "has not made decision 'sice'; did you mean 'size'?",
    );
    expect(world.decisions).to.deep.equal([]);
  });

  it('are made by the test itself, with no model among the files, when that is asked for', async () => {
    const world = await openWorld({ files: [DMN] });
    expect(await world.evaluateDecision('price', { weight: 1 })).to.equal(3);
    expect(await world.evaluateDecision('price', { weight: 100 })).to.equal(9);
    expect(world.decisions.map(({ id, element, rules }) => [id, element, rules])).to.deep.equal([
      ['size', null, [1]],
      ['price', null, []],
      ['size', null, []],
      ['price', null, []],
    ]);
    world.assertDecision('size', { rules: [] });
    expect(await refusalOf(() => world.evaluateDecision('sizes'))).to.equal(
      "no decision 'sizes' is among the files; did you mean 'size'?; there is 'size', 'price'",
    );
    expect(await refusalOf(() => world.evaluateDecision('price', { weight: 'heavy' }))).to.contain("decision 'size'");
    expect(await refusalOf(() => world.start('p'))).to.contain("no process 'p' is among the files");
  });

  it('are those of the stubs when a required one is stubbed, and a fault of a stub ends the action', async () => {
    const world = await openWorld({ files: [DMN] });
    await world.stubDecision('size', 'small');
    expect(await world.evaluateDecision('price', { weight: 100 })).to.equal(3);
    await world.stubDecision('size', () => {
      throw new TypeError('no');
    });
    expect(await refusalOf(() => world.evaluateDecision('price'))).to.contain("the stub of decision 'size' has thrown: no");
  });

  it('refuse the world when their file cannot be read', async () => {
    expect(await refusalOf(() => openWorld({ files: [{ name: 'a.dmn', text: '<definitions' }] }))).to.contain('a.dmn: ');
    expect(await refusalOf(() => openWorld({ files: [{ name: 'a.form', text: '{}' }] }))).to.contain(
      'no model is among the files',
    );
  });
});

describe('test cases about decisions', () => {
  it('pass when tasks and the test itself have decided accordingly', async () => {
    await run([MODEL, DMN], create(5), asserted('size', { output: 'large', matchedRules: [2], notMatchedRules: [1] }));
    await run([DMN], evaluate('price', 1), asserted('price', { output: 3 }), asserted('size', { matchedRules: [1] }));
    await run([DMN], evaluate('size', 100), asserted('size', { output: null, noMatchedRules: true }));
    await run([DMN], evaluate('size', 100), { type: 'ASSERT_DECISION', decisionSelector: { decisionDefinitionName: 'size' } });
  });

  it('fail with what was decided when it was something else', async () => {
    const failing = async (...instructions: readonly object[]) => refusalOf(() => run([MODEL, DMN], ...instructions));
    expect(await failing(create(5), asserted('size', { output: 'small' }))).to.contain(
      `decision 'size' came to "large", not "small"`,
    );
    expect(await failing(create(5), asserted('size', { matchedRules: [1, 2] }))).to.contain(
      "decision 'size' matched rule 2, not rule 1",
    );
    expect(await failing(create(5), asserted('size', { notMatchedRules: [2] }))).to.contain("decision 'size' matched rule 2");
    expect(await failing(create(5), asserted('size', { noMatchedRules: true }))).to.contain('matched rule 2, not no rule');
    expect(await failing(asserted('size'))).to.contain("this test has not made decision 'size'");
    expect(await failing(create(5), { type: 'ASSERT_DECISION', decisionSelector: {} })).to.contain(
      "'decisionDefinitionId' or 'decisionDefinitionName' is missing",
    );
    expect(await failing(create(5), asserted('size', { matchedRules: [0] }))).to.contain(
      "'matchedRules' has to be a list of whole numbers of at least 1",
    );
  });
});
