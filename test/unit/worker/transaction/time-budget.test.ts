import { expect } from 'chai';
import type { Evaluator } from '../../../../src/engine/evaluator.ts';
import type { ExpressionModel } from '../../../../src/engine/model.ts';
import type { Evaluation } from '../../../../src/engine/values/evaluation.ts';
import { TimeBudget } from '../../../../src/worker/transaction/time-budget.ts';

const TEXT: ExpressionModel = { kind: 'expression', slot: 'condition', dialect: 'lenient', text: 'x', source: 'x' };
const LIMIT_MS = 20;

/** An evaluator whose every text takes so long. */
function slow(ms: number): Evaluator {
  const evaluate = (): Evaluation => {
    for (const begun = performance.now(); performance.now() - begun < ms; );
    return { ok: true, value: 1 };
  };
  return { evaluate, run: evaluate, decide: evaluate };
}

describe('the time that texts may take', () => {
  const ask = (evaluator: Evaluator) => evaluator.evaluate(TEXT, undefined as never, undefined as never).ok;

  it('ends for a run that has spent it, and for no other', () => {
    const budget = new TimeBudget(slow(LIMIT_MS + 5), LIMIT_MS);
    const [one, other] = [budget.evaluatorOfRun(), budget.evaluatorOfRun()];
    expect([ask(one), ask(one), ask(other), ask(other)]).to.deep.equal([true, false, true, false]);
  });

  it('begins again with each command outside of runs', () => {
    const { evaluator, ...budget } = withCommands(new TimeBudget(slow(LIMIT_MS + 5), LIMIT_MS));
    budget.begin();
    expect([ask(evaluator), ask(evaluator)]).to.deep.equal([true, false]);
    budget.begin();
    expect(ask(evaluator)).to.equal(true);
  });

  it('makes the command batch slow when all runs together have spent more', () => {
    const budget = new TimeBudget(slow(LIMIT_MS - 5), LIMIT_MS);
    expect(budget.isSlow).to.equal(false);
    ask(budget.evaluatorOfRun());
    ask(budget.evaluatorOfRun());
    expect(budget.isSlow).to.equal(true);
  });
});

function withCommands(budget: TimeBudget) {
  return { evaluator: budget.evaluator, begin: () => budget.beginCommand() };
}
