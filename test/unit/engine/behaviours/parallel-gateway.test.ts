import { complete, given, start } from '../../../support/given-when-then.ts';

const MODEL = `
  s: start
  fork: and
  a, b, c: task
  join: and
  d: task
  f1: s -> fork
  fA: fork -> a [false]
  fB: fork -> b
  fC: fork -> c
  g1: a -> join
  g2: b -> join
  g3: c -> join
  f2: join -> d`;

describe('parallel gateway', () => {
  it('takes every flow and ignores conditions when it forks', () => {
    given(MODEL).when(start()).then('=started +s -s >f1 +fork -fork >fA >fB >fC +a +b +c');
  });

  it('waits as one active entry until every flow has a token when it joins', () => {
    given(MODEL, start())
      .when(complete('b'))
      .then('-b >g2 +join')
      .andActive('a', 'c', 'join')
      .when(complete('a'))
      .then('-a >g1 @join')
      .andActive('c', 'join')
      .when(complete('c'))
      .then('-c >g3 @join -join >f2 +d');
  });

  it('joins and forks immediately when it has several flows on both sides', () => {
    const model =
      's: start\nfork: and\na, b: task\nboth: and\nx, y: task\nf1: s -> fork\nf2: fork -> a\nf3: fork -> b\nf4: a -> both\nf5: b -> both\nf6: both -> x\nf7: both -> y';
    given(model, start(), complete('a')).when(complete('b')).then('-b >f5 @both -both >f6 >f7 +x +y');
  });

  it('never waits when it has one incoming flow', () => {
    given('s: start\ngw: and\na: task\nf1: s -> gw\nf2: gw -> a').when(start()).then('=started +s -s >f1 +gw -gw >f2 +a');
  });

  it('keeps the instance running when it can never be satisfied', () => {
    const model =
      's: start\ngw: xor\nfork: and\na, b: task\njoin: and\ne: end\nf1: s -> fork\nf2: fork -> a\nf3: fork -> gw\nf4: a -> join\nf5: gw -> join [false]\nf6*: gw -> e\nf7: join -> b';
    given(model, start()).when(complete('a')).then('-a >f4 +join').andActive('join');
  });

  it('joins tokens of the same scope only when its sub-process runs twice', () => {
    const model = `
      s: start
      fork: and
      m: xor
      sub: sub {
        split: and
        a, b: task
        join: and
        g1: split -> a
        g2: split -> b
        g3: a -> join
        g4: b -> join
      }
      f1: s -> fork
      f2: fork -> m
      f3: fork -> m
      f4: m -> sub`;
    const two = given(model, start()).when(complete('a')).then('-a >g3 +join').when(complete('a')).then('-a >g3 +join');
    two.when(complete('b')).then('-b >g4 @join -join -sub').when(complete('b')).then('-b >g4 @join -join -sub =completed');
  });

  it('ends the token when it has no outgoing flow', () => {
    given('s: start\nfork: and\na: task\njoin: and\nf1: s -> fork\nf2: fork -> a\nf3: fork -> join\nf4: a -> join', start())
      .when(complete('a', { x: 1 }))
      .then('-a >f4 @join -join =completed')
      .andVariables({ x: 1 });
  });

  it('is cancelled with its tokens when its sub-process is interrupted', () => {
    const model =
      'sub: sub {\nfork: and\na, b, c: task\njoin: and\nx: end error E\nf1: fork -> a\nf2: fork -> b\nf3: fork -> c\nf4: a -> join\nf5: b -> join\nf6: c -> x\n}\ncatch: boundary on sub';
    given(model, start(), complete('a', { a: 1 }))
      .when(complete('c'))
      .then('-c >f6 +x -x ^error E +catch ~join ~b ~sub -catch =completed')
      .andVariables({ a: 1 });
  });
});
