import { expect } from 'chai';
import { MUTANTS_OF_THE_PROTOCOL } from '../../lab/simulation/mutants/mutants.ts';
import { ProductCopies } from '../../lab/simulation/mutants/product-copy.ts';
import { describeFailure, replayCommand } from '../../lab/simulation/report.ts';
import { simulate } from '../../lab/simulation/simulate.ts';

describe('a seed that fails', () => {
  it('is reported with what it broke, the command that runs it again, and its trace', async () => {
    const bug = 'a reply is not put on record';
    const product = await new ProductCopies().load(MUTANTS_OF_THE_PROTOCOL.find((mutant) => mutant.bug === bug)!);
    const result = await simulate(1, { product });
    expect(result.broken).to.not.deep.equal([]);
    const text = await describeFailure(result, { product });
    expect(text).to.match(/^seed 1 broke \d+ promises:\n {2}\S.*\n/);
    expect(text).to.include(`again: ${replayCommand(1)}\n`);
    expect(text).to.match(/\n +[\d.]+ +client +sends \w+ /);
  });
});
