import { expect } from 'chai';
import { openRepeatLimit } from '../../../src/platform/repeat-limit.ts';

describe('rarely logged reports', () => {
  let now = 0;
  beforeEach(() => {
    now = 0;
  });
  /** Asks every `everyMs` for a while. @returns when a line was due, and what it had to make up for */
  function dueTimes(seldom: ReturnType<typeof openRepeatLimit>, text: string, everyMs: number, untilMs: number): string[] {
    const due: string[] = [];
    for (; now <= untilMs; now += everyMs) {
      const { isDue, suppressed } = seldom(text);
      if (isDue) due.push(`${now / 1000} s, ${suppressed}`);
    }
    return due;
  }

  it('is reported immediately, and then once a minute while it lasts', () => {
    const seldom = openRepeatLimit(() => now);
    expect(dueTimes(seldom, 'away', 500, 130_000)).to.deep.equal(['0 s, 0', '60 s, 119', '120 s, 119']);
  });

  it('is reported immediately again when it had ended', () => {
    const seldom = openRepeatLimit(() => now);
    dueTimes(seldom, 'away', 500, 5000);
    now += 20_000;
    expect(seldom('away')).to.deep.equal({ isDue: true, suppressed: 10 });
  });

  it('is reported of each thing separately, also of more than are remembered', () => {
    const seldom = openRepeatLimit(() => now);
    for (let n = 0; n < 1000; n++) expect(seldom(`away ${n}`).isDue).to.equal(true);
    expect(seldom('away 999').isDue).to.equal(false);
  });
});
