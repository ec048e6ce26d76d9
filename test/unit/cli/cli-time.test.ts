// tier nightly: measures how long huge tables take to draw, and a heap whose growth depends on the speed of the machine

import { expect } from 'chai';
import { tableText } from '../../../src/cli/output/tables.ts';
import { textWidth } from '../../../src/cli/output/terminal.ts';
import { peakMb } from './heap-peak.ts';

describe('the time to draw a table', () => {
  it('is short when it is huge', () => {
    const rows = Array.from({ length: 500 }, () => ['x'.repeat(100_000), '注'.repeat(50_000), '\u001b'.repeat(10_000)]);
    const began = performance.now();
    const lines = tableText(['A', 'B', 'C'], rows, 100).split('\n');
    expect(Math.max(...lines.map(textWidth))).to.be.at.most(100);
    expect(performance.now() - began).to.be.below(10_000);
  });
});

describe('the growth of the heap', () => {
  it('keeps less garbage when it is bounded than without a bound', () => {
    expect(peakMb('bound')).to.be.below(peakMb('free'));
  });
});
