import { expect } from 'chai';
import { complete, given, start } from '../../../support/given-when-then.ts';

const TWO_ON_ONE_FLOW = `
  s: start
  fork: and
  a, b, c, d: task
  m, n: xor
  join: JOIN
  after: task
  f1: s -> fork
  f2: fork -> a
  f3: fork -> b
  f4: fork -> c
  f5: fork -> d
  g1: a -> m
  g2: b -> m
  g3: c -> n
  g4: d -> n
  h1: m -> join
  h2: n -> join
  h3: join -> after`;

describe('joins', () => {
  it('open the next pass immediately when tokens are left over', () => {
    const model = TWO_ON_ONE_FLOW.replace('JOIN', 'and');
    given(model, start(), complete('b', { x: 'b' }))
      .when(complete('a', { x: 'a' }))
      .then('-a >g1 +m -m >h1 @join')
      .andActive('c', 'd', 'join')
      .when(complete('c'))
      .then('-c >g3 +n -n >h2 @join -join >h3 +join +after', {
        type: 'ElementActivated',
        element: 'join',
        isJoin: true,
        via: 'h1',
      })
      .when(complete('d'))
      .then('-d >g4 +n -n >h2 @join -join >h3 +after')
      .andActive('after', 'after');
  });

  it('consume the oldest token of every flow when they fire', () => {
    const model = TWO_ON_ONE_FLOW.replace('JOIN', 'and');
    given(model, start(), complete('b', { x: 'b' }), complete('a', { x: 'a' }))
      .when(complete('c'))
      .andVariables({ x: 'b' })
      .when(complete('d'))
      .andVariables({ x: 'a' });
  });

  it('are inclusive with two passes when two tokens come on one flow', () => {
    const model = TWO_ON_ONE_FLOW.replace('JOIN', 'or');
    given(model, start(), complete('a'), complete('b'))
      .when(complete('c'))
      .then('-c >g3 +n -n >h2 @join -join >h3 +join +after')
      .when(complete('d'))
      .then('-d >g4 +n -n >h2 @join -join >h3 +after');
  });

  it('keep tokens of one flow apart when it delivers many', () => {
    const model = `
      s: start
      fork: and
      a: task
      m: xor
      join: and
      last: task
      f1: s -> fork
      f2: fork -> m
      f3: fork -> m
      f4: fork -> m
      f5: fork -> a
      f6: m -> join
      f7: a -> join
      f8: join -> last`;
    const { state } = given(model)
      .when(start())
      .then('=started +s -s >f1 +fork -fork >f2 >f3 >f4 >f5 +m -m >f6 +m -m >f6 +m -m >f6 +a +join @join @join');
    const [join] = [...state.entries.values()].filter((entry) => entry.element === 'join');
    expect(join?.held?.get('f6')?.length).to.equal(3);
  });

  it('fail with the failure of their flows when these cannot be chosen', () => {
    const model = `
      sub: sub {
        fork: and
        a, b: task
        join: or
        e: end
        f1: fork -> a
        f2: fork -> b
        f3: a -> join
        f4: b -> join
        f5: join -> e [ok]
      }
      c: boundary on sub
      z: end
      g: c -> z`;
    given(model, start(), complete('a', { ok: false }))
      .when(complete('b'))
      .then('-b >f4 @join ?f5 false !join 500 +c ~sub -c >g +z -z =completed')
      .andVariables({ ok: false });
  });

  it('see the merged variables when they choose flows', () => {
    const model =
      's: start\nfork: and\na, b: task\njoin: or\nx, y: task\nf1: s -> fork\nf2: fork -> a\nf3: fork -> b\nf4: a -> join\nf5: b -> join\nf6: join -> x [va && vb]\nf7*: join -> y';
    given(model, start(), complete('a', { va: true }))
      .when(complete('b', { vb: true }))
      .then('-b >f5 @join ?f6 true -join >f6 +x');
  });
});
