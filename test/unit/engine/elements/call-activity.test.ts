import type { Caller } from '../../../../src/engine/events/records.ts';
import {
  cancelInstance,
  childCancelled,
  childCompleted,
  childFailed,
  childStarted,
  given,
  message,
} from '../../../support/engine/scenario.ts';
import { cancelUserTask, complete, start } from '../../../support/given-when-then.ts';

const CALL = 's: start\nc: call child\nt: task\nf1: s -> c\nf2: c -> t';
const CALLED = (catches: Caller['catches']) =>
  ({
    ...(start() as Extract<ReturnType<typeof start>, { type: 'StartInstance' }>),
    caller: { instanceId: 'parent', entry: 7, catches, depth: 1 },
  }) as const;

describe('a call activity', () => {
  it('asks for a child with everything it can read and takes back everything the child has', () => {
    given(CALL)
      .when(start({ a: 1 }))
      .then('=started +s -s >f1 +c ^call child')
      .andEvent({ type: 'ChildStartRequested', key: 'child', binding: 'latest', bindingValue: null, variables: { a: 1 } })
      .when(childStarted('c'))
      .when(childCompleted('c', { a: 2, b: 3 }))
      .then('-c >f2 +t')
      .andVariables({ a: 2, b: 3 });
  });

  it('passes only its mappings when the flags specify it', () => {
    given(`${CALL}\n@c in none\n@c in x = \${a + 1}\n@c out none\n@c out y = \${r * 2}`)
      .when(start({ a: 1 }))
      .andEvent({ type: 'ChildStartRequested', variables: { x: 2 } })
      .when(childCompleted('c', { r: 5, a: 9 }))
      .andVariables({ a: 1, y: 10 });
  });

  it('evaluates what comes out over the variables of the child alone', () => {
    given(`${CALL}\n@c out none\n@c out y = \${secret ?? "none"}`)
      .when(start({ secret: 1 }))
      .when(childCompleted('c', {}))
      .andVariables({ secret: 1, y: 'none' });
  });

  it('fails with 400 when a mapping fails', () => {
    given(`${CALL}\n@c in x = \${1 + true}`).when(start()).then('=started +s -s >f1 +c !c 400 =failed 400');
    given(`${CALL}\n@c out x = \${1 + true}`).when(start()).when(childCompleted('c')).then('!c 400 =failed 400');
  });

  it('resolves its called element and its version when it runs', () => {
    given(`s: start\nc: call \${which} version \${v}\nf1: s -> c`)
      .when(start({ which: 'other', v: '3' }))
      .andEvent({ type: 'ChildStartRequested', key: 'other', binding: 'version', bindingValue: '3' });
    given(`s: start\nc: call \${which}\nf1: s -> c`).when(start()).then('=started +s -s >f1 +c !c 500 =failed 500');
  });

  it('fails when it would be too deep', () => {
    given(CALL, { context: { limits: { maxCallDepth: 1 } } })
      .when(CALLED({ codes: [], all: false }))
      .then('=started +s -s >f1 +c !c 500 =failed 500')
      .andFailure('c', /call depth of 1/);
  });

  it('fails with the code of the child, which its boundary event catches', () => {
    given(`${CALL}\nb: boundary on c catch E code=why`)
      .when(start(), childStarted('c'))
      .when(childFailed('c', 'E'))
      .then('!c E +b -b =completed')
      .andVariables({ why: 'E' });
    given(CALL).when(start(), childStarted('c')).when(childFailed('c', 'E')).then('!c E =failed E');
  });

  it('is cancelled when its child is, and so is what waits for it alone', () => {
    given(CALL).when(start(), childStarted('c')).when(childCancelled('c')).then('~c =cancelled');
    given(`s: start\nf: and\n${CALL.replace('s: start\n', '').replace('f1: s', 'f1: f')}\nu: task\nf0: s -> f\nf3: f -> u`)
      .when(start(), childStarted('c'))
      .when(childCancelled('c'))
      .then('~c')
      .andActive('u');
  });

  it('ignores the result of its child after it has ended', () => {
    given(`${CALL}\nb: boundary on c message stop`)
      .when(start(), childStarted('c'), message('stop'))
      .when(childCompleted('c', { x: 1 }), childFailed('c', 'E'), childCancelled('c'))
      .then('');
  });

  it('notifies its child when the instance is cancelled or fails elsewhere', () => {
    given(CALL)
      .when(start(), childStarted('c'))
      .when(cancelInstance())
      .then('~c =cancelled')
      .andEvent({ type: 'ChildCancelRequested', reason: 'Cancelled by parent' });
  });

  it('takes the text of what its key and version give, a number too', () => {
    given('s: start\nc: call #{7} version #{v}\nf: s -> c')
      .when(start({ v: 2 }))
      .andEvent({ type: 'ChildStartRequested', key: '7', binding: 'version', bindingValue: '2' });
    given('s: start\nc: call child version #{v}\nf: s -> c').when(start()).then('=started +s -s >f +c !c 500 =failed 500');
  });

  it('sends the child the codes that its callers catch, up the chain', () => {
    const model = `s: start\nsub: sub {\nc: call child\nb1: boundary on c catch A\nesp: esp {\nes: start error B\n}\n}\nb2: boundary on sub catch C\nnot: boundary on sub escalation D\nf: s -> sub`;
    given(model)
      .when(start())
      .andEvent({
        type: 'ChildStartRequested',
        caller: {
          instanceId: '00000000-0000-5000-8000-000000000001',
          entry: 7,
          catches: { codes: ['A', 'B', 'C'], all: false },
          depth: 1,
        },
      });
    given(model.replace('catch C', ''))
      .when(CALLED({ codes: ['Z'], all: false }))
      .andEvent({
        type: 'ChildStartRequested',
        caller: {
          instanceId: '00000000-0000-5000-8000-000000000001',
          entry: 7,
          catches: { codes: ['Z', 'A', 'B'], all: true },
          depth: 2,
        },
      });
  });

  it('leaves out the codes of event sub-processes in a loop body that one of them has taken over', () => {
    given(
      's: start\nsub: sub {\nt: task\ngo: esp {\ngs: start message go\nc: call child\ng: gs -> c\n}\nesp: esp {\nes: start error B\n}\n}\nf: s -> sub\n@sub multi times 1',
    )
      .when(start(), message('go'))
      .andEvent({
        type: 'ChildStartRequested',
        caller: {
          instanceId: '00000000-0000-5000-8000-000000000001',
          entry: 16,
          catches: { codes: [], all: false },
          depth: 1,
        },
      });
  });
});

