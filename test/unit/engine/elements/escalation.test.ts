import { expect } from 'chai';
import type { EngineCommandOf } from '../../../../src/engine/commands.ts';
import { effectOf } from '../../../../src/engine/effects/effects-of-event.ts';
import type { Variables } from '../../../../src/engine/values.ts';
import { childCompleted, childEscalated, childStarted, given } from '../../../support/engine/scenario.ts';
import { complete, start } from '../../../support/given-when-then.ts';

const INNER = `
  s: start
  out: sub {
    sub: sub {
      a: script a = 1
      say: throw escalation W
      more: task
      g1: a -> say
      g2: say -> more
    }
    after: task
    o1: sub -> after
  }
  f1: s -> out`;

describe('escalation', () => {
  it('lets the thrower continue when a non-interrupting boundary event catches it', () => {
    given(`${INNER}\nw: boundary on out beside escalation W code=why\nn: script n = why\nf2: w -> n`)
      .when(start())
      .thenOf(['say', 'w', 'n', 'more'], '+say -say +w -w +n -n +more')
      .andActive('out', 'sub', 'more')
      .andVariables({ n: 'W', why: 'W' });
  });

  it('interrupts the host when the boundary event interrupts, and keeps what was written', () => {
    given(`${INNER}\nw: boundary on out escalation W\nn: script n = a\nf2: w -> n`)
      .when(start())
      .then('=started +s -s >f1 +out +sub +a -a >g1 +say -say ^escalation W +w ~sub ~out -w >f2 +n -n =completed')
      .andVariables({ a: 1, n: 1 });
  });

  it('keeps what a path of a fork wrote when it escalates its own scope away', () => {
    given(`
      s: start
      sub: sub {
        fork: and
        a: script a = 1
        say: throw escalation W
        b: script b = 1
        idle: task
        g1: fork -> a
        g2: a -> say
        g3: fork -> b
        g4: b -> idle
      }
      w: boundary on sub escalation
      f1: s -> sub`)
      .when(start())
      .thenOf(['say', 'w', 'idle', 'sub'], '+sub +say -say +w ~sub -w')
      .andVariables({ a: 1, b: 1 });
  });

  it('ends at the first catcher from the inside out', () => {
    given(
      `${INNER.replace('after: task', 'after: task\nin: boundary on sub beside escalation\nx: script x = 1\no2: in -> x')}\nw: boundary on out escalation W`,
    )
      .when(start())
      .thenOf(['in', 'w', 'x'], '+in -in +x -x');
  });

  it('prefers the exact code to a catch-all in one place', () => {
    given(
      `${INNER}\nall: boundary on out beside escalation\nw: boundary on out beside escalation W\nother: boundary on out escalation V`,
    )
      .when(start())
      .thenOf(['all', 'w', 'other'], '+w -w');
  });

  it('changes nothing when no one catches', () => {
    given(INNER)
      .when(start())
      .thenOf(['say', 'more'], '+say -say +more')
      .andEvent({ type: 'EscalationThrown', code: 'W', caught: false });
  });

  it('is caught by an event sub-process of its scope, interrupting or not', () => {
    const model = (kind: string) =>
      INNER.replace('more: task', `more: task\nesp: esp {\nes: start ${kind} W\nh: task\nx1: es -> h\n}`);
    given(model('beside escalation')).when(start()).thenOf(['say', 'esp', 'h', 'more'], '+say -say +esp +h +more');
    given(model('escalation'))
      .when(start())
      .thenOf(['say', 'esp', 'h', 'more'], '+say -say +esp +h')
      .when(complete('h'))
      .then('-h -esp -sub >o1 +after');
  });

  it('fires a non-interrupting event sub-process each time it is thrown', () => {
    given(
      `s: start\nsub: sub {\nsay: throw escalation W\nesp: esp {\nes: start beside escalation W\nh: script n = (n ?? 0) + 1\nx1: es -> h\n}\n}\nf: s -> sub\n@sub loop max 3`,
    )
      .when(start())
      .andVariables({ n: 3 });
  });

  it('is not caught by the event sub-process that throws it', () => {
    given(
      `s: start\nwork: task\nf: s -> work\nesp: esp {\nes: start beside signal go\nsay: end escalation W\nx1: es -> say\n}\nesp2: esp {\nes2: start beside escalation W\nsay2: end escalation W\ny1: es2 -> say2\n}`,
    )
      .when(start())
      .when((state) =>
        [...state.subscriptions.values()].map((s) => ({ type: 'Deliver' as const, subscription: s.ordinal, variables: {} })),
      )
      .thenOf(['say', 'say2', 'esp', 'esp2'], '+esp +say -say +esp2 -esp +say2 -say2 -esp2');
  });

  it('reaches the loop from an iteration, and interrupts all of them', () => {
    given(
      's: start\nsub: sub {\nt: task\nsay: end escalation W\ng: t -> say\n}\nw: boundary on sub escalation W\nf: s -> sub\n@sub multi times 2',
    )
      .when(start())
      .when(complete('t'))
      .then('-t >g +say -say ^escalation W +w ~t ~sub#1 ~sub#0 ~sub -w =completed');
  });

  describe('of a called instance', () => {
    const CALL = 's: start\nc: call child\nafter: task\nf1: s -> c\nf2: c -> after';

    it('reaches the boundary event of the call with what passes the output rules', () => {
      given(`${CALL}\nw: boundary on c beside escalation W code=why\nt: task\nf3: w -> t\n@c out none\n@c out got = \${x}`)
        .when(start(), childStarted('c'))
        .when(childEscalated('c', 'W', { x: 1, y: 2 }))
        .then('+w -w >f3 +t')
        .when(complete('t'), childCompleted('c', { x: 3 }), complete('after'))
        .andVariables({ got: 3, why: 'W' });
    });

    it('cancels the child when the catcher interrupts', () => {
      given(`${CALL}\nw: boundary on c escalation W\nf3: w -> after`)
        .when(start(), childStarted('c'))
        .when(childEscalated('c', 'W'))
        .then('+w ~c -w >f3 +after')
        .andEvent({ type: 'ChildCancelRequested', element: 'c' });
    });

    it('continues to the caller of the caller when no one here catches', () => {
      given(CALL)
        .when(start(), childStarted('c'))
        .when(childEscalated('c', 'W', { x: 1 }))
        .then('^escalation W')
        .andEvent({ type: 'EscalationThrown', caught: false })
        .andActive('c');
    });

    it('passes on what the thrower gave, after the output rules of the call, when there is a caller', () => {
      const caller = { instanceId: 'parent', entry: 7, catches: { codes: [], all: false }, depth: 1 };
      const called = { ...(start({ mine: 1 }) as EngineCommandOf<'StartInstance'>), caller };
      const passed = (notation: string) => {
        const middle = given(notation)
          .when(called, childStarted('c'))
          .when(childEscalated('c', 'W', { x: 1, mine: 2 }));
        const thrown = middle.thrown('EscalationThrown');
        return effectOf(thrown, middle.state);
      };
      const told = (variables: Variables) => ({
        kind: 'sendCommand',
        instanceId: 'parent',
        command: { type: 'ChildEscalated', entry: 7, code: 'W', variables },
      });
      expect(passed(CALL)).to.deep.equal(told({ x: 1, mine: 2 }));
      expect(passed(`${CALL}\n@c out none\n@c out got = \${x}`)).to.deep.equal(told({ got: 1 }));
    });

    it('carries the root variables when it is thrown here, also in journals of earlier versions', () => {
      const caller = { instanceId: 'parent', entry: 7, catches: { codes: [], all: false }, depth: 1 };
      const called = { ...(start({ mine: 1 }) as EngineCommandOf<'StartInstance'>), caller };
      const child = given('s: start\nsay: end escalation W\nf: s -> say').when(called);
      expect(effectOf(child.thrown('EscalationThrown'), child.state)).to.have.nested.property('command.variables.mine', 1);
    });
  });
});
