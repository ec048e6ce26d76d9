// tier all: compiles the engine once for each of the mutants, 40 s

import { expect } from 'chai';
import fc from 'fast-check';
import { EngineCopies } from '../../lab/mutants/engine-copy.ts';
import { MUTANTS } from '../../lab/mutants/mutants.ts';
import { ENGINE, type EngineUnderTest } from '../support/given-when-then-driver.ts';
import { CASES, replayCase } from '../support/golden/replay.ts';
import { samples } from './engine/blocks.ts';
import { checkSample } from './engine/oracle.ts';
import { PROBES } from './probes.ts';
import { PROBES_OF_ELEMENTS } from './probes-of-elements.ts';
import { PROBES_OF_INCIDENTS } from './probes-of-incidents.ts';

const SAMPLES = fc.sample(samples, { numRuns: 30, seed: 20_260_101 });
/** Played again with a pause after each step. */
const PAUSED = CASES.filter((name) => name.startsWith('parallel-gateway/'));
/** The quick ones first. */
const CHECKS: ((engine: EngineUnderTest) => void)[] = [
  ...PROBES,
  ...PROBES_OF_ELEMENTS,
  ...PROBES_OF_INCIDENTS,
  ...CASES.map((name) => (engine: EngineUnderTest) => replayCase(name, engine, false)),
  ...CASES.map((name) => (engine: EngineUnderTest) => replayCase(name, engine)),
  ...PAUSED.map((name) => (engine: EngineUnderTest) => replayCase(name, engine, false, { shouldPause: () => true })),
  ...SAMPLES.map((sample) => (engine: EngineUnderTest) => checkSample(sample, engine)),
];
const NEXT_STEP = 'The tests would miss this bug: add a golden case, a probe or an oracle that notices it.';

describe('seeded bugs', function () {
  this.timeout(300_000);
  const copies = new EngineCopies();

  it('come from the engine itself, which passes every check', () => {
    expect(firstComplaint(ENGINE)).to.equal(undefined);
  });

  it('come from an intact copy of the engine, which passes every check', async () => {
    expect(firstComplaint(await copies.intact())).to.equal(undefined);
  });

  for (const mutant of MUTANTS) {
    it(`are noticed when ${mutant.bug}`, async () => {
      expect(firstComplaint(await copies.load(mutant)), NEXT_STEP).to.not.equal(undefined);
    });
  }
});

/** Message of the first check that fails; undefined when all pass. */
function firstComplaint(engine: EngineUnderTest): string | undefined {
  for (const [at, check] of CHECKS.entries()) {
    try {
      check(engine);
    } catch (error) {
      // the same check often finds neighbouring bugs, so it is tried first for the next one
      CHECKS.unshift(...CHECKS.splice(at, 1));
      return error instanceof Error ? error.message : String(error);
    }
  }
  return undefined;
}
