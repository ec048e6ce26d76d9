import { complete, given, start } from '../../../support/given-when-then.ts';

const MODEL = `
  s: start
  fork: or
  a, b, c: task
  join: or
  d: task
  f1: s -> fork
  fA: fork -> a [n > 1]
  fB: fork -> b [n > 2]
  fC*: fork -> c
  g1: a -> join
  g2: b -> join
  g3: c -> join
  f2: join -> d`;

describe('inclusive gateway', () => {
  it('takes every true flow in document order when it forks', () => {
    given(MODEL)
      .when(start({ n: 3 }))
      .then('=started +s -s >f1 +fork ?fA true ?fB true -fork >fA >fB +a +b');
    given(MODEL)
      .when(start({ n: 2 }))
      .then('=started +s -s >f1 +fork ?fA true ?fB false -fork >fA +a');
  });

  it('takes the default flow exactly when no condition is true', () => {
    given(MODEL)
      .when(start({ n: 1 }))
      .then('=started +s -s >f1 +fork ?fA false ?fB false -fork >fC +c');
  });

  it('takes flows without condition in any case, the default next to them when no condition is true', () => {
    const model = 's: start\nfork: or\na, b, c: task\nf1: s -> fork\nf2*: fork -> a\nf3: fork -> b\nf4: fork -> c [go]';
    given(model)
      .when(start({ go: false }))
      .then('=started +s -s >f1 +fork ?f4 false -fork >f2 >f3 +a +b');
    given(model)
      .when(start({ go: true }))
      .then('=started +s -s >f1 +fork ?f4 true -fork >f3 >f4 +b +c');
  });

  it('fails with 500 when nothing can be chosen or a condition is not a boolean', () => {
    given(MODEL.replace('fC*: fork -> c', ''))
      .when(start({ n: 1 }))
      .then('=started +s -s >f1 +fork ?fA false ?fB false !fork 500 =failed 500');
    given(MODEL.replace('n > 2', 'n'))
      .when(start({ n: 2 }))
      .then('=started +s -s >f1 +fork ?fA true !fork 500 =failed 500');
  });

  it('joins as many tokens as were forked', () => {
    given(MODEL, start({ n: 3 }))
      .when(complete('b'))
      .then('-b >g2 +join')
      .when(complete('a'))
      .then('-a >g1 @join -join >f2 +d');
    given(MODEL, start({ n: 2 }))
      .when(complete('a'))
      .then('-a >g1 +join -join >f2 +d');
  });

  it('is cancelled when its sub-process is interrupted', () => {
    const model =
      'sub: sub {\nfork: and\na, b, c: task\njoin: or\nx: end terminate\nf1: fork -> a\nf2: fork -> b\nf3: fork -> c\nf4: a -> join\nf5: b -> join\nf6: c -> x\n}';
    given(model, start(), complete('a')).when(complete('c')).then('-c >f6 +x -x ~join ~b -sub =completed');
  });
});
