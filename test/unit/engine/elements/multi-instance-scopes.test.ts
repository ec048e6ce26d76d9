import { childCompleted, childFailed, childStarted, given, message } from '../../../support/engine/scenario.ts';
import { cancelUserTask, claim, completeUserTask, failUserTask, start } from '../../../support/given-when-then.ts';

const PEOPLE = { people: ['a', 'b', 'c'] };

describe('multi-instance', () => {
  describe('of a sub-process', () => {
    const model = `
      s: start
      sub: sub {
        is: start
        w: user assignee=ann
        calc: script double = n * 2
        ie: end
        i1: is -> w
        i2: w -> calc
        i3: calc -> ie
      }
      e: end
      f1: s -> sub
      f2: sub -> e`;

    it('gives each iteration its own body', () => {
      const w = (at: number, n: number) => [
        (state: { byElement: ReadonlyMap<string, ReadonlySet<number>> }) => ({
          type: 'ClaimUserTask' as const,
          entry: [...(state.byElement.get('w') ?? [])][at] ?? 0,
          userId: 'ann',
          userGroups: [],
        }),
        (state: { byElement: ReadonlyMap<string, ReadonlySet<number>> }) => ({
          type: 'CompleteUserTask' as const,
          entry: [...(state.byElement.get('w') ?? [])][at] ?? 0,
          userId: 'ann',
          variables: { n },
        }),
      ];
      given(`${model}\n@sub multi times 3 into all from double`)
        .when(start())
        .then('=started +s -s >f1 +sub +sub#0 +sub#1 +sub#2 +is -is >i1 +is -is >i1 +is -is >i1 +w +w +w')
        .when(...w(2, 3))
        .then('-w >i2 +calc -calc >i3 +ie -ie -sub#2')
        .when(...w(0, 1), ...w(0, 2))
        .andVariables({ all: [2, 4, 6] })
        .andStatus('completed');
    });

    it('ends an iteration without completing it when its last token is cancelled', () => {
      given(`${model}\n@sub multi times 2 into all from double`)
        .when(start())
        .when(cancelUserTask('w'))
        .then('~w ~sub#0')
        .when(claim('w'), completeUserTask('w', { n: 4 }))
        .then('-w >i2 +calc -calc >i3 +ie -ie -sub#1 -sub >f2 +e -e =completed')
        .andVariables({ all: [8] });
      given(`${model}\n@sub multi times 2`)
        .when(start(), cancelUserTask('w'))
        .when(cancelUserTask('w'))
        .then('~w ~sub#1 ~sub =cancelled');
    });

    it('ends only its own iteration when a terminate end event is reached', () => {
      const body = model
        .replace('ie: end', 'ie: end terminate')
        .replace('i1: is -> w', 'i0: is -> idle\ni1: is -> w')
        .replace('w: user', 'idle: task\nw: user');
      given(`${body}\n@sub multi times 2`)
        .when(start())
        .when(claim('w'), completeUserTask('w', { n: 4 }))
        .then('-w >i2 +calc -calc >i3 +ie -ie ~idle -sub#0')
        .andActive('sub', 'sub', 'idle', 'w');
    });

    it('cancels every iteration when an error is caught on the loop', () => {
      given(`${model}\nb: boundary on sub catch E\n@sub multi times 2`)
        .when(start())
        .when(failUserTask('w', 'E'))
        .then('!w E +b ~w ~sub#1 ~sub#0 ~sub -b =completed');
    });

    it('arms event sub-processes per iteration', () => {
      const body = model.replace(
        'ie: end',
        'ie: end\nesp: esp {\nes: start beside message ping\nn: script pings = (pings ?? 0) + 1\nx1: es -> n\n}',
      );
      given(`${body}\n@sub multi times 2 into all from pings`)
        .when(start())
        .andWaits(2)
        .when(message('ping'))
        .then('+esp +es -es >x1 +n -n -esp +esp +es -es >x1 +n -n -esp')
        .when(claim('w'), completeUserTask('w', { n: 1 }), message('ping'))
        .when(claim('w'), completeUserTask('w', { n: 1 }))
        .andVariables({ all: [1, 2] });
    });

    it('nests when a loop is in a loop', () => {
      given(
        `s: start\nout: sub {\nin: script cell = loopCounter\n@in multi over row as v into made from v * 10\n}\nf: s -> out\n@out multi over rows as row into all from made`,
      )
        .when(start({ rows: [[1, 2], [], [3]] }))
        .andVariables({ rows: [[1, 2], [], [3]], all: [[10, 20], [], [30]] });
    });
  });

  describe('of a call activity', () => {
    const model = `s: start\nc: call child\ne: end\nf1: s -> c\nf2: c -> e\n@c multi over people as who into all from r`;

    it('starts a child per iteration, with the names of the iteration', () => {
      given(model)
        .when(start(PEOPLE))
        .then('=started +s -s >f1 +c +c#0 +c#1 +c#2 ^call child ^call child ^call child')
        .andEvent({ type: 'ChildStartRequested', variables: { ...PEOPLE, loopCounter: 1, who: 'b' } })
        .when(childStarted('c'), childStarted('c', 1), childStarted('c', 2))
        .when(childCompleted('c', { r: 'B' }, 1), childCompleted('c', { r: 'C' }, 1), childCompleted('c', { r: 'A' }))
        .andVariables({ ...PEOPLE, all: ['A', 'B', 'C'] });
    });

    it('cancels the other children when one fails', () => {
      given(model)
        .when(start(PEOPLE), childStarted('c'), childStarted('c', 1), childStarted('c', 2))
        .when(childFailed('c', 'E', 1))
        .then('!c#1 E ~c#2 ~c#0 !c E =failed E')
        .andEvent({ type: 'ChildCancelRequested', element: 'c' });
    });
  });
});
