import { expect } from 'chai';
import { openRecentNames } from '../../../src/platform/call-statistics.ts';

describe('recent names', () => {
  it('are those noted within the time, each once, when some are older', () => {
    let now = 0;
    const names = openRecentNames(100, 10, () => now);
    names.note('a');
    names.note('b');
    now = 60;
    names.note('a');
    expect(names.read()).to.deep.equal(['b', 'a']);
    now = 100;
    expect(names.read()).to.deep.equal(['a']);
    now = 160;
    expect(names.read()).to.deep.equal([]);
  });

  it('are those noted last when there are too many', () => {
    const names = openRecentNames(100, 2, () => 0);
    for (const name of ['a', 'b', 'c', 'b']) names.note(name);
    expect(names.read()).to.deep.equal(['c', 'b']);
  });
});
