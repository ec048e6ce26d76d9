import fc from 'fast-check';
import { randomRuns } from '../../support/tier.ts';
import { samples } from './blocks.ts';
import { notationOf } from './notation.ts';
import { checkSample } from './oracle.ts';

/** `PROPERTY_RUNS` asks for more and `PROPERTY_SEED` for others, as the nightly run does. */
const numRuns = randomRuns(120);
const seed = Number(process.env['PROPERTY_SEED'] ?? 1);

describe('random block-structured processes', () => {
  it('do what their blocks specify when tasks are completed in any order and the engine restarts after every command', function () {
    this.timeout(0);
    fc.assert(
      fc.property(samples, (sample) => checkSample(sample)),
      {
        numRuns,
        seed,
        reporter: (details) => {
          if (!details.failed) return;
          const [sample] = details.counterexample ?? [];
          const text =
            sample === undefined
              ? ''
              : `${notationOf(sample.block)}\nstart ${JSON.stringify(sample.start)}\npicks ${sample.picks}`;
          throw new Error(
            `${details.errorInstance}\n${text}\nRepeat with PROPERTY_SEED=${details.seed}; make a unit test of the smallest process, then repair the engine.`,
          );
        },
      },
    );
  });
});
