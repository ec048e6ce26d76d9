import { childCompleted, childStarted, completeJob, given, message, signal } from '../support/engine/scenario.ts';
import { cancelUserTask, claim, complete, failUserTask, start } from '../support/given-when-then.ts';
import type { EngineUnderTest } from '../support/given-when-then-driver.ts';

type Probe = (engine: EngineUnderTest) => void;

const CALL = 's: start\nc: call child\nt: task\nf1: s -> c\nf2: c -> t';

/** Events, boundaries, calls, jobs and mappings. */
const OF_EVENTS: readonly Probe[] = [
  (engine) => {
    const join =
      's: start\nf: or\na: task\nb: task\nx: boundary on a message m\nae: end\nj: or\nf0: s -> f\nf1: f -> a\nf2: f -> b\nf3: a -> ae\nf4: x -> j\nf5: b -> j';
    given(join, { engine }).when(start(), complete('b')).andActive('a', 'j').when(message('m')).andStatus('completed');
  },
  (engine) => {
    const model = 's: start\nh: user\nb: boundary on h beside message go\nout: task\nf1: s -> h\nf2: b -> out';
    given(model, { engine })
      .when(start(), message('go', '', { x: 1 }))
      .andVariables({})
      .when(complete('out'))
      .andVariables({ x: 1 });
  },
  (engine) => {
    given('s: start\nh: script y = 1\nb: boundary on h message go key = missing\nf1: s -> h', { engine })
      .when(start())
      .andStatus('completed');
    given('s: start\nh: user\nb: boundary on h when x > 1\nf1: s -> h', { engine })
      .when(start({ x: 2 }))
      .then('=started +s -s >f1 +h +b ~h -b =completed');
    given('s: start\nc: catch message go key = id\nf: s -> c', { engine })
      .when(start({ id: ' ' }))
      .andStatus('failed');
  },
  (engine) => {
    const model = 's: start\nwork: task\nf1: s -> work\nesp: esp {\nes: start message stop\nh: task\nx1: es -> h\n}';
    given(model, { engine })
      .when(start())
      .andWaits(1)
      .when(message('stop'))
      .andEvent({ type: 'VariableScopeOpened', kind: 'handler' })
      .andWaits(0);
  },
  (engine) => {
    given('s: start\nsay: throw escalation W\nf: s -> say', { engine })
      .when(start())
      .andEvent({ type: 'EscalationThrown', caught: false });
    given(`s: start\nsay: throw message go\nafter: script x = "own"\nf1: s -> say\nf2: say -> after\n@say input x = \${1}`, {
      engine,
    })
      .when(start())
      .andVariables({ x: 'own' });
    given(
      's: start\nsub: sub {\nfork: and\na: script a = 1\nsay: throw escalation W\nb: task\ng1: fork -> a\ng2: a -> say\ng3: fork -> b\n}\nw: boundary on sub escalation\nf1: s -> sub',
      { engine },
    )
      .when(start())
      .andVariables({ a: 1 });
  },
  (engine) => {
    given(`${CALL}\n@c in none\n@c in x = \${a + 1}`, { engine })
      .when(start({ a: 1 }))
      .andEvent({ type: 'ChildStartRequested', variables: { x: 2 } })
      .when(childCompleted('c', { y: 1 }))
      .andVariables({ a: 1, y: 1 });
    const caller = { instanceId: 'parent', entry: 7, catches: { codes: ['Z'], all: false }, depth: 1 };
    const called = { ...start(), caller } as ReturnType<typeof start>;
    const known = { catches: { codes: ['Z'], all: false }, depth: 2 };
    given(CALL, { engine })
      .when(called)
      .andEvent({
        type: 'ChildStartRequested',
        caller: { instanceId: '00000000-0000-5000-8000-000000000001', entry: 4, ...known },
      });
    given(CALL, { engine, context: { limits: { maxCallDepth: 1 } } })
      .when(called)
      .andStatus('failed');
  },
  (engine) => {
    given(`s: start\nj: service type mail\nf1: s -> j\n@j input to = \${who}`, { engine })
      .when(start({ who: 'ann' }))
      .andEvent({ type: 'JobCreated', inputs: { to: 'ann' } })
      .when(completeJob('j', { x: 1 }))
      .andVariables({ who: 'ann' });
    for (const kind of ['output', 'camunda'])
      given(`s: start\nt: task\nf1: s -> t\n@t input x = \${5}\n@t ${kind} x = \${x + 1}`, { engine })
        .when(start(), complete('t'))
        .andVariables({ x: 6 });
  },
  (engine) => {
    given('s: start\na: task\nj: task\nf0: s -> a\nf1: a -> j\n@a quantity 1 3\n@j quantity 3 1', { engine })
      .when(start())
      .when(complete('a'))
      .then('-a >f1 >f1 >f1 +j @j @j')
      .when(complete('j'))
      .andStatus('completed');
  },
];

