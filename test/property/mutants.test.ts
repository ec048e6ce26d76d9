import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { build } from '../../bin/build.mjs';
import { ENGINE, type EngineUnderTest } from '../support/given-when-then-driver.ts';
import { CASES, replayCase } from '../support/golden/replay.ts';
import { MUTANTS } from '../support/mutants.ts';
import { loadMutant } from '../support/mutants-copy.ts';
import { samples } from './engine/blocks.ts';
import { checkSample } from './engine/oracle.ts';
import { PROBES } from './probes.ts';
import { PROBES_OF_ELEMENTS } from './probes-of-elements.ts';

const SAMPLES = fc.sample(samples, { numRuns: 30, seed: 20_260_101 });
const NEXT_STEP = 'The tests would miss this bug: add a golden case, a probe or an oracle that notices it.';

describe('seeded bugs', function () {
  this.timeout(60_000);
  let folder = '';
  before(() => {
    build();
    folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('are told from the engine itself, which passes every check', () => {
    expect(firstComplaint(ENGINE)).to.equal(undefined);
  });

  MUTANTS.forEach((mutant, index) => {
    it(`are noticed when ${mutant.bug}`, async () => {
      const complaint = firstComplaint(await loadMutant(mutant, join(folder, String(index))));
      expect(complaint, NEXT_STEP).to.not.equal(undefined);
    });
  });
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
