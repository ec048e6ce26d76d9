import { expect } from 'chai';
import { given, message, signal, timer } from '../../../support/engine/scenario.ts';
import { complete, start } from '../../../support/given-when-then.ts';

/** A race of a receive task with a boundary event against a timer and a signal. */
const RACE = (boundary: string, more = '') => `
  s: start
  g: race
  get: receive message m
  late: catch timer PT1H
  hear: catch signal go
  b: boundary on get ${boundary}
  got, timedOut, heard, instead: task
  f1: s -> g
  f2: g -> get
  f3: g -> late
  f4: g -> hear
  f5: get -> got
  f6: late -> timedOut
  f7: hear -> heard
  f8: b -> instead
  ${more}`;

describe('an event-based gateway whose target has a boundary event', () => {
  it('is decided when an event interrupts a target: its path takes the place of the token', () => {
    const scenario = given(RACE('message x')).when(start(), message('x'));
    scenario
      .thenOf(['get', 'late', 'hear', 'b', 'instead'], '+get +late +hear +b ~get ~hear ~late -b +instead')
      .andReasons('get', "Interrupted by boundary event 'b'")
      .andReasons('late', 'Another event was first')
      .andReasons('hear', 'Another event was first')
      .andActive('instead')
      .andWaits(0);
    expect(scenario.state.races.size).to.equal(0);
    scenario.when(complete('instead')).andStatus('completed');
  });

  it('is decided when a target fails and its own boundary event catches that', () => {
    given(RACE('').replace('get: receive message m', 'get: receive message m key = k'))
      .when(start({ k: null }))
      .thenOf(['get', 'late', 'hear', 'b', 'instead'], '+get !get +b -b +instead')
      .andActive('instead')
      .andWaits(0);
    given(
      RACE('')
        .replace('f2: g -> get\n  f3: g -> late\n', 'f3: g -> late\n  f2: g -> get\n')
        .replace('get: receive message m', 'get: receive message m key = k'),
    )
      .when(start({ k: null }))
      .thenOf(['get', 'late', 'hear', 'b', 'instead'], '+late +get !get +b ~late -b +instead')
      .andActive('instead')
      .andWaits(0);
  });

  it('is decided when a condition on a target is true before the others are entered', () => {
    given(RACE('when k > 1'))
      .when(start({ k: 2 }))
      .thenOf(['get', 'late', 'hear', 'b', 'instead'], '+get +b ~get -b +instead')
      .andActive('instead')
      .andWaits(0);
  });

  it('continues when an event next to a target fires, and cancels the target later like any other', () => {
    given(RACE('beside message x'))
      .when(start(), message('x'))
      .andActive('get', 'late', 'hear', 'instead')
      .when(timer('late'))
      .thenOf(['get', 'late', 'hear', 'timedOut'], '-late ~hear ~get +timedOut')
      .andActive('instead', 'timedOut')
      .andWaits(0);
  });

  it('disarms the boundary event of a target that has lost', () => {
    given(RACE('message x')).when(start(), signal('go')).andActive('heard').andWaits(0);
  });

  it('is decided when the loop that is its target is interrupted, or fails', () => {
    given(RACE('message x', '@get multi times 2')).when(start(), message('x')).andActive('instead').andWaits(0);
    given(RACE('', '@get multi times 2').replace('get: receive message m', 'get: receive message m key = k'))
      .when(start({ k: null }))
      .andActive('instead')
      .andWaits(0);
  });

  it('keeps one branch of a fork one branch, so that a join behind it waits for both', () => {
    given(`
      s: start
      fork: and
      other: task
      ${RACE('message x').replace('s: start', '').replace('f1: s -> g', 'f1: fork -> g').replace('f8: b -> instead', 'f8: b -> instead\nj0: instead -> meet\nj1: timedOut -> meet').replace('got,', 'meet: xor\ngot,')}
      join: and
      e: end
      h1: s -> fork
      h2: fork -> other
      h3: other -> join
      h4: meet -> join
      h5: join -> e`)
      .when(start({ a: 1 }), message('x'), complete('instead', { b: 2 }))
      .andActive('other', 'join')
      .when(complete('other'))
      .andVariables({ a: 1, b: 2 })
      .andStatus('completed');
  });
});
