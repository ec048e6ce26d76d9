import { expect } from 'chai';
import { formatTimestamp } from '../../../src/platform/clock.ts';

describe('a timestamp', () => {
  it('has three fraction digits and the offset of UTC when it is printed', () => {
    expect(formatTimestamp(new Date('2026-01-31T10:20:30Z'))).to.equal('2026-01-31T10:20:30.000+00:00');
    expect(formatTimestamp(Date.UTC(2026, 0, 31, 10, 20, 30, 7))).to.equal('2026-01-31T10:20:30.007+00:00');
  });

  it('is refused when the time is invalid', () => {
    expect(() => formatTimestamp(Number.NaN)).to.throw(RangeError);
  });
});
