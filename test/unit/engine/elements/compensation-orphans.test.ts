import { given, message } from '../../../support/engine/scenario.ts';
import { claim, complete, completeUserTask, start } from '../../../support/given-when-then.ts';

/** A booking that can be undone, and an event sub-process whose body undoes it and, in the same step, does something else. */
const BOOKING = (handler: string, inside: string, more = '') => `
  s: start
  book: task
  unbook: ${handler}
  work: task
  undo: throw compensation
  e: end
  f1: s -> book
  f2: book -> work
  f3: work -> undo
  f4: undo -> e
  @book handler unbook
  esp: esp {
    es: start beside message stop
    fork: and
    back: throw compensation
    g1: es -> fork
    g2: fork -> back
    ${inside}
  }
  ${more}`;

/** What ends the body of the event sub-process while the scope around it continues. */
const ENDINGS: Readonly<Record<string, string>> = {
  'a terminate end event': 'halt: end terminate\ng3: fork -> halt',
  'an error that its own event sub-process catches':
    'halt: end error E\ng3: fork -> halt\nin: esp {\nis: start error E\nie: end\ni1: is -> ie\n}',
  'an escalation that its own event sub-process catches':
    'halt: end escalation W\ng3: fork -> halt\nin: esp {\nis: start escalation W\nie: end\ni1: is -> ie\n}',
  'a signal that its own event sub-process hears':
    'halt: throw signal go\ng3: fork -> halt\nin: esp {\nis: start signal go\nie: end\ni1: is -> ie\n}',
};

describe('compensation whose throw ends before its handler begins', () => {
  for (const [ending, inside] of Object.entries(ENDINGS)) {
    it(`runs no handler of the walk when ${ending} ends it in the same step`, () => {
      given(BOOKING('script refunds = (refunds ?? 0) + 1', inside))
        .when(start(), complete('book'), message('stop'))
        .andActive('work')
        .when(complete('work'))
        .thenOf(['unbook', 'undo'], '+undo +unbook -unbook -undo')
        .andVariables({ refunds: 1 })
        .andStatus('completed');
    });

    it(`leaves no handler active when ${ending} ends the walk in the same step`, () => {
      given(BOOKING('task', inside)).when(start(), complete('book'), message('stop')).andActive('work');
    });
  }

  it('compensates once when the transaction around is cancelled in the same step', () => {
    given(`
      s: start
      tx: tx {
        book: script booked = 1
        unbook: script refunds = (refunds ?? 0) + 1
        work: task
        g: book -> work
        @book handler unbook
        esp: esp {
          es: start beside message stop
          fork: and
          back: throw compensation
          halt: end cancel
          g1: es -> fork
          g2: fork -> back
          g3: fork -> halt
        }
      }
      cb: boundary on tx cancel
      f1: s -> tx`)
      .when(start(), message('stop'))
      .thenOf(['unbook', 'work', 'cb'], '+work ~work +unbook -unbook +cb -cb')
      .andVariables({ booked: 1, refunds: 1 })
      .andStatus('completed');
  });

  it('takes every queued handler back when iterations are compensated together', () => {
    given(BOOKING('task', ENDINGS['a terminate end event'] ?? '').replace('@book handler', '@book multi times 3\n@book handler'))
      .when(start(), complete('book'), complete('book'), complete('book'), message('stop'))
      .andActive('work');
  });
});

describe('a compensation item whose handler has completed', () => {
  const model = (handler: string) => `
    s: start
    book: script booked = 1
    unbook: ${handler}
    fork: and
    undo: throw compensation
    other: sub {
      listen: catch signal go
    }
    later, tell: task
    say: throw signal go
    e: end
    f1: s -> book
    f2: book -> fork
    f3: fork -> undo
    f4: fork -> later
    f5: fork -> tell
    f6: tell -> say
    f7: later -> other
    f8: other -> e [false]
    @book handler unbook
    esp: esp {
      es: start error
      again: throw compensation
      wait: task
      g1: es -> again
      g2: again -> wait
    }`;

  it('is not compensated again when the walk is cancelled before it continues', () => {
    given(model('sub {\nhear: catch signal go\n}'))
      .when(start(), complete('later'), complete('tell'))
      .thenOf(['unbook', 'other', 'undo', 'again'], '+undo +unbook +other -unbook !other ~undo +again -again')
      .andActive('esp', 'wait');
  });

  it('is compensated again when the handler was cancelled with the walk', () => {
    given(model('user'))
      .when(start(), complete('later'), complete('tell'))
      .thenOf(['unbook', 'undo', 'again'], '+undo +unbook ~unbook ~undo +again +unbook')
      .when(claim('unbook'), completeUserTask('unbook'))
      .thenOf(['unbook', 'again', 'wait'], '-unbook -again +wait');
  });
});

describe('iterations that are compensated together', () => {
  const model = (catching: string) => `
    s: start
    sub: sub {
      a: script a = 1
      undoing: esp {
        us: start beside compensation
        ue: end
        u1: us -> ue
      }
      ${catching}
    }
    undo: throw compensation
    f1: s -> sub
    f2: sub -> undo
    @sub multi times 2
    @undoing input x = \${nothing.at.all()}`;

  it('each find the catcher of their failure when they fail at the same time', () => {
    given(model('saving: esp {\nss: start error\nhelp: task\nh1: ss -> help\n}'))
      .when(start())
      .thenOf(['undoing', 'saving'], '+undoing !undoing +saving +undoing !undoing +saving')
      .when(complete('help'), complete('help'))
      .thenOf(['saving', 'undo'], '-saving -saving -undo')
      .andStatus('completed');
  });

  it('begin no more when the failure of one ends the walk', () => {
    given(model('')).when(start()).thenOf(['undoing', 'undo'], '+undo +undoing !undoing ~undo').andStatus('failed');
  });
});
