import { expect } from 'chai';
import { readSnapshot, SNAPSHOT_VERSION, writeSnapshot } from '../../../src/engine/state/snapshot.ts';
import type { InstanceState } from '../../../src/engine/state.ts';
import { claim, complete, given, start } from '../../support/given-when-then.ts';

const MODEL = `
  s: start
  fork: and
  a, b: task
  join: or
  sub: sub {
    ask: user assignee=ann groups=x outputs=ok
  }
  f1: s -> fork
  f2: fork -> a
  f3: fork -> b
  f4: fork -> sub
  f5: a -> join
  f6: b -> join
  f7: sub -> join`;

/** The driver behind `given` compares states by their text; here the real structures are compared. */
describe('a snapshot', () => {
  it('gives back the whole state, indexes included, when the instance is running', () => {
    const { state } = given(MODEL, start({ v: { deep: [1, null, 'x'] } }), complete('b', { w: 1 })).when(claim('ask'));
    expect(state.inclusiveJoins.size, 'a join waits').to.equal(1);
    expect(readSnapshot(writeSnapshot(state))).to.deep.equal(state);
  });

  it('gives back the same text when it is written again', () => {
    const { state } = given(MODEL, start(), complete('a')).when(claim('ask'));
    const text = writeSnapshot(state);
    expect(writeSnapshot(readSnapshot(text) as InstanceState)).to.equal(text);
  });

  it('keeps the head only when the instance has ended', () => {
    const { state } = given('a: task', start({ big: 'x'.repeat(1000) })).when(complete('a'));
    const text = writeSnapshot(state);
    expect(text.length).to.be.lessThan(500);
    expect(readSnapshot(text)).to.deep.include({ status: 'completed', counter: state.counter, eventCount: state.eventCount });
  });

  it('is not read when it has another version', () => {
    const { state } = given('a: task').when(start());
    const other = writeSnapshot(state).replace(`"v":${SNAPSHOT_VERSION}`, `"v":${SNAPSHOT_VERSION + 1}`);
    expect(readSnapshot(other)).to.equal(undefined);
  });

  it('keeps names of object prototypes as variables', () => {
    const values = JSON.parse('{"__proto__":1,"constructor":2}') as Record<string, number>;
    const { state } = given('a: task').when(start(values));
    const restored = readSnapshot(writeSnapshot(state));
    expect(Object.keys(restored?.variables.get(1)?.values ?? {})).to.deep.equal(['__proto__', 'constructor']);
  });
});
