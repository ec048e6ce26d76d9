import { expect } from 'chai';
import { complete, failUserTask, given, rejected, start } from '../../../support/given-when-then.ts';

describe('an uncaught failure', () => {
  it('cancels every other entry newest first and fails the instance immediately', () => {
    const model = `
      s: start
      fork: and
      a: task
      sub: sub {
        b: task
      }
      ask: user
      c: task
      f1: s -> fork
      f2: fork -> a
      f3: fork -> sub
      f4: fork -> ask
      f5: fork -> c`;
    const failed = given(model, start())
      .when(failUserTask('ask', '418', 'tea'))
      .then(
        '!ask 418 ~b ~c ~sub ~a =failed 418',
        { type: 'ElementCancelled', element: 'b', reason: 'Instance failed' },
        { type: 'InstanceFailed', element: 'ask', code: '418', message: 'tea' },
      );
    failed.when(complete('a')).then(rejected({ code: 'NO_ACTIVE_ENTRY', activityId: 'a' }));
  });

  it('drops queued steps', () => {
    const model =
      's: start\nfork: and\nbad: script throw new BpmnError("E")\na: task\nf1: s -> fork\nf2: fork -> bad\nf3: fork -> a';
    given(model).when(start()).then('=started +s -s >f1 +fork -fork >f2 >f3 +bad !bad E =failed E');
  });

  it('cancels waiting joins', () => {
    const model =
      's: start\nfork: and\na: task\nask: user\njoin: and\nf1: s -> fork\nf2: fork -> a\nf3: fork -> ask\nf4: a -> join\nf5: ask -> join';
    given(model, start(), complete('a')).when(failUserTask('ask')).then('!ask 500 ~join =failed 500');
  });
});

describe('a caught failure', () => {
  const PATH = `
    s: start
    fork: and
    outer: sub {
      split: and
      pre: script x = "pre"
      inner: sub {
        bad: user
      }
      w: task
      h1: split -> pre
      h2: split -> w
      h3: pre -> inner
    }
    c: boundary on outer catch E code=code
    b: task
    join: and
    f1: s -> fork
    f2: fork -> outer
    f3: fork -> b
    m: xor
    f4: outer -> m
    f5: c -> m
    f6: m -> join
    f7: b -> join`;

  it('passes inner hosts that do not catch, cancels everything inside and keeps the variables', () => {
    given(PATH, start(), complete('b'))
      .when(failUserTask('bad', 'E'))
      .then('!bad E +c ~inner ~w ~outer -c >f5 +m -m >f6 @join -join =completed')
      .andVariables({ code: 'E', x: 'pre' });
  });

  it('leaves tokens outside the host alone', () => {
    given(PATH, start())
      .when(failUserTask('bad', 'E'))
      .then('!bad E +c ~inner ~w ~outer -c >f5 +m -m >f6 +join')
      .andActive('b', 'join');
  });

  it('is absent when only another code is caught', () => {
    given(PATH, start()).when(failUserTask('bad', 'F')).then('!bad F ~inner ~w ~b ~outer =failed F');
  });

  it('drops steps that are queued inside the interrupted host', () => {
    const model = `
      sub: sub {
        split: and
        bad: script x = 1; throw new BpmnError("E")
        late: task
        h1: split -> bad
        h2: split -> late
      }
      c: boundary on sub
      z: task
      f: c -> z`;
    const { state } = given(model).when(start()).then('=started +sub +split -split >h1 >h2 +bad !bad E +c ~sub -c >f +z');
    expect(state.variables.size).to.equal(1);
  });

  it('merges the path of the thrower before the paths it interrupts when an error end event throws', () => {
    const model = `
      sub: sub {
        split: and
        set: script x = "interrupted"
        w: task
        go: task
        bad: end error E
        h1: split -> set
        h2: split -> go
        h3: set -> w
        h4: go -> bad
      }
      c: boundary on sub`;
    given(model, start())
      .when(complete('go', { x: 'thrower', y: 1 }))
      .then('-go >h4 +bad -bad ^error E +c ~w ~sub -c =completed')
      .andVariables({ x: 'interrupted', y: 1 });
  });
});
