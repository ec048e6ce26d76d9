import { cancelUserTask, claim, complete, completeUserTask, given, start } from '../../../support/given-when-then.ts';

const NESTED = `
  s: start
  fork: and
  outer: sub {
    split: and
    inner: sub {
      ask: user
      g1: ask -> ie
      ie: end
    }
    w: task
    h1: split -> inner
    h2: split -> w
  }
  any: boundary on outer
  b: task
  f1: s -> fork
  f2: fork -> outer
  f3: fork -> b
  f4: outer -> e
  e: end`
  .replace('g1: ask -> ie\n      ie: end', 'ie: end\n      g1: ask -> ie')
  .replace('f4: outer -> e\n  e: end', 'e: end\n  f4: outer -> e');

describe('the way the last token leaves a scope', () => {
  it('cancels the host, and outward as long as it was the last token', () => {
    given(NESTED, start(), complete('w'))
      .when(cancelUserTask('ask', 'gone'))
      .then('~ask ~inner ~outer', { type: 'ElementCancelled', element: 'outer', reason: 'gone' })
      .andActive('b')
      .when(complete('b'))
      .then('-b =completed');
  });

  it('cancels only the hosts whose last token it was', () => {
    given(NESTED, start())
      .when(cancelUserTask('ask'))
      .then('~ask ~inner')
      .andActive('outer', 'b', 'w')
      .when(complete('w'))
      .then('-w -outer >f4 +e -e');
  });

  it('counts when others left normally before', () => {
    given(NESTED, start(), complete('b'), complete('w'))
      .when(cancelUserTask('ask', 'last'))
      .then('~ask ~inner ~outer =cancelled', {
        type: 'InstanceCancelled',
        reason: 'last',
      });
  });

  it('completes normally when a cancelled token was not the last', () => {
    given(NESTED, start(), cancelUserTask('ask'), complete('w')).when(complete('b')).then('-b =completed');
  });

  it('completes the host when the user task is completed', () => {
    given(NESTED, start(), complete('w'), claim('ask'))
      .when(completeUserTask('ask'))
      .then('-ask >g1 +ie -ie -inner -outer >f4 +e -e');
  });

  it('ends inner scopes before outer ones, each once', () => {
    given('a: sub {\nb: sub {\nc: sub {\nt: task\n}\n}\n}', start()).when(complete('t')).then('-t -c -b -a =completed');
  });
});

describe('two scopes that end at the same time', () => {
  const TWO = `
    s: start
    fork: and
    a: sub {
      ha: catch signal go
    }
    b: sub {
      hb: catch signal go
    }
    w: task
    say: throw signal go
    e: end
    f1: s -> fork
    f2: fork -> a
    f3: fork -> b
    f4: fork -> w
    f5: w -> say`;

  it('ends the older one first, and when its host fails uncaught the other one no longer ends', () => {
    given(`${TWO}\nf6: a -> e [false]\nf7: b -> e`, start())
      .when(complete('w'))
      .then('-w >f5 +say -say ^signal go -ha -hb ?f6 false !a 500 ~b =failed 500');
  });

  it('finds a catcher for each of the hosts when both fail', () => {
    const caught = ['f6: a -> e [false]', 'f7: b -> e [false]', 'ba: boundary on a', 'bb: boundary on b'].join('\n');
    given(`${TWO}\n${caught}`, start())
      .when(complete('w'))
      .then('-w >f5 +say -say ^signal go -ha -hb ?f6 false !a 500 +ba -ba ?f7 false !b 500 +bb -bb =completed');
  });
});
