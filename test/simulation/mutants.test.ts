import { expect } from 'chai';
import { MUTANTS_OF_THE_PROTOCOL } from '../../lab/simulation/mutants/mutants.ts';
import { ProductCopies } from '../../lab/simulation/mutants/product-copy.ts';
import { runSeeds } from '../../lab/simulation/seed-range.ts';
import type { Result } from '../../lab/simulation/simulate.ts';

/** A bug of the protocol has to show within that many seeds. */
const SEEDS = 300;
const NEXT_STEP = 'The simulation would miss this bug: add a fault, a model or a check that shows it.';

describe('seeded bugs of the protocol', () => {
  const copies = new ProductCopies();

  for (const mutant of MUTANTS_OF_THE_PROTOCOL) {
    it(`are found when ${mutant.bug}`, async function () {
      this.timeout(0);
      const product = await copies.load(mutant);
      let found: Result | undefined;
      const onResult = (result: Result) => {
        if (result.broken.length > 0) found = result;
        return found !== undefined;
      };
      const { given = {}, shards = 1 } = mutant;
      await runSeeds(1, SEEDS, onResult, { product, given, shards });
      expect(found, NEXT_STEP).to.not.equal(undefined);
    });
  }
});
