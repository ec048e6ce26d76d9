import { expect } from 'chai';
import { isStateDue, SMALL_STATE } from '../../../src/engine/state/state-index.ts';

describe('a state is stored (docs/contributing/adr/0040-store-large-states-less-often.md)', () => {
  it('with every change while it is small', () => {
    expect(isStateDue({ stateSize: 0, journalSize: 0 }, 900)).to.equal(true);
    expect(isStateDue({ stateSize: SMALL_STATE - 1000, journalSize: 100 }, 900)).to.equal(true);
  });

  it('when one change alone makes it large', () => {
    expect(isStateDue({ stateSize: 500, journalSize: 0 }, 8_000_000)).to.equal(true);
  });

  it('when it is large only after its journal has grown as long as itself', () => {
    expect(isStateDue({ stateSize: 3_000_000, journalSize: 0 }, 900)).to.equal(false);
    expect(isStateDue({ stateSize: 3_000_000, journalSize: 2_999_000 }, 900)).to.equal(false);
    expect(isStateDue({ stateSize: 3_000_000, journalSize: 2_999_200 }, 900)).to.equal(true);
    expect(isStateDue({ stateSize: SMALL_STATE - 10, journalSize: 0 }, 900)).to.equal(false);
  });

  it('so seldom that all states together are at most twice as long as the journal, however it grows', () => {
    let sizes = { stateSize: 0, journalSize: 0 };
    let [state, journal, states] = [0, 0, 0];
    for (let step = 0; step < 5000; step += 1) {
      const added = step % 100 === 0 ? 50_000 : 600;
      state += added / 2;
      journal += added;
      if (isStateDue(sizes, added)) {
        if (state > SMALL_STATE) states += state;
        sizes = { stateSize: state, journalSize: 0 };
      } else sizes = { ...sizes, journalSize: sizes.journalSize + added };
    }
    expect(states).to.be.lessThan(2 * journal);
  });
});
