// runs alone: answers have a time limit

import { expect } from 'chai';
import { attack } from '../../lab/hostile/attack.ts';
import { CORPORA } from '../../lab/hostile/corpora/corpora.ts';
import { diceOf } from '../../lab/hostile/corpus.ts';
import { faultsOf } from '../../lab/hostile/table.ts';
import { seededRandom } from '../support/random.ts';

/** The gate sends only every n-th input; `npm run hostile` sends all. */
const EVERY = 24;
const SEED = 1;
/** Inputs of a whole run. */
const WHOLE = 5000;

describe('hostile inputs (docs/contributing/spec/threats.md)', function () {
  this.timeout(180_000);

  it('get an answer that is not a 5xx, in time, and end no process', async () => {
    const result = await attack({ corpora: CORPORA, seed: SEED, every: EVERY });
    expect(faultsOf(result).join('\n'), `npm run hostile -- --seed ${SEED}`).to.equal('');
    const inputs = result.corpora.reduce((sum, corpus) => sum + corpus.inputs, 0);
    expect(inputs).to.be.greaterThan(200);
    for (const { name, byClass } of result.corpora) expect(byClass.get(4) ?? byClass.get(3) ?? 0, name).to.be.greaterThan(0);
  });

  it('are thousands in a whole run', () => {
    expect(CORPORA.reduce((sum, { count }) => sum + count, 0)).to.be.at.least(WHOLE);
    expect(new Set(CORPORA.map(({ name }) => name)).size).to.equal(CORPORA.length);
  });

  it('are the same whenever a seed is given', async () => {
    const context = { forge: async () => 'a.b.c', forgeBytes: async () => 'a.b.c' };
    for (const corpus of CORPORA) {
      const make = async () => JSON.stringify(await corpus.make(diceOf(seededRandom(7)), 1, context));
      const withoutTimes = async () => (await make()).replaceAll(/"exp":\d+|Bearer [^"]+/g, '');
      expect(await withoutTimes(), corpus.name).to.equal(await withoutTimes());
    }
  });
});
