import { expect } from 'chai';
import { initialState } from '../../../../src/engine/state.ts';
import { StateCache } from '../../../../src/worker/loading/state-cache.ts';
import type { WorkingInstance } from '../../../../src/worker/unit-of-work/working-instance.ts';

/** An instance at a row of its journal; `size`: about how long its state is. */
function at(id: string, seq: number, size = 100_000): WorkingInstance {
  const state = { ...initialState(), status: 'running' as const, counter: seq };
  const stored = { stateSize: size, journalSize: 0 };
  return {
    id,
    definitionId: 'd',
    model: {} as WorkingInstance['model'],
    state,
    seq,
    isChanged: true,
    wasSuspendedOrResuming: false,
    wasSuspended: false,
    stored,
    added: 0,
  };
}

/** One transaction that has worked with these. */
function worked(cache: StateCache, ...instances: WorkingInstance[]): void {
  const states = cache.begin();
  states.keep(instances);
  states.end();
}

describe('the states a worker keeps', () => {
  it('are given to one transaction at a time', async () => {
    const cache = new StateCache();
    worked(cache, at('a', 3));
    const first = cache.begin();
    expect((await first.take('a'))?.seq).to.equal(3);
    const second = cache.begin();
    const taken = second.take('a');
    first.keep([at('a', 4)]);
    first.end();
    expect((await taken)?.seq).to.equal(4);
  });

  it('are not waited for any longer than a moment', async () => {
    const cache = new StateCache();
    const first = cache.begin();
    expect(await first.take('a')).to.equal(undefined);
    expect(await cache.begin().take('a')).to.equal(undefined);
  });

  it('are gone when the transaction that had them fails', async () => {
    const cache = new StateCache();
    worked(cache, at('a', 3));
    const failed = cache.begin();
    await failed.take('a');
    failed.end();
    expect(await cache.begin().take('a')).to.equal(undefined);
  });

  it('are the newest that were brought', async () => {
    const cache = new StateCache();
    worked(cache, at('a', 5));
    worked(cache, at('a', 4));
    expect((await cache.begin().take('a'))?.seq).to.equal(5);
  });

  it('are those of large instances that continue, and no more than there is room for, the last used ones', async () => {
    const cache = new StateCache(250_000);
    const ended = at('ended', 1);
    worked(cache, at('a', 1), at('small', 1, 100), { ...ended, state: { ...ended.state, status: 'completed' } });
    worked(cache, at('b', 1));
    worked(cache, at('c', 1));
    const states = cache.begin();
    const kept: string[] = [];
    for (const id of ['a', 'b', 'c', 'small', 'ended', 'huge']) if ((await states.take(id)) !== undefined) kept.push(id);
    expect(kept).to.deep.equal(['b', 'c']);
    worked(cache, at('d', 1), at('huge', 1, 300_000));
    expect(await cache.begin().take('d')).to.equal(undefined);
    expect((await cache.begin().take('huge'))?.seq).to.equal(1);
  });
});
