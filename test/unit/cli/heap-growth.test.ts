import { expect } from 'chai';
import { peakMb } from './heap-peak.ts';

// tier all: starts Node with several sizes of the heap

describe('the growth of the heap', () => {
  it('keeps less garbage when it is bounded, and is left alone when Node was started with a percentage', () => {
    // without a bound the growth depends on the speed of the machine: cli-time.test.ts compares with that
    expect(peakMb('bound')).to.be.lessThan(peakMb('bound', ['--heap-growing-percent=400']));
  });
});
