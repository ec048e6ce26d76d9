import { expect } from 'chai';
import { createEvaluator } from '../../src/expressions/evaluator.ts';
import { Outcomes } from '../../src/expressions/outcomes.ts';
import { UnfinishedText } from '../../src/expressions/unfinished-text.ts';
import { ENGINE } from '../support/given-when-then-driver.ts';
import { CASES, replayCase } from '../support/golden/replay.ts';
import { IN_COMMIT_TIER } from '../support/tier.ts';
import { sampleOf } from './sample.ts';

/** A case has many commands, each with its own clock. */
class OutcomesOfCase extends Outcomes {
  override clockOr(now: number): number {
    return now;
  }
}

describe('golden traces with every text in a thread (docs/contributing/spec/expressions.md#long-texts)', () => {
  let evaluated = 0;
  const evaluator = createEvaluator({
    timeoutMs: 60_000,
    memoryMb: 64,
    maxOutputBytes: 1 << 20,
    threads: 1,
    allowanceMs: 0,
    onLongEnded: () => {
      evaluated += 1;
    },
  });
  after(async () => {
    await evaluator.close();
    expect(evaluated).to.be.above(CASES.length / 20);
  });

  /** Replays a case from its beginning for every text that is not evaluated yet. */
  async function replayed(name: string): Promise<void> {
    const asker = { key: name, commandId: name, outcomes: new OutcomesOfCase() };
    const context = { evaluator: evaluator.within(asker, () => {}) };
    for (;;) {
      try {
        return replayCase(name, ENGINE, false, context);
      } catch (error) {
        if (!(error instanceof UnfinishedText)) throw error;
        await error.outcome;
      }
    }
  }

  for (const name of IN_COMMIT_TIER ? sampleOf(CASES) : CASES) it(`stay the same when ${name} is replayed`, () => replayed(name));
});
