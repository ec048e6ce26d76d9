import { cancelUserTask, complete, given, start } from '../../../support/given-when-then.ts';

const MODEL = `
  s: start
  sub: sub {
    s1: start
    a: task
    e1: end
    g1: s1 -> a
    g2: a -> e1
  }
  e: end
  f1: s -> sub
  f2: sub -> e`;

describe('sub-process', () => {
  it('is next to its inner entries while it is active and completes when its scope ends', () => {
    given(MODEL)
      .when(start({ x: 0 }))
      .then('=started +s -s >f1 +sub +s1 -s1 >g1 +a')
      .andActive('sub', 'a')
      .when(complete('a', { x: 1 }))
      .then('-a >g2 +e1 -e1 -sub >f2 +e -e =completed')
      .andVariables({ x: 1 })
      .andEnded('s', 's1', 'a', 'e1', 'sub', 'e');
  });

  it('completes immediately when it is empty', () => {
    given('s: start\nsub: sub {\n}\ne: end\nf1: s -> sub\nf2: sub -> e')
      .when(start())
      .then('=started +s -s >f1 +sub -sub >f2 +e -e =completed');
  });

  it('starts every node without incoming flow when it has no start event', () => {
    given('s: start\nsub: sub {\na, b: task\nbe: boundary on a\nc: task\ng: be -> c\n}\nf1: s -> sub', start())
      .when(complete('b'))
      .then('-b')
      .when(complete('a'))
      .then('-a -sub =completed');
  });

  it('keeps inner writes to itself until it ends', () => {
    const model = `
      s: start
      fork: and
      sub: sub {
        set: script x = 1
        a: task
        g1: set -> a
      }
      look: task
      see: script seen = x
      f1: s -> fork
      f2: fork -> sub
      f3: fork -> look
      f4: look -> see`;
    given(model, start({ x: 0 }), complete('look'))
      .when(complete('a'))
      .then('-a -sub =completed')
      .andVariables({ x: 1, seen: 0 });
  });

  it('fails when no flow can be chosen after its scope has ended', () => {
    given('s: start\nsub: sub {\na: task\n}\ne: end\nf1: s -> sub\nf2: sub -> e [ok]', start())
      .when(complete('a', { ok: false }))
      .then('-a ?f2 false !sub 500 =failed 500')
      .andVariables({ ok: false });
  });

  it('is interrupted with everything inside when its boundary event catches', () => {
    const model = `
      s: start
      sub: sub {
        fork: and
        a: task
        in: sub {
          b: task
        }
        bad: task
        x: end error E
        g0: fork -> a
        g1: fork -> in
        g2: fork -> bad
        g3: bad -> x
      }
      c: boundary on sub catch E
      e: end
      f1: s -> sub
      f2: c -> e`;
    given(model, start()).when(complete('bad')).then('-bad >g3 +x -x ^error E +c ~b ~in ~a ~sub -c >f2 +e -e =completed');
  });

  it('is cancelled without a flow when its last token was', () => {
    given('s: start\nsub: sub {\nask: user\n}\nc: boundary on sub\ne: end\nf1: s -> sub\nf2: sub -> e', start())
      .when(cancelUserTask('ask', 'why'))
      .then(
        '~ask ~sub =cancelled',
        { type: 'ElementCancelled', element: 'sub', reason: 'why' },
        { type: 'InstanceCancelled', reason: 'why' },
      );
  });

  it('starts with fresh joins and variables when a loop runs it again', () => {
    const model = `
      s: start
      m: xor
      sub: sub {
        in: script seen = mine; mine = 1
        fork: and
        join: and
        out: script n = (n ?? 0) + 1
        g1: in -> fork
        g2: fork -> join
        g3: fork -> join
        g4: join -> out
      }
      gw: xor
      e: end
      f1: s -> m
      f2: m -> sub
      f3: sub -> gw
      back: gw -> m [n < 3]
      f4*: gw -> e`;
    given(model).when(start()).then().andVariables({ mine: 1, n: 3, seen: 1 });
  });
});