/** Loops, ad-hoc bodies, compensation. */
const OF_LOOPS: readonly Probe[] = [
  (engine) => {
    const limits = { maxIterations: 2 };
    given('s: start\nw: task\nf: s -> w\n@w multi times 3', { engine, context: { limits } }).when(start()).andStatus('failed');
    given('s: start\nw: script n = n + 1\nf: s -> w\n@w loop max 3', { engine })
      .when(start({ n: 0 }))
      .andVariables({ n: 3 });
  },
  (engine) => {
    given('s: start\nsub: sub {\nw: user\n}\nf: s -> sub\n@sub multi times 2', { engine })
      .when(start(), cancelUserTask('w'), cancelUserTask('w'))
      .andStatus('cancelled');
  },
  (engine) => {
    given('s: start\nad: adhoc {\na: task\nb: task\nc: task\ng: b -> c\n}\nf: s -> ad\n@ad sequential', { engine })
      .when(start())
      .andActive('ad', 'a')
      .when(complete('a'))
      .andActive('ad', 'b');
    given('s: start\nad: adhoc {\na: task\nb: task\nc: task\ng: b -> c\n}\nf: s -> ad', { engine })
      .when(start())
      .andActive('ad', 'a', 'b');
  },
  (engine) => {
    const twice =
      's: start\na: script a = 1\nua: task\nfork: and\nt1: throw compensation\nt2: throw compensation\nf1: s -> a\nf2: a -> fork\nf3: fork -> t1\nf4: fork -> t2\n@a handler ua';
    given(twice, { engine }).when(start()).andActive('t1', 'ua').when(complete('ua')).andStatus('completed');
  },
  (engine) => {
    const plain =
      's: start\na: script a = 1\nsub: sub {\nb: script b = 1\n}\nundo: throw compensation\nf1: s -> a\nf2: a -> sub\nf3: sub -> undo';
    given(plain, { engine }).when(start()).andEvent({ type: 'CompensationStarted', items: [] });
  },
  (engine) => {
    const seeds = `s: start\na: script a = amount\nua: script seen = amount\nundo: throw compensation\nf1: s -> a\nf2: a -> undo\n@a input amount = \${5}\n@a handler ua`;
    given(seeds, { engine }).when(start()).andVariables({ a: 5, seen: 5 });
  },
  (engine) => {
    const outlive =
      's: start\na: script a = 1\nua: task\nwork: task\nf1: s -> a\nf2: a -> work\nesp: esp {\nes: start beside message go\nfork: and\nundo: throw compensation\nt: task\nstop: end terminate\nx1: es -> fork\nx2: fork -> undo\nx3: fork -> t\nx4: t -> stop\n}\n@a handler ua';
    given(outlive, { engine }).when(start(), message('go'), complete('t')).andActive('work');
  },
  (engine) => {
    const again =
      's: start\ntx: tx {\na: script a = 1\nua: sub {\nx: task\nno2: end cancel\ng0: x -> no2\n}\nb: script b = 1\nub: script n = (n ?? 0) + 1\nno: end cancel\ng1: b -> a\ng2: a -> no\n@a handler ua\n@b handler ub\n}\nf: s -> tx';
    given(again, { engine })
      .when(start())
      .andActive('tx', 'ua', 'x')
      .when(complete('x'))
      .andVariables({ a: 1, b: 1, n: 1 })
      .andStatus('completed');
  },
  (engine) => {
    given('s: start\nf: and\na: catch signal go\nb: task\nf0: s -> f\nf1: f -> a\nf2: f -> b', { engine })
      .when(start())
      .andWaits(1)
      .when(signal('go'))
      .andWaits(0);
  },
];

/** Single behaviours, texts, limits. */
const OF_BEHAVIOURS: readonly Probe[] = [
  (engine) => {
    given('s: start\np: pass\nsub: sub {\n}\nf: s -> p\nf1: p -> sub', { engine }).when(start()).andStatus('completed');
    given(`s: start\nu: user users=\${list}\nf: s -> u`, { engine })
      .when(start({ list: [' ann ', '', 'bob'] }))
      .andEvent({ type: 'UserTaskCreated', candidateUsers: ['ann', 'bob'] });
    given('s: start\nu: user groups=staff\nf: s -> u', { engine })
      .when(start(), claim('u', 'zoe', 'staff'))
      .andActive('u');
  },
  (engine) => {
    given('s: start\nsub: sub {\na: script execution.setVariable("x", 5)\nt: task\ng: a -> t\n}\nf: s -> sub', { engine })
      .when(start({ x: 1 }))
      .andVariables({ x: 5 });
    given(`s: start\nt: task\nf1: s -> t\n@t output a.b = \${x}\n@t output a.c = \${a.b + 1}`, { engine })
      .when(start(), complete('t', { x: 1 }))
      .andVariables({ a: { b: 1, c: 2 } });
  },
  (engine) => {
    const failing =
      's: start\nf: and\nc: call child\nu: user\nf0: s -> f\nf1: f -> c\nf2: f -> u\nesp: esp {\nes: start message m\n}';
    given(failing, { engine })
      .when(start(), childStarted('c'))
      .when(failUserTask('u', 'E'))
      .andEvent({ type: 'ChildCancelRequested', element: 'c' })
      .andWaits(0);
    const twice =
      's: start\nw: task\nf: s -> w\nesp: esp {\nes: start message m\nu: user\ng: es -> u\n}\nother: esp {\nos: start error E\n}';
    given(twice, { engine }).when(start(), message('m'), failUserTask('u', 'E')).andStatus('failed');
  },
  (engine) => {
    const writing = 's: start\na: script x = "0123456789"; y = x\nb: script z = x\nf: s -> a\nf1: a -> b';
    given(writing, { engine, context: { limits: { maxWriteSize: 20 } } })
      .when(start())
      .andStatus('failed');
    given(writing, { engine, context: { limits: { maxVariablesSize: 40 } } })
      .when(start())
      .andStatus('failed');
  },
  (engine) => {
    const itself =
      's: start\nsay: throw escalation W\nf: s -> say\nesp: esp {\nes: start beside escalation W\nagain: end escalation W\ng: es -> again\n}';
    given(itself, { engine, context: { limits: { maxSteps: 50 } } })
      .when(start())
      .andStatus('completed');
  },
];

/** Small runs of rules that neither a golden trace nor a random process shows, or shows late. */
export const PROBES_OF_ELEMENTS: readonly Probe[] = [...OF_EVENTS, ...OF_LOOPS, ...OF_BEHAVIOURS];
