import { expect } from 'chai';
import { Suite, Test } from 'mocha';
import { leaveOutWithShards } from '../../support/run/with-shards.ts';

describe('tests of one database (test/README.md#with-several-databases)', () => {
  it('are left out by a part of their title, and unknown titles are reported', () => {
    const suite = new Suite('a list');
    for (const title of ['has rows', 'has pages']) suite.addTest(new Test(title, () => {}));
    const listed = { reason: { 'a.test.ts': ['list has pages', 'gone'], 'b.test.ts': ['has rows'] } };
    expect(leaveOutWithShards(suite, 'a.test.ts', listed)).to.deep.equal(['gone']);
    expect(suite.tests.filter(({ pending }) => pending).map(({ title }) => title)).to.deep.equal(['has pages']);
  });
});
