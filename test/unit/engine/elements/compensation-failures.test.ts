import { given, message, timer } from '../../../support/engine/scenario.ts';
import { complete, failUserTask, start } from '../../../support/given-when-then.ts';
import { TRIP } from './compensation-models.ts';

describe('compensation whose handler fails', () => {
  const model = (catcher: string) => `
    s: start
    sub: sub {
      a: script a = 1
      ua: user
      b: script b = 1
      ub: script log = "b"
      undo: throw compensation
      g1: b -> a
      g2: a -> undo
    }
    e: end
    f1: s -> sub
    f2: sub -> e
    @a handler ua
    @b handler ub
    ${catcher}`;

  it('interrupts the sub-process around when that catches', () => {
    given(model('x: boundary on sub catch E\nxe: end\nf3: x -> xe'))
      .when(start())
      .when(failUserTask('ua', 'E'))
      .then('!ua E +x ~undo ~sub -x >f3 +xe -xe =completed')
      .andVariables({ a: 1, b: 1 });
  });

  it('fails the instance when no one catches', () => {
    given(model('')).when(start()).when(failUserTask('ua', 'E')).then('!ua E ~undo ~sub =failed E');
  });

  it('counts as ended when its own boundary event catches', () => {
    given(model('').replace('g1: b', 'x: boundary on ua\nxt: script caught = true\ng3: x -> xt\ng1: b'))
      .when(start())
      .when(failUserTask('ua', 'E'))
      .thenOf(['ua', 'x', 'xt', 'ub', 'undo', 'sub'], '!ua +x -x +xt -xt +ub -ub -undo -sub')
      .andVariables({ a: 1, b: 1, caught: true, log: 'b' })
      .andStatus('completed');
  });
});

it('is caught around the throw when the handler of an iteration fails', () => {
  given(
    `
    s: start
    sub: sub {
      a: script a = loopCounter
      ua: user
      undo: throw compensation
      g: a -> undo
    }
    x: boundary on sub catch E
    f: s -> sub
    @a multi times 2
    @a handler ua`,
  )
    .when(start())
    .when(failUserTask('ua', 'E'))
    .then('!ua E +x ~ua ~undo ~sub -x =completed');
});

it('ends the item when a boundary event interrupts its handler', () => {
  given(
    TRIP('throw compensation').replace(
      'work: task',
      'work: task\nlate: boundary on uncar timer PT1M\nping: boundary on uncar beside message ping\nn: script n = (n ?? 0) + 1\ng: ping -> n\nl: script late = true\ng2: late -> l',
    ),
  )
    .when(start(), complete('work'))
    .andWaits(2)
    .when(message('ping'))
    .then('+ping -ping >g +n -n')
    .when(timer('late'))
    .thenOf(['late', 'uncar', 'unhotel', 'undo'], '+late ~uncar -late +unhotel -unhotel -undo')
    .andVariables({ hotel: 'undone', car: 'booked', order: 'h', n: 1, late: true })
    .andStatus('completed');
});

describe('compensation whose throw ends early', () => {
  it('ends the handlers it started when the throw is terminated', () => {
    given(`
      s: start
      a: script a = 1
      ua: task
      work: task
      f1: s -> a
      f2: a -> work
      esp: esp {
        es: start beside message go
        fork: and
        undo: throw compensation
        t: task
        stop: end terminate
        x1: es -> fork
        x2: fork -> undo
        x3: fork -> t
        x4: t -> stop
      }
      @a handler ua`)
      .when(start(), message('go'))
      .andActive('work', 'esp', 'undo', 't', 'ua')
      .when(complete('t'))
      .andActive('work');
  });
});
