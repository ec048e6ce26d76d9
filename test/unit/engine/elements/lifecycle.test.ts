import { cancelInstance, childStarted, completeJob, failJob, given, message, timer } from '../../../support/engine/scenario.ts';
import { cancelUserTask, complete, failUserTask, start } from '../../../support/given-when-then.ts';

describe('the end of an instance', () => {
  it('takes the way of the token that leaves last, through every host around', () => {
    const nested = 's: start\nout: sub {\nin: sub {\na: user\nb: task\nf: and\ng1: f -> a\ng2: f -> b\n}\n}\nf0: s -> out';
    given(nested)
      .when(start(), complete('b'))
      .when(cancelUserTask('a'))
      .then('~a ~in ~out =cancelled')
      .andReasons('out', 'User task cancelled by operator');
    given(nested).when(start(), cancelUserTask('a')).when(complete('b')).then('-b -in -out =completed');
  });

  it('waits for the paths that boundary events opened next to a host that was cancelled', () => {
    given('s: start\na: user\nb: boundary on a beside message go\nt: task\nf0: s -> a\nf1: b -> t')
      .when(start(), message('go'))
      .when(cancelUserTask('a'))
      .then('~a')
      .when(complete('t'))
      .then('-t =completed');
  });

  it('cancels everything newest first when a failure is not caught, and notifies every child', () => {
    given(
      's: start\nf: and\nc: call child\nsub: sub {\ninner: user\n}\nu: user\nw: catch message m\nf0: s -> f\nf1: f -> c\nf2: f -> sub\nf3: f -> u\nf4: f -> w',
    )
      .when(start(), childStarted('c'))
      .when(failUserTask('u', 'E'))
      .then('!u E ~inner ~w ~sub ~c =failed E')
      .andEvent({ type: 'ChildCancelRequested', element: 'c' })
      .andReasons('w', 'Instance failed');
  });

  it('cancels everything when it is cancelled from outside, and accepts no command afterwards', () => {
    given('s: start\nf: and\nsub: sub {\nj: service type mail\n}\nm: catch message m\nf0: s -> f\nf1: f -> sub\nf2: f -> m')
      .when(start())
      .when(cancelInstance('Cancelled by parent'))
      .then('~j ~m ~sub =cancelled')
      .andReasons('j', 'Cancelled by parent')
      .andWaits(0)
      .when(completeJob('j'), failJob('j', 'E'), cancelInstance(), message('m'))
      .then('');
  });

  it('stays away while a parallel join waits for a token that cannot come', () => {
    given('s: start\na: task\nb: task\nj: and\nf0: s -> a\nf1: a -> j\nf2: b -> j')
      .when(start())
      .when(complete('a'))
      .then('-a >f1 +j')
      .andActive('j')
      .andStatus('running');
  });

  it('fails without a catcher when the steps are too many', () => {
    given(
      's: start\nsub: sub {\nis: start\ng0: is -> m\nm: xor\nx: script n = 1\ng1: m -> x\ng2: x -> m\n}\nb: boundary on sub\nf0: s -> sub',
      {
        context: { limits: { maxSteps: 20 } },
      },
    )
      .when(start())
      .andStatus('failed')
      .thenOf(['b'], '');
  });
});

describe('a terminate end event', () => {
  it('ends its own scope only, with everything inside it', () => {
    given(
      's: start\nout: sub {\nf: and\nin: sub {\na: task\n}\nc: call child\nt: task\nstop: end terminate\ng1: f -> in\ng2: f -> c\ng3: f -> t\ng4: t -> stop\n}\nafter: task\nf0: s -> out\nf1: out -> after',
    )
      .when(start(), childStarted('c'))
      .when(complete('t', { x: 1 }))
      .then('-t >g4 +stop -stop ~c ~a ~in -out >f1 +after')
      .andEvent({ type: 'ChildCancelRequested', element: 'c' })
      .andReasons('a', "Terminated by 'stop'")
      .andVariables({ x: 1 });
  });

  it('completes the instance at the root, whatever else waits', () => {
    given(
      's: start\nf: and\nm: catch message m\nt: task\nstop: end terminate\nesp: esp {\nes: start message n\n}\nf0: s -> f\nf1: f -> m\nf2: f -> t\nf3: t -> stop',
    )
      .when(start())
      .andWaits(2)
      .when(complete('t'))
      .then('-t >f3 +stop -stop ~m =completed')
      .andWaits(0);
  });

  it('runs no compensation, and leaves what is logged', () => {
    given(
      's: start\nsub: sub {\na: script a = 1\nua: script undone = true\nstop: end terminate\ng: a -> stop\n@a handler ua\n}\nundo: throw compensation\nf0: s -> sub\nf1: sub -> undo',
    )
      .when(start())
      .thenOf(['sub', 'ua', 'undo'], '+sub -sub +undo +ua -ua -undo');
  });
});

describe('an interruption', () => {
  it('replaces the token of its host, so that a join sees the same branch', () => {
    given(
      's: start\nf: and\nsub: sub {\npre: script got = 1\ninner: task\ng: pre -> inner\n}\nlate: boundary on sub timer PT1M\nother: task\nmrg: xor\nj: and\ne: end\nf0: s -> f\nf1: f -> sub\nf2: f -> other\nf3: sub -> mrg\nf4: late -> mrg\nf5: mrg -> j\nf6: other -> j\nf7: j -> e',
    )
      .when(start())
      .when(timer('late'))
      .then('+late ~inner ~sub -late >f4 +mrg -mrg >f5 +j')
      .when(complete('other'))
      .then('-other >f6 @j -j >f7 +e -e =completed')
      .andVariables({ got: 1 });
  });

  it('drops the steps that were queued in its scope', () => {
    given(
      's: start\nsub: sub {\nf: and\nsay: throw signal go\nx: task\ng1: f -> say\ng2: f -> x\n}\nb: boundary on sub signal go\nf0: s -> sub',
    )
      .when(start())
      .then('=started +s -s >f0 +sub +f -f >g1 >g2 +say -say ^signal go +b ~sub -b =completed');
  });

  it('keeps the writes of every scope inside, innermost first', () => {
    given(
      's: start\nout: sub {\na: script x = 1; y = 1\nin: sub {\nb: script x = 2; z = 2\nw: task\ng: b -> w\n}\ng1: a -> in\n}\nlate: boundary on out timer PT1M\nf0: s -> out',
    )
      .when(start())
      .when(timer('late'))
      .andVariables({ x: 2, y: 1, z: 2 });
  });
});