describe('a called instance', () => {
  const CHILD_MODEL =
    's: start\nf: and\nwork: task\nset: script x = 1\nbad: end error B1\nf0: s -> f\nf1: f -> work\nf2: f -> set\nf3: set -> bad';

  it('ends with the error and cancels the rest when a caller catches the code', () => {
    given(CHILD_MODEL)
      .when(CALLED({ codes: ['B1'], all: false }))
      .then('=started +s -s >f0 +f -f >f1 >f2 +work +set -set >f3 +bad -bad ^error B1 ~work =completed error B1')
      .andVariables({ x: 1 });
    given(CHILD_MODEL)
      .when(CALLED({ codes: [], all: true }))
      .andStatus('completed');
  });

  it('continues when no caller catches the code', () => {
    given(CHILD_MODEL)
      .when(CALLED({ codes: ['B2'], all: false }))
      .andActive('work')
      .when(complete('work'))
      .andStatus('completed');
    given(CHILD_MODEL).when(start()).andActive('work');
  });

  it('ends with the error out of a sub-process, merging what was written', () => {
    given(
      's: start\nsub: sub {\na: script x = 1\nbad: end error B1\ng: a -> bad\n}\nu: user\nf: and\nf0: s -> f\nf1: f -> u\nf2: f -> sub',
    )
      .when(CALLED({ codes: ['B1'], all: false }))
      .andStatus('completed')
      .andVariables({ x: 1 });
  });

  it('leaves cancelled when its last token is cancelled', () => {
    given('s: start\nu: user\nf: s -> u')
      .when(CALLED({ codes: [], all: false }))
      .when(cancelUserTask('u'))
      .then('~u =cancelled');
  });
});
