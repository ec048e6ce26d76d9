import { given, timer } from '../../../support/engine/scenario.ts';
import { cancelUserTask, complete, start } from '../../../support/given-when-then.ts';

const BODY = (modifiers = '') => `
  s: start
  ad: adhoc {
    a: task
    b: task
    c: task
    d: task
    g: c -> d
  }
  e: end
  f1: s -> ad
  f2: ad -> e
  ${modifiers}`;

describe('an ad-hoc sub-process', () => {
  it('starts every activity without incoming flow immediately when it is parallel', () => {
    given(BODY())
      .when(start())
      .then('=started +s -s >f1 +ad +a +b +c')
      .when(complete('c'), complete('a'), complete('b'))
      .andActive('ad', 'd')
      .when(complete('d'))
      .then('-d -ad >f2 +e -e =completed');
  });

  it('starts one after the other when it is sequential, each with what follows it', () => {
    given(BODY('@ad sequential\n@ad only ["c", "a"]'))
      .when(start())
      .then('=started +s -s >f1 +ad +c')
      .when(complete('c'))
      .then('-c >g +d')
      .when(complete('d'))
      .then('-d +a')
      .when(complete('a'))
      .then('-a -ad >f2 +e -e =completed');
  });

  it('starts the listed activities only, and fails on an unknown one', () => {
    given(BODY('@ad only list'))
      .when(start({ list: ['b'] }))
      .then('=started +s -s >f1 +ad +b')
      .when(complete('b'))
      .andStatus('completed');
    given(BODY('@ad only list'))
      .when(start({ list: ['x'] }))
      .then('=started +s -s >f1 +ad !ad 500 =failed 500');
    given(BODY('@ad only list'))
      .when(start({ list: 'b' }))
      .then('=started +s -s >f1 +ad !ad 500 =failed 500');
    given(BODY('@ad only list'))
      .when(start({ list: [] }))
      .then('=started +s -s >f1 +ad -ad >f2 +e -e =completed');
  });

  it('cancels what is left when its completion condition is true after an activity', () => {
    given(BODY('@ad until n > 1'))
      .when(start())
      .when(complete('a', { n: 1 }))
      .then('-a')
      .when(complete('c', { n: 2 }))
      .then('-c >g ~b -ad >f2 +e -e =completed')
      .andReasons('b', 'Completion condition met')
      .andVariables({ n: 2 });
  });

  it('waits for what is left without starting more when it keeps the remaining instances', () => {
    given(BODY('@ad until n > 1\n@ad keep'))
      .when(start())
      .when(complete('a', { n: 2 }))
      .then('-a')
      .andActive('ad', 'b', 'c')
      .when(complete('b'), complete('c'), complete('d'))
      .andStatus('completed');
    given(BODY('@ad until n > 1\n@ad keep\n@ad sequential'))
      .when(start())
      .when(complete('a', { n: 2 }))
      .then('-a -ad >f2 +e -e =completed');
  });

  it('fails when its completion condition is not true or false', () => {
    given(`${BODY('@ad until n')}\nx: boundary on ad\nf3: x -> e`)
      .when(start())
      .when(complete('a', { n: 1 }))
      .then('-a ~c ~b !ad 500 +x -x >f3 +e -e =completed');
  });

  it('continues with the next activity when one is cancelled', () => {
    given(BODY('@ad sequential').replace('a: task', 'a: user')).when(start()).when(cancelUserTask('a')).then('~a +b');
  });

  it('is interrupted as a whole by its boundary event', () => {
    given(`${BODY()}\nx: boundary on ad timer PT1M`).when(start()).when(timer('x')).then('+x ~c ~b ~a ~ad -x =completed');
  });

  it('loops like any activity (7)', () => {
    given(BODY('@ad multi sequential times 2\n@ad until true'))
      .when(start())
      .when(complete('b'))
      .then('-b ~c ~a -ad#0 +ad#1 +a +b +c')
      .when(complete('a'))
      .then('-a ~c ~b -ad#1 -ad >f2 +e -e =completed');
  });
});
