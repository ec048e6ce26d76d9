import { complete, given, start } from '../../../support/given-when-then.ts';

const MODEL = (script: string, boundaries: string) => `
  s: start
  sub: sub {
    bad: script ${script}
  }
  ${boundaries}
  e: end
  f1: s -> sub
  f2: sub -> e`;
const THROW = 'throw new BpmnError("E1", "boom")';

describe('error boundary event', () => {
  it('has no entry when nothing is thrown', () => {
    given(MODEL('x = 1', 'c: boundary on sub')).when(start()).then('=started +s -s >f1 +sub +bad -bad -sub >f2 +e -e =completed');
  });

  it('is found by its code first, then as a catch-all, each in document order', () => {
    given(MODEL(THROW, 'any: boundary on sub\n  one: boundary on sub catch E1\n  two: boundary on sub catch E1'))
      .when(start())
      .then('=started +s -s >f1 +sub +bad !bad E1 +one ~sub -one =completed');
    given(MODEL(THROW, 'other: boundary on sub catch E2\n  any: boundary on sub\n  any2: boundary on sub'))
      .when(start())
      .then('=started +s -s >f1 +sub +bad !bad E1 +any ~sub -any =completed');
  });

  it('stays quiet when the code is another one', () => {
    given(MODEL(THROW, 'other: boundary on sub catch e1'))
      .when(start())
      .then('=started +s -s >f1 +sub +bad !bad E1 ~sub =failed E1');
  });

  it('catches inside before outside when both match', () => {
    const model = 'sub: sub {\nbad: script throw new BpmnError("E1")\nin: boundary on bad\n}\nout: boundary on sub catch E1';
    given(model).when(start()).then('=started +sub +bad !bad E1 +in -in -sub =completed');
  });

  it('writes code and message into its path after the inside has merged', () => {
    given(MODEL(`code = "inner"; ${THROW}`, 'c: boundary on sub code=code message=text'))
      .when(start({ code: 'outer' }))
      .then('=started +s -s >f1 +sub +bad !bad E1 +c ~sub -c =completed')
      .andVariables({ code: 'E1', text: 'boom' });
  });

  it('fails the instance when its own flows cannot be chosen', () => {
    given(MODEL(THROW, 'c: boundary on sub\n  x: end\n  f3: c -> x [false]'))
      .when(start())
      .then('=started +s -s >f1 +sub +bad !bad E1 +c ~sub ?f3 false !c 500 =failed 500');
  });

  it('passes its own failure outward when its flows cannot be chosen', () => {
    const model =
      'outer: sub {\nbad: script throw new BpmnError("E1")\nc: boundary on bad\nx: end\ng1: c -> x [false]\n}\nd: boundary on outer catch 500';
    given(model).when(start()).then('=started +outer +bad !bad E1 +c ?g1 false !c 500 +d ~outer -d =completed');
  });

  it('takes the place of its host when joins wait for that branch', () => {
    const model = `
      s: start
      fork: and
      ask: sub {
        bad: task
        t: script throw new BpmnError("E")
        g: bad -> t
      }
      c: boundary on ask
      other: task
      m: xor
      join: or
      e: end
      f1: s -> fork
      f2: fork -> ask
      f3: fork -> other
      f4: ask -> m
      f5: c -> m
      f6: m -> join
      f7: other -> join
      f8: join -> e`;
    given(model, start())
      .when(complete('other'))
      .then('-other >f7 +join')
      .when(complete('bad'))
      .then('-bad >g +t !t E +c ~ask -c >f5 +m -m >f6 @join -join >f8 +e -e =completed');
  });

  it('prevents its own second firing when it loops back to its host', () => {
    const model =
      's: start\nm: xor\ntry: script n = (n ?? 0) + 1; if (n < 3) { throw new BpmnError("again") }\nc: boundary on try\ncount: script n = (n ?? 0) + 1\nf1: s -> m\nf2: m -> try\nf3: c -> count\nf4: count -> m';
    given(model).when(start()).then().andVariables({ n: 3 });
  });
});
