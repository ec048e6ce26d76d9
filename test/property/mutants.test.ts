import { expect } from 'chai';
import fc from 'fast-check';
import { ENGINE, type EngineUnderTest } from '../support/given-when-then-driver.ts';
import { CASES, replayCase } from '../support/golden/replay.ts';
import { EngineCopies } from '../support/mutants/engine-copy.ts';
import { MUTANTS } from '../support/mutants/mutants.ts';
import { samples } from './engine/blocks.ts';
import { checkSample } from './engine/oracle.ts';
import { PROBES } from './probes.ts';
import { PROBES_OF_ELEMENTS } from './probes-of-elements.ts';

const SAMPLES = fc.sample(samples, { numRuns: 30, seed: 20_260_101 });
const NEXT_STEP = 'The tests would miss this bug: add a golden case, a probe or an oracle that notices it.';

describe('seeded bugs', function () {
  this.timeout(60_000);
  const copies = new EngineCopies();

  it('are told from the engine itself, which passes every check', () => {
    expect(firstComplaint(ENGINE)).to.equal(undefined);
  });

  it('are told from an intact copy of the engine, which passes every check', async () => {
    expect(firstComplaint(await copies.intact())).to.equal(undefined);
  });

  for (const mutant of MUTANTS) {
    it(`are noticed when ${mutant.bug}`, async () => {
      expect(firstComplaint(await copies.load(mutant)), NEXT_STEP).to.not.equal(undefined);
    });
  }
});

/** What the first check that fails says; undefined when all pass. */
function firstComplaint(engine: EngineUnderTest): string | undefined {
  try {
    for (const probe of [...PROBES, ...PROBES_OF_ELEMENTS]) probe(engine);
    for (const name of CASES) replayCase(name, engine);
    for (const sample of SAMPLES) checkSample(sample, engine);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
