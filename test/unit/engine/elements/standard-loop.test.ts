import { cancelIteration, given, timer } from '../../../support/engine/scenario.ts';
import { complete, start } from '../../../support/given-when-then.ts';

const W = 's: start\nw: task\ne: end\nf1: s -> w\nf2: w -> e';
const COUNT = 's: start\nw: script n = n + 1; at = loopCounter\ne: end\nf1: s -> w\nf2: w -> e';

describe('a standard loop', () => {
  it('runs at least one round when the condition is tested after it', () => {
    given(`${W}\n@w loop while again`)
      .when(start({ again: false }))
      .then('=started +s -s >f1 +w +w#0')
      .when(complete('w'))
      .then('-w#0 -w >f2 +e -e =completed');
  });

  it('runs no round when the condition is tested before and false', () => {
    given(`${W}\n@w loop before while again`)
      .when(start({ again: false }))
      .then('=started +s -s >f1 +w -w >f2 +e -e =completed');
  });

  it('sees in each round what the rounds before wrote', () => {
    given(`${COUNT}\n@w loop while n < 5`)
      .when(start({ n: 0 }))
      .andVariables({ n: 5, at: 4 });
    given(`${COUNT}\n@w loop before while n < 5`)
      .when(start({ n: 3 }))
      .andVariables({ n: 5, at: 1 });
  });

  it('stops at its maximum, whatever the condition specifies', () => {
    given(`${COUNT}\n@w loop max 3`)
      .when(start({ n: 0 }))
      .andVariables({ n: 3, at: 2 });
    given(`${COUNT}\n@w loop before max 2 while n < 9`)
      .when(start({ n: 0 }))
      .andVariables({ n: 2, at: 1 });
  });

  it('lets its condition read the counter of the round', () => {
    given(`${COUNT}\n@w loop while loopCounter < 2`)
      .when(start({ n: 0 }))
      .andVariables({ n: 3, at: 2 });
    given(`${COUNT}\n@w loop before while loopCounter < 2`)
      .when(start({ n: 0 }))
      .andVariables({ n: 2, at: 1 });
  });

  it('fails when its condition is not true or false', () => {
    given(`${W}\n@w loop before while again`)
      .when(start({ again: 1 }))
      .then('=started +s -s >f1 +w !w 500 =failed 500');
    given(`${W}\nb: boundary on w\n@w loop while again`).when(start()).when(complete('w')).then('-w#0 !w 500 +b -b =completed');
  });

  it('keeps what an interrupted round wrote', () => {
    given(
      's: start\nsub: sub {\na: script x = loopCounter\nb: task\ng: a -> b\n}\nlate: boundary on sub timer PT1M\nf: s -> sub\n@sub loop max 3',
    )
      .when(start(), complete('b'))
      .when(timer('late'))
      .then('+late ~b ~sub#1 ~sub -late =completed')
      .andVariables({ x: 1 });
  });

  it('is cancelled when its only round is cancelled', () => {
    given('s: start\nw: user\nf: s -> w\n@w loop max 1').when(start()).when(cancelIteration('w', 0)).then('~w#0 ~w =cancelled');
  });
});
