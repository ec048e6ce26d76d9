import { complete, given, start } from '../../../support/given-when-then.ts';

const MODEL = `
  s: start
  gw: xor
  a, b, c: task
  f1: s -> gw
  fA: gw -> a [n > 10]
  fB: gw -> b [n > 5]
  fC*: gw -> c`;

describe('exclusive gateway', () => {
  it('takes the first true flow and looks at no other when several are true', () => {
    given(MODEL)
      .when(start({ n: 20 }))
      .then('=started +s -s >f1 +gw ?fA true -gw >fA +a', {
        type: 'ConditionEvaluated',
        flow: 'fA',
        condition: 'n > 10',
        source: 'gw',
        target: 'a',
        result: true,
      });
    given(MODEL)
      .when(start({ n: 7 }))
      .then('=started +s -s >f1 +gw ?fA false ?fB true -gw >fB +b');
  });

  it('takes the default flow when no condition holds', () => {
    given(MODEL)
      .when(start({ n: 1 }))
      .then('=started +s -s >f1 +gw ?fA false ?fB false -gw >fC +c');
  });

  it('takes the first flow without condition when none holds and there is no default', () => {
    given(MODEL.replace('fC*', 'fD: gw -> b\n  fC'))
      .when(start({ n: 1 }))
      .then('=started +s -s >f1 +gw ?fA false ?fB false -gw >fD +b');
  });

  it('prefers a true condition when a flow without condition is before it', () => {
    given('s: start\ngw: xor\na, b: task\nf1: s -> gw\nfA: gw -> a\nfB: gw -> b [true]')
      .when(start())
      .then('=started +s -s >f1 +gw ?fB true -gw >fB +b');
  });

  it('fails with 500 when nothing can be chosen', () => {
    given(MODEL.replace('fC*: gw -> c', ''))
      .when(start({ n: 1 }))
      .then('=started +s -s >f1 +gw ?fA false ?fB false !gw 500 =failed 500', {
        type: 'InstanceFailed',
        element: 'gw',
        message: 'no condition is true, and there is no default flow. Add a default flow or a condition for this case.',
      });
  });

  it('fails with 500 before it completes when a condition is not a boolean or fails', () => {
    given(MODEL.replace('n > 10', 'n'))
      .when(start({ n: 1 }))
      .then('=started +s -s >f1 +gw !gw 500 =failed 500', {
        type: 'ElementFailed',
        message: "condition 'n': the result must be true or false, it is 1",
      });
    given(MODEL.replace('n > 10', 'n')).when(start()).then('=started +s -s >f1 +gw !gw 500 =failed 500');
    given(MODEL.replace('n > 10', 'n.x')).when(start()).then('=started +s -s >f1 +gw !gw 500 =failed 500', {
      type: 'ElementFailed',
      message: "condition 'n.x': cannot read 'x' of null",
    });
  });

  it('lets every token pass separately when several arrive', () => {
    const model =
      's: start\nfork: and\na, b: task\ngw: xor\nd: task\nf1: s -> fork\nf2: fork -> a\nf3: fork -> b\nf4: a -> gw\nf5: b -> gw\nf6: gw -> d';
    given(model, start())
      .when(complete('a'))
      .then('-a >f4 +gw -gw >f6 +d')
      .when(complete('b'))
      .then('-b >f5 +gw -gw >f6 +d')
      .andActive('d', 'd');
  });

  it('is caught by the boundary event of its sub-process when it fails', () => {
    given('sub: sub {\ngw: xor\na: task\nfA: gw -> a [false]\n}\nc: boundary on sub catch 500')
      .when(start())
      .then('=started +sub +gw ?fA false !gw 500 +c ~sub -c =completed');
  });
});
