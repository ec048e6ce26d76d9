import { complete, failUserTask, given, start } from '../../../support/given-when-then.ts';

describe('inclusive join', () => {
  it('waits for a token that can reach an empty flow, however far away it is', () => {
    const model = `
      s: start
      fork: and
      a, b, c: task
      join: or
      f1: s -> fork
      f2: fork -> a
      f3: fork -> b
      f4: b -> c
      f5: a -> join
      f6: c -> join`;
    given(model, start())
      .when(complete('a'))
      .then('-a >f5 +join')
      .when(complete('b'))
      .then('-b >f4 +c')
      .when(complete('c'))
      .then('-c >f6 @join -join =completed');
  });

  it('does not wait for a token that can also reach a flow that has one', () => {
    const model = `
      s: start
      fork: and
      a, b: task
      gw: xor
      join: or
      last: task
      f1: s -> fork
      f2: fork -> a
      f3: fork -> b
      m: xor
      f4: a -> m
      f5: b -> gw
      f6: gw -> m [left]
      f7*: gw -> join
      f8: m -> join
      f9: join -> last`;
    given(model, start())
      .when(complete('a'))
      .then('-a >f4 +m -m >f8 +join -join >f9 +last')
      .when(complete('b', { left: true }))
      .then('-b >f5 +gw ?f6 true -gw >f6 +m -m >f8 +join -join >f9 +last');
  });

  it('fires as soon as the last other token took another way', () => {
    const model =
      's: start\nfork: and\na: task\ngw: xor\njoin: or\ne: end\nw: task\nf1: s -> fork\nf2: fork -> a\nf3: fork -> join\nf4: a -> gw\nf5: gw -> join [back]\nf6*: gw -> w\nf7: w -> e\nf8: join -> e';
    given(model, start())
      .when(complete('a', { back: false }))
      .then('-a >f4 +gw ?f5 false -gw >f6 -join >f8 +w +e -e');
  });

  it('waits for a host whose boundary event leads to it', () => {
    const model = `
      s: start
      fork: and
      a: task
      sub: sub {
        ask: user
      }
      c: boundary on sub
      other: end
      join: or
      last: task
      f1: s -> fork
      f2: fork -> a
      f3: fork -> sub
      f4: a -> join
      f5: c -> join
      f6: sub -> other
      f7: join -> last`;
    given(model, start())
      .when(complete('a'))
      .then('-a >f4 +join')
      .when(failUserTask('ask', 'E'))
      .then('!ask E +c ~sub -c >f5 @join -join >f7 +last');
  });

  it('ignores tokens of other scopes', () => {
    const model = `
      s: start
      fork: and
      a: task
      sub: sub {
        split: and
        x, y: task
        join: or
        last: task
        g1: split -> x
        g2: split -> y
        g3: x -> join
        g4: y -> join
        g5: join -> last
      }
      f1: s -> fork
      f2: fork -> a
      f3: fork -> sub`;
    given(model, start(), complete('x')).when(complete('y')).then('-y >g4 @join -join >g5 +last');
  });

  it('works in every round when it is in a loop', () => {
    const model = `
      s: start
      m: xor
      fork: or
      a, b: script
      join: or
      count: script n = n + 1
      gw: xor
      e: end
      f1: s -> m
      f2: m -> fork
      fA: fork -> a [n < 2]
      fB: fork -> b [n > 0]
      f3: a -> join
      f4: b -> join
      f5: join -> count
      f6: count -> gw
      back: gw -> m [n < 3]
      f7*: gw -> e`;
    given(model)
      .when(start({ n: 0 }))
      .then(
        '=started +s -s >f1 +m -m >f2 +fork ?fA true ?fB false -fork >fA +a -a >f3 +join -join >f5 +count -count >f6 +gw ?back true -gw >back',
        '+m -m >f2 +fork ?fA true ?fB true -fork >fA >fB +a -a >f3 +b -b >f4 +join @join -join >f5 +count -count >f6 +gw ?back true -gw >back',
        '+m -m >f2 +fork ?fA false ?fB true -fork >fB +b -b >f4 +join -join >f5 +count -count >f6 +gw ?back false -gw >f7 +e -e =completed',
      );
  });

  it('does not wait for a token that would have to pass it first', () => {
    const model = `
      s: start
      m: or
      a: task
      gw: xor
      e: end
      f1: s -> m
      f2: m -> a
      f3: a -> gw
      back: gw -> m [again]
      f4*: gw -> e`;
    given(model)
      .when(start())
      .then('=started +s -s >f1 +m -m >f2 +a')
      .when(complete('a', { again: true }))
      .then('-a >f3 +gw ?back true -gw >back +m -m >f2 +a')
      .when(complete('a', { again: false }))
      .then('-a >f3 +gw ?back false -gw >f4 +e -e =completed');
  });

  it('waits for an inner loop of a branch', () => {
    const model = `
      s: start
      fork: or
      x: script
      m: xor
      y: task
      gw: xor
      join: or
      last: task
      f1: s -> fork
      f2: fork -> x
      f3: fork -> m
      f4: m -> y
      f5: y -> gw
      back: gw -> m [again]
      f6*: gw -> join
      f7: x -> join
      f8: join -> last`;
    given(model)
      .when(start())
      .then('=started +s -s >f1 +fork -fork >f2 >f3 +x -x >f7 +m -m >f4 +join +y')
      .when(complete('y', { again: true }))
      .then('-y >f5 +gw ?back true -gw >back +m -m >f4 +y')
      .when(complete('y', { again: false }))
      .then('-y >f5 +gw ?back false -gw >f6 @join -join >f8 +last');
  });

  it('fires as the oldest when inclusive joins wait for each other', () => {
    const model = `
      s: start
      fork: and
      a, b: task
      one, two: or
      x, y: xor
      e: end
      f1: s -> fork
      f2: fork -> a
      f3: fork -> b
      f4: a -> one
      f5: b -> two
      f6: one -> x
      f7: two -> y
      f8: x -> two [yes]
      f9*: x -> e
      f10: y -> one [yes]
      f11*: y -> e`;
    given(model, start({ yes: false }), complete('a'))
      .when(complete('b'))
      .then('-b >f5 +two -one >f6 +x ?f8 false -x >f9 -two >f7 +e -e +y ?f10 false -y >f11 +e -e =completed');
  });

  it('breaks the wait when a parallel join next to it can never fire', () => {
    const model = `
      s: start
      fork: and
      a, b: task
      all: and
      some: or
      e: end
      f1: s -> fork
      f2: fork -> a
      f3: fork -> b
      f4: a -> some
      f5: b -> all
      f6: some -> all
      f7: all -> gw
      gw: xor
      f8: gw -> some [again]
      f9*: gw -> e`;
    given(model, start({ again: false }), complete('b'))
      .when(complete('a'))
      .then('-a >f4 +some -some >f6 @all -all >f7 +gw ?f8 false -gw >f9 +e -e =completed');
  });
});
