import { expect } from 'chai';
import { runFile } from '../../../lab/tck/run-case.ts';
import { sampleFiles } from '../../../lab/tck/sample.ts';

const FEWEST = 300;

describe('the sample of the DMN compatibility kit (docs/how-to/use-decision-tables.md#dmn-compatibility-kit)', () => {
  // slow: reads 300 cases of the kit
  it('passes in every case when the product runs it', () => {
    const results = sampleFiles().flatMap(runFile);
    expect(results.length).to.be.at.least(FEWEST);
    expect(results.filter(({ why }) => why !== undefined)).to.deep.equal([]);
  });
});
