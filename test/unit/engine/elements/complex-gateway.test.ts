import { given } from '../../../support/engine/scenario.ts';
import { complete, start } from '../../../support/given-when-then.ts';

const JOIN = (condition: string) => `
  s: start
  f: and
  a, b, c: task
  j: complex ${condition}
  after: task
  f0: s -> f
  f1: f -> a
  f2: f -> b
  f3: f -> c
  f4: a -> j
  f5: b -> j
  f6: c -> j
  f7: j -> after`;

describe('a complex gateway', () => {
  it('fires once when its condition is true and discards the late tokens of the pass', () => {
    given(JOIN('activationCount >= 2'))
      .when(start())
      .when(complete('a'))
      .then('-a >f4 +j')
      .when(complete('c', { x: 1 }))
      .then('-c >f6 @j -j >f7 +after')
      .when(complete('b', { late: 1 }))
      .then('-b >f5 +j ~j')
      .andReasons('j', 'Late token discarded')
      .when(complete('after'))
      .andVariables({ late: 1, x: 1 })
      .andStatus('completed');
  });

  it('reads the variables of the token that arrives, and the older name of its counter', () => {
    given(JOIN('go == true || _nroftoken == 3'))
      .when(start(), complete('a'))
      .when(complete('b', { go: true }))
      .then('-b >f5 @j -j >f7 +after');
    given(JOIN('go == true || _nroftoken == 3'))
      .when(start(), complete('a'), complete('b'))
      .when(complete('c'))
      .then('-c >f6 @j -j >f7 +after');
  });

  it('fires like a parallel gateway without a condition', () => {
    given(JOIN('')).when(start(), complete('a'), complete('b')).when(complete('c')).then('-c >f6 @j -j >f7 +after');
  });

  it('fails when its condition cannot be read', () => {
    given(JOIN('activationCount')).when(start()).when(complete('a')).then('-a >f4 +j !j 500 ~c ~b =failed 500');
  });

  const LOOP = `
    s: start
    m: xor
    f: and
    a, b: task
    j: complex activationCount >= 1
    t: task
    x: xor
    e: end
    f0: s -> m
    f1: m -> f
    f2: f -> a
    f3: f -> b
    f4: a -> j
    f5: b -> j
    f6: j -> t
    f7: t -> x
    back: x -> m [again == true]
    out*: x -> e`;

  it('resets when every flow has delivered, and fires again in the next pass', () => {
    given(LOOP)
      .when(start({ again: true }), complete('a'), complete('b'), complete('t'))
      .when(complete('b', { again: false }))
      .then('-b >f5 +j -j >f6 +t')
      .when(complete('a'))
      .then('-a >f4 +j ~j')
      .when(complete('t'))
      .andStatus('completed');
  });

  it('holds a second token of a delivered flow until the reset', () => {
    given(LOOP)
      .when(start({ again: true }), complete('a'), complete('t'))
      .andActive('b', 'a', 'b')
      .when(complete('a'))
      .then('-a >f4 +j')
      .when(complete('b'))
      .then('-b >f5 +j ~j -j >f6 +t');
  });

  it('resets when nothing can reach the flows that are missing', () => {
    given(
      JOIN('activationCount >= 1')
        .replace('c: task', 'c: task\nx: xor\nce: end\nf8: x -> ce [stop == true]')
        .replace('f6: c -> j', 'f6*: x -> j\nf9: c -> x'),
    )
      .when(start(), complete('a'), complete('b'))
      .when(complete('c', { stop: true }))
      .thenOf(['c', 'ce', 'j'], '-c +ce -ce')
      .andEvent({ type: 'JoinReset', element: 'j' });
  });

  it('chooses its outgoing flows like an inclusive gateway', () => {
    given('s: start\ng: complex\na: task\nb: task\nc: task\nf0: s -> g\nf1: g -> a [x > 0]\nf2: g -> b\nf3*: g -> c')
      .when(start({ x: 1 }))
      .andActive('a', 'b');
  });
});
