// tier nightly: measures processor time

import { expect } from 'chai';
import { arrayLiteral } from '../../../src/db/array-binary.ts';

describe('array literals', () => {
  it('cost little when a text consists of nothing but what is escaped', () => {
    const text = JSON.stringify({ text: '"'.repeat(2_000_000) });
    // processor time, because other processes do not count there
    const began = process.cpuUsage();
    const literal = arrayLiteral([text]);
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1000).to.be.lessThan(400);
    expect(literal?.length).to.be.greaterThan(8_000_000);
  });
});
