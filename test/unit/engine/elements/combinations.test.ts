import { childCompleted, childEscalated, childStarted, given, message, timer } from '../../../support/engine/scenario.ts';
import { complete, start } from '../../../support/given-when-then.ts';

describe('elements together', () => {
  it('correlate each iteration of a receive task with its own element', () => {
    given('s: start\nr: receive message m key = who\nf: s -> r\n@r multi over people as who into got from x')
      .when(start({ people: ['a', 'b'] }))
      .andWaits(2)
      .when(message('m', 'b', { x: 2 }))
      .then('-r#1')
      .when(message('m', 'a', { x: 1 }))
      .andVariables({ people: ['a', 'b'], got: [1, 2] })
      .andStatus('completed');
  });

  it('interrupt all calls of a loop when one child escalates', () => {
    given('s: start\nc: call child\nw: boundary on c escalation W\nt: task\nf: s -> c\nf1: w -> t\n@c multi times 2')
      .when(start(), childStarted('c'), childStarted('c', 1))
      .when(childEscalated('c', 'W', { x: 1 }))
      .then('+w ~c#1 ~c#0 ~c -w >f1 +t')
      .andVariables({ x: 1 });
  });

  it('let the path next to a loop see what its iterations wrote once they have ended', () => {
    given(
      's: start\nw: task\nb: boundary on w beside message go\nlook: script seen = x\nf: s -> w\nf1: b -> look\n@w multi sequential times 2',
    )
      .when(start(), complete('w', { x: 1 }))
      .when(message('go'))
      .andVariables({ seen: 1, x: 1 });
  });

  it('raise a condition when a path that made it true joins', () => {
    given('s: start\nf: and\nc: catch when x > 1\na: script x = 5\nt: task\nf0: s -> f\nf1: f -> c\nf2: f -> a\nf3: a -> t')
      .when(start({ x: 0 }))
      .andActive('c', 't')
      .when(complete('t'))
      .then('-t -c =completed');
  });

  it('interrupt a host by a condition on what is written inside it only when that has merged', () => {
    given(
      's: start\nsub: sub {\na: script x = 5\nt: task\ng: a -> t\n}\nb: boundary on sub beside when x > 1\nn: script n = 1\nf0: s -> sub\nf1: b -> n\nu: task\nf2: sub -> u',
    )
      .when(start({ x: 0 }))
      .andActive('sub', 't')
      .when(complete('t'))
      .andActive('u')
      .andVariables({ x: 5 });
  });

  it('compensate what a call did by the handler of the call', () => {
    given('s: start\nc: call child\nuc: script undone = r\nundo: throw compensation\nf: s -> c\nf1: c -> undo\n@c handler uc')
      .when(start(), childStarted('c'))
      .when(childCompleted('c', { r: 7 }))
      .then('-c >f1 +undo ^compensate * +uc -uc -undo =completed')
      .andVariables({ r: 7, undone: 7 });
  });

  it('compensate work of an event sub-process and of the scope around it', () => {
    given(`
      s: start
      a: script a = 1
      ua: script log = (log ?? "") + "a"
      work: task
      f1: s -> a
      f2: a -> work
      esp: esp {
        es: start message stop
        b: script b = 1
        ub: script inner = "b"
        undo: throw compensation
        x1: es -> b
        x2: b -> undo
        @b handler ub
      }
      @a handler ua`)
      .when(start())
      .when(message('stop'))
      .then('+esp ~work +es -es >x1 +b -b >x2 +undo ^compensate * +ub -ub +ua -ua -undo -esp =completed')
      .andVariables({ a: 1, b: 1, inner: 'b', log: 'a' });
  });

  it('end a transaction inside an iteration without touching the others', () => {
    given(`
      s: start
      sub: sub {
        tx: tx {
          a: script a = loopCounter
          ua: script undone = true
          t: task
          no: end cancel
          g1: a -> t
          g2: t -> no
          @a handler ua
        }
        cb: boundary on tx cancel
        d: script d = undone
        h1: cb -> d
      }
      f: s -> sub
      @sub multi times 2 into all from d`)
      .when(start())
      .when(complete('t'))
      .then('-t >g2 +no -no +ua -ua +cb ~tx -cb >h1 +d -d -sub#0')
      .when(complete('t'))
      .andVariables({ all: [true, true] })
      .andStatus('completed');
  });

  it('interrupt a catch event by its boundary event, and disarm both', () => {
    given('s: start\nc: catch message m\nb: boundary on c timer PT1M\nt: task\nf: s -> c\nf1: b -> t')
      .when(start())
      .andWaits(2)
      .when(timer('b'))
      .then('+b ~c -b >f1 +t')
      .andWaits(0);
  });

  it('count boundary paths as tokens of a complex join', () => {
    given(
      's: start\nf: and\na: task\nx: boundary on a message m\nb: task\nj: complex activationCount >= 1\nt: task\nf0: s -> f\nf1: f -> a\nf2: f -> b\nf3: a -> j\nf4: x -> j\nf5: b -> j\nf6: j -> t',
    )
      .when(start())
      .when(complete('b'))
      .then('-b >f5 +j -j >f6 +t')
      .when(message('m'))
      .then('+x ~a -x >f4 +j ~j');
  });

  it('start each run of a repeated sub-process with its own log', () => {
    given(`
      s: start
      n: script log = ""
      sub: sub {
        a: script a = loopCounter
        ua: script log = log + loopCounter
        undo: throw compensation
        g: a -> undo
        @a handler ua
      }
      f0: s -> n
      f: n -> sub
      @sub loop max 3`)
      .when(start())
      .andVariables({ a: 2, log: '012' });
  });
});
