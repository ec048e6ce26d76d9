// tier nightly: measures how long a long business id takes to check

import { expect } from 'chai';
import { businessIdFault, isBlank } from '../../../src/requests/request-texts.ts';
import { processorMs } from '../../support/processor-time.ts';

describe('the time to check a business id', () => {
  it('is linear when it is long', () => {
    const long = `${' '.repeat(1_000_000)}a`;
    expect(processorMs(() => [businessIdFault(long), isBlank(long)])).to.be.below(500);
  });
});
