import { expect } from 'chai';
import { type ActivityInstanceOrdinal, Ordinals, type ScopeOrdinal } from '../../../src/engine/ordinals.ts';

describe('ordinals', () => {
  it('come from one counter, whatever they number', () => {
    const ordinals = new Ordinals(7);
    expect([ordinals.nextActivityInstance(), ordinals.nextScope(), ordinals.nextVariableScope()]).to.deep.equal([8, 9, 10]);
    expect([ordinals.nextSubscription(), ordinals.nextCompensationRun(), ordinals.nextCompensationItem()]).to.deep.equal([
      11, 12, 13,
    ]);
  });

  it('of one kind do not compile where another is wanted', () => {
    const ordinals = new Ordinals(0);
    const entries = new Map<ActivityInstanceOrdinal, string>();
    const scope: ScopeOrdinal = ordinals.nextScope();
    // @ts-expect-error: a scope is not an entry
    entries.set(scope, 'scope');
    // @ts-expect-error: a subscription is not a variable scope
    const wrong: ReturnType<Ordinals['nextVariableScope']> = ordinals.nextSubscription();
    entries.set(ordinals.nextActivityInstance(), 'entry');
    expect([...entries.keys(), wrong]).to.deep.equal([1, 3, 2]);
  });
});
