import { childCompleted, childStarted, completeIteration, given, message, timer } from '../../../support/engine/scenario.ts';
import { cancelUserTask, claim, complete, completeUserTask, failUserTask, start } from '../../../support/given-when-then.ts';
import { itFull } from '../../../support/tier.ts';
import { TRIP } from './compensation-models.ts';

describe('compensation', () => {
  it('runs the handlers one after the other, newest first, when everything is compensated', () => {
    given(TRIP('throw compensation'))
      .when(start(), complete('work'))
      .thenOf(['undo', 'uncar', 'unhotel'], '+undo +uncar')
      .andActive('undo', 'uncar')
      .when(complete('uncar', { car: 'undone' }))
      .then('-uncar +unhotel -unhotel -undo >f5 +e -e =completed')
      .andVariables({ hotel: 'undone', car: 'undone', order: 'h' });
  });

  it('compensates one activity when the throw names it, and the rest later', () => {
    given(TRIP('throw compensation hotel | compensation'))
      .when(start(), complete('work'))
      .thenOf(['undo', 'uncar', 'unhotel'], '+undo +unhotel -unhotel +uncar')
      .when(complete('uncar'))
      .then('-uncar -undo >f5 +e -e =completed');
    given(TRIP('throw compensation car'))
      .when(start(), complete('work'), complete('uncar'))
      .andStatus('completed')
      .andVariables({ hotel: 'booked', car: 'booked' });
  });

  it('completes immediately when nothing is logged', () => {
    given('s: start\nundo: throw compensation\ne: end\nf1: s -> undo\nf2: undo -> e')
      .when(start())
      .then('=started +s -s >f1 +undo ^compensate * -undo >f2 +e -e =completed');
  });

  it('ends its path when an end event throws it', () => {
    given(TRIP('end compensation').replace('f5: undo -> e\n', ''))
      .when(start(), complete('work'))
      .when(complete('uncar'))
      .then('-uncar +unhotel -unhotel -undo =completed');
  });

  itFull('compensates each item at most once when two events throw', () => {
    given(
      `${TRIP('throw compensation')}\nagain: throw compensation\nf6: e2 -> again`
        .replace('work: task', 'work: task\ne2: task')
        .replace('f5: undo -> e\n', 'f5: undo -> e2\n'),
    )
      .when(start(), complete('work'), complete('uncar'))
      .when(complete('e2'))
      .then('-e2 >f6 +again ^compensate * -again =completed');
    given(
      `s: start\na: script a = 1\nua: task\nfork: and\nt1: throw compensation\nt2: throw compensation\nf1: s -> a\nf2: a -> fork\nf3: fork -> t1\nf4: fork -> t2\n@a handler ua`,
    )
      .when(start())
      .thenOf(['t1', 't2', 'ua'], '+t1 +t2 -t2 +ua')
      .when(complete('ua'))
      .then('-ua -t1 =completed');
  });

  it('does not log what failed, was cancelled or still runs', () => {
    given(
      `s: start\nfork: and\na: user\nua: script undone = "a"\nb: user\nub: script undone = "b"\nx: boundary on a\nundo: throw compensation\nf1: s -> fork\nf2: fork -> a\nf3: fork -> b\nf4: x -> undo\n@a handler ua\n@b handler ub`,
    )
      .when(start())
      .when(failUserTask('a', 'E'))
      .then('!a E +x -x >f4 +undo ^compensate * -undo')
      .andActive('b');
  });

  it('compensates what completed inside a sub-process when the sub-process is an item', () => {
    given(`
      s: start
      sub: sub {
        a: script a = 1
        ua: script log = (log ?? "") + "a"
        b: script b = 1
        ub: script log = (log ?? "") + "b"
        g1: a -> b
      }
      c: script c = 1
      uc: script log = (log ?? "") + "c"
      undo: throw compensation
      f1: s -> sub
      f2: sub -> c
      f3: c -> undo
      @a handler ua
      @b handler ub
      @c handler uc`)
      .when(start())
      .thenOf(['ua', 'ub', 'uc', 'undo'], '+undo +uc -uc +ub -ub +ua -ua -undo')
      .andVariables({ a: 1, b: 1, c: 1, log: 'cba' });
  });

  it('runs the handler of a sub-process instead of what is inside', () => {
    given(`
      s: start
      sub: sub {
        a: script a = 1
        ua: script log = "a"
      }
      usub: script log = "sub"
      undo: throw compensation
      f1: s -> sub
      f2: sub -> undo
      @a handler ua
      @sub handler usub`)
      .when(start())
      .thenOf(['ua', 'usub'], '+usub -usub')
      .andVariables({ a: 1, log: 'sub' });
  });

  it('runs the compensation event sub-process of an item, which decides about what is inside', () => {
    const model = (inside: string) => `
      s: start
      sub: sub {
        a: script a = 1
        ua: script inner = "a"
        esp: esp {
          cs: start compensation
          h: script log = "esp"
          again: ${inside}
          x1: cs -> h
          x2: h -> again
        }
      }
      undo: throw compensation sub
      f1: s -> sub
      f2: sub -> undo
      @a handler ua`;
    given(model('throw compensation'))
      .when(start())
      .thenOf(['esp', 'ua', 'again'], '+esp +again +ua -ua -again -esp')
      .andVariables({ a: 1, inner: 'a', log: 'esp' });
    given(model('end')).when(start()).andVariables({ a: 1, log: 'esp' }).andStatus('completed');
  });

  it('sees the local names of the item in its handler, and what earlier handlers wrote', () => {
    given(`
      s: start
      a: script a = amount
      ua: script seen = amount; amount = amount + 1; total = (total ?? 0) + amount
      b: script b = amount
      ub: script seen = amount; total = 100
      undo: throw compensation
      f1: s -> a
      f2: a -> b
      f3: b -> undo
      @a input amount = \${5}
      @b input amount = \${7}
      @a handler ua
      @b handler ub`)
      .when(start())
      .andVariables({ a: 5, b: 7, amount: 6, seen: 5, total: 106 });
  });

  it('ends the item when a handler with its own inputs has ended (11)', () => {
    given(`
      s: start
      a: script a = 1
      ua: task
      undo: throw compensation
      f1: s -> a
      f2: a -> undo
      @ua input x = \${a + 1}
      @ua output got = \${x}
      @a handler ua`)
      .when(start())
      .when(complete('ua'))
      .then('-ua -undo =completed')
      .andVariables({ a: 1, got: 2 });
  });

  it('compensates completed iterations together, highest index first', () => {
    const loop = (how: string) => `
      s: start
      a: script x = loopCounter
      ua: task
      undo: throw compensation
      f1: s -> a
      f2: a -> undo
      @a handler ua
      @a multi ${how}`;
    given(loop('times 3'))
      .when(start())
      .thenOf(['undo', 'ua'], '+undo +ua +ua +ua')
      .when(complete('ua'), complete('ua'))
      .then('-ua -ua')
      .when(complete('ua'))
      .then('-ua -undo =completed');
    given(loop('times 0')).when(start()).andStatus('completed');
  });

  it('gives each handler of a loop what its iteration held, highest index first', () => {
    given(`
      s: start
      a: script price = 10 + loopCounter
      ua: script log = (log ?? "") + who + price
      undo: throw compensation
      f1: s -> a
      f2: a -> undo
      @a handler ua
      @a multi over people as who into out from price`)
      .when(start({ people: ['x', 'y'] }))
      .andVariables({ people: ['x', 'y'], out: [10, 11], log: 'y11x10' });
  });

  it('goes by the index, not by the order in which the iterations completed', () => {
    given(`
      s: start
      a: user
      ua: script log = (log ?? "") + loopCounter
      undo: throw compensation
      f1: s -> a
      f2: a -> undo
      @a handler ua
      @a multi times 3`)
      .when(start(), completeIteration('a', 1), completeIteration('a', 2), completeIteration('a', 0))
      .andVariables({ log: '210' });
  });

  it('walks into each iteration of a sub-process', () => {
    given(`
      s: start
      sub: sub {
        a: script a = loopCounter
        ua: script log = (log ?? "") + loopCounter
      }
      undo: throw compensation
      f1: s -> sub
      f2: sub -> undo
      @a handler ua
      @sub multi times 3`)
      .when(start())
      .andVariables({ a: 2, log: '210' })
      .andStatus('completed');
  });

  it('runs the compensation event sub-process of each iteration, and none without iterations', () => {
    const model = (count: number) => `
      s: start
      sub: sub {
        a: script a = 1
        esp: esp {
          cs: start compensation
          h: script n = (n ?? 0) + 1
          x1: cs -> h
        }
      }
      undo: throw compensation
      f1: s -> sub
      f2: sub -> undo
      @sub multi times ${count}`;
    given(model(2)).when(start()).andVariables({ a: 1, n: 2 }).andStatus('completed');
    given(model(0)).when(start()).andVariables({}).andStatus('completed');
  });

  it('does not walk over work that completes in the meantime', () => {
    given(
      `s: start\nfork: and\na: script a = 1\nua: task\nb: task\nub: script bad = true\nundo: throw compensation\nf0: s -> a\nf1: a -> fork\nf2: fork -> undo\nf3: fork -> b\n@a handler ua\n@b handler ub`,
    )
      .when(start(), complete('b'))
      .when(complete('ua'))
      .then('-ua -undo =completed')
      .andVariables({ a: 1 });
  });

  it('continues when the user task of a handler is cancelled', () => {
    given(TRIP('throw compensation').replace('uncar: task', 'uncar: user'))
      .when(start(), complete('work'))
      .when(cancelUserTask('uncar'))
      .then('~uncar +unhotel -unhotel -undo >f5 +e -e =completed');
  });

  it('runs a handler that is a sub-process fully', () => {
    given(`
      s: start
      a: script a = 1
      usub: sub {
        h1: user assignee=ann
        h2: script done = true
        g: h1 -> h2
      }
      undo: throw compensation
      f1: s -> a
      f2: a -> undo
      @a handler usub`)
      .when(start(), claim('h1'))
      .when(completeUserTask('h1'))
      .then('-h1 >g +h2 -h2 -usub -undo =completed')
      .andVariables({ a: 1, done: true });
  });

  it('runs a handler that calls another process', () => {
    given('s: start\na: script a = 1\nuc: call undoer\nundo: throw compensation\nf1: s -> a\nf2: a -> undo\n@a handler uc')
      .when(start())
      .thenOf(['undo', 'uc'], '+undo +uc')
      .when(childStarted('uc'), childCompleted('uc', { ok: 1 }))
      .then('-uc -undo =completed')
      .andVariables({ a: 1, ok: 1 });
  });

  it('aborts the walk when the scope of the throw is interrupted, and leaves the rest logged', () => {
    given(`
      s: start
      sub: sub {
        a: script a = 1
        ua: script log = (log ?? "") + "a"
        b: script b = 1
        ub: task
        undo: throw compensation
        g1: a -> b
        g2: b -> undo
      }
      late: boundary on sub timer PT1M
      e: end
      f1: s -> sub
      f2: late -> e
      @a handler ua
      @b handler ub`)
      .when(start())
      .when(timer('late'))
      .then('+late ~ub ~undo ~sub -late >f2 +e -e =completed')
      .andVariables({ a: 1, b: 1 });
  });

  it('leaves what was not done for a later throw when a walk was aborted', () => {
    given(`
      s: start
      a: script a = 1
      ua: script log = (log ?? "") + "a"
      b: script b = 1
      ub: task
      work: task
      f1: s -> a
      f2: a -> b
      f3: b -> work
      first: esp {
        fs: start beside message first
        undo1: throw compensation
        stop: end
        x1: fs -> undo1
        x2: undo1 -> stop
      }
      second: esp {
        ss: start message second
        undo2: throw compensation
        y1: ss -> undo2
      }
      @a handler ua
      @b handler ub`)
      .when(start(), message('first'))
      .andActive('work', 'first', 'undo1', 'ub')
      .when(message('second'))
      .then('+second ~ub ~undo1 ~first ~work +ss -ss >y1 +undo2 ^compensate * +ub')
      .when(complete('ub'))
      .then('-ub +ua -ua -undo2 -second =completed')
      .andVariables({ a: 1, b: 1, log: 'a' });
  });

  it('does not compensate again what an aborted walk had done inside an item', () => {
    given(`
      s: start
      sub: sub {
        a: script a = 1
        ua: task
        b: script b = 1
        ub: script log = (log ?? "") + "b"
        g1: a -> b
      }
      work: task
      f1: s -> sub
      f2: sub -> work
      first: esp {
        fs: start beside message first
        undo1: throw compensation
        x1: fs -> undo1
      }
      second: esp {
        ss: start message second
        undo2: throw compensation
        y1: ss -> undo2
      }
      @a handler ua
      @b handler ub`)
      .when(start(), message('first'), message('second'), complete('ua'))
      .andVariables({ a: 1, b: 1, log: 'b' })
      .andStatus('completed');
  });
});
