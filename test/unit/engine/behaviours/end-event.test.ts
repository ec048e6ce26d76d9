import { complete, given, start } from '../../../support/given-when-then.ts';

const SUB = (end: string, boundaries = '') => `
  s: start
  sub: sub {
    s1: start
    fork: and
    a, b: task
    stop: ${end}
    e1: end
    g1: s1 -> fork
    g2: fork -> a
    g3: fork -> b
    g4: a -> e1
    g5: b -> stop
  }
  ${boundaries}
  e: end
  f1: s -> sub
  f2: sub -> e`;

describe('none end event', () => {
  it('ends its token and leaves the others alone when others are active', () => {
    given(SUB('end'), start()).when(complete('b')).then('-b >g5 +stop -stop').andActive('sub', 'a');
  });

  it('completes the instance when the last token ends', () => {
    given(SUB('end'), start(), complete('b')).when(complete('a')).then('-a >g4 +e1 -e1 -sub >f2 +e -e =completed');
  });

  it('is not needed when a node has no outgoing flow', () => {
    given('s: start\na: task\nf1: s -> a', start())
      .when(complete('a', { x: 1 }))
      .then('-a =completed')
      .andVariables({ x: 1 });
  });
});

describe('terminate end event', () => {
  it('cancels the other tokens of its scope with its own reason when it is reached', () => {
    given(SUB('end terminate'), start())
      .when(complete('b', { w: 1 }))
      .then('-b >g5 +stop -stop ~a -sub >f2 +e -e =completed', {
        type: 'ElementCancelled',
        element: 'a',
        reason: "Terminated by 'stop'",
      })
      .andVariables({ w: 1 });
  });

  it('drops steps that are still queued when it is reached first', () => {
    given('s: start\nfork: and\nstop: end terminate\na: task\nf1: s -> fork\nf2: fork -> stop\nf3: fork -> a')
      .when(start())
      .then('=started +s -s >f1 +fork -fork >f2 >f3 +stop -stop =completed');
  });

  it('cancels a waiting join and closes the scopes of its tokens when it is reached', () => {
    const model = `
      s: start
      fork: and
      a, b, c: task
      join: and
      stop: end terminate
      f1: s -> fork
      f2: fork -> a
      f3: fork -> b
      f4: fork -> c
      f5: a -> join
      f6: b -> join
      f7: c -> stop`;
    given(model, start(), complete('a', { x: 1 }))
      .when(complete('c', { y: 2 }))
      .then('-c >f7 +stop -stop ~join ~b =completed')
      .andVariables({ x: 1, y: 2 });
  });

  it('lets its own writes win when a cancelled path wrote the same name', () => {
    const model = SUB('end terminate').replace(
      'a, b: task',
      'a: sub {\n      p: script x = "path"\n      w: task\n      p1: p -> w\n    }\n    b: task',
    );
    given(model, start())
      .when(complete('b', { x: 'terminator' }))
      .then('-b >g5 +stop -stop ~w ~a -sub >f2 +e -e =completed')
      .andVariables({ x: 'terminator' });
  });
});

describe('error end event', () => {
  it('interrupts its sub-process when a boundary event there names its code', () => {
    given(SUB('end error E1', 'any: boundary on sub\n  exact: boundary on sub catch E1\n  ee: end\n  f3: exact -> ee'), start())
      .when(complete('b', { w: 1 }))
      .then(
        '-b >g5 +stop -stop ^error E1 +exact ~a ~sub -exact >f3 +ee -ee =completed',
        { type: 'ErrorThrown', code: 'E1', caught: true },
        { type: 'ElementCancelled', element: 'a', reason: 'Scope cancelled by boundary event' },
        { type: 'ElementCancelled', element: 'sub', reason: "Interrupted by boundary event 'exact'" },
      )
      .andVariables({ w: 1 });
  });

  it('is caught by a catch-all when no boundary event names its code', () => {
    given(SUB('end error E1', 'other: boundary on sub catch E2\n  any: boundary on sub'), start())
      .when(complete('b'))
      .then('-b >g5 +stop -stop ^error E1 +any ~a ~sub -any =completed');
  });

  it('is caught by catch-alls only when it has no code', () => {
    given(SUB('end error', 'other: boundary on sub catch E2'), start()).when(complete('b')).then('-b >g5 +stop -stop ^error');
    given(SUB('end error', 'any: boundary on sub code=c'), start())
      .when(complete('b'))
      .then('-b >g5 +stop -stop ^error +any ~a ~sub -any =completed')
      .andVariables({ c: '' });
  });

  it('is a plain end of its path when no one catches it', () => {
    given(SUB('end error E1'), start())
      .when(complete('b'))
      .then('-b >g5 +stop -stop ^error E1', { type: 'ErrorThrown', code: 'E1', caught: false })
      .andActive('sub', 'a');
  });

  it('completes its sub-process when no one catches it and it was the last token', () => {
    given(SUB('end error E1'), start(), complete('a'))
      .when(complete('b'))
      .then('-b >g5 +stop -stop ^error E1 -sub >f2 +e -e =completed');
  });

  it('throws a computed code when its code is an expression', () => {
    given(SUB('end error #{kind}', 'exact: boundary on sub catch K1'), start({ kind: 'K1' }))
      .when(complete('b'))
      .then('-b >g5 +stop -stop ^error K1 +exact ~a ~sub -exact =completed');
  });

  it('fails when its code cannot be computed', () => {
    given(SUB('end error #{missing.code}'), start()).when(complete('b')).then('-b >g5 +stop !stop 500 ~a ~sub =failed 500');
  });
});
