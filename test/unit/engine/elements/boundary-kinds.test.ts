import { expect } from 'chai';
import { childStarted, completeJob, failJob, given, message, signal, timer } from '../../../support/engine/scenario.ts';
import { claim, complete, completeUserTask, start } from '../../../support/given-when-then.ts';

/** Everything a boundary event may sit on that waits, with what ends its wait. */
const HOSTS: Readonly<Record<string, string>> = {
  task: 'h: task',
  'user task': 'h: user',
  'service task': 'h: service type mail',
  'receive task': 'h: receive message in',
  'call activity': 'h: call child',
  'sub-process': 'h: sub {\ninner: task\n}',
  transaction: 'h: tx {\ninner: task\n}',
  'ad-hoc sub-process': 'h: adhoc {\ninner: task\n}',
  'catch event': 'h: catch message in',
  'multi-instance task': 'h: task\n@h multi times 2',
  'sequential multi-instance sub-process': 'h: sub {\ninner: task\n}\n@h multi sequential times 2',
  'loop of tasks': 'h: task\n@h loop max 2',
};
const MODEL = (host: string, boundary: string) =>
  `s: start\n${host}\nb: boundary on h ${boundary}\nout: task\ne: end\nf1: s -> h\nf2: h -> e\nf3: b -> out`;

describe('a boundary event', () => {
  for (const [name, host] of Object.entries(HOSTS)) {
    it(`interrupts a ${name} by message, signal, timer and condition`, () => {
      for (const [kind, occurrence] of [
        ['message go', message('go', '', { x: 1 })],
        ['signal go', signal('go', { x: 1 })],
        ['timer PT1H', timer('b')],
      ] as const) {
        const run = given(MODEL(host, kind)).when(start()).when(occurrence);
        run.andActive('out').andWaits(0);
        if (kind !== 'timer PT1H') run.andVariables({ x: 1 });
        run.when(complete('out')).andStatus('completed');
      }
      given(`${MODEL(host, 'when x > 1')}\nset: esp {\nss: start beside message set\n}`)
        .when(start({ x: 0 }), message('set', '', { x: 2 }))
        .andActive('out');
    });

    it(`fires next to a ${name} and leaves it alone`, () => {
      const run = given(MODEL(host, 'beside message go')).when(start());
      const before = [...run.state.entries.values()].map((entry) => entry.element);
      const waits = run.state.subscriptions.size;
      run.when(message('go', '', { x: 1 }), message('go', '', { y: 2 }));
      run.andActive(...before, 'out', 'out').andWaits(waits);
      run.when(complete('out'), complete('out')).andVariables({ x: 1, y: 2 });
      run.andActive(...before);
    });
  }

  it('is disarmed when its host ends', () => {
    given(MODEL('h: task', 'beside message go')).when(start()).andWaits(1).when(complete('h')).andWaits(0).andStatus('completed');
  });

  it('wins before its host begins when its condition is true from the start', () => {
    given(MODEL('h: user', 'when x > 1'))
      .when(start({ x: 2 }))
      .then('=started +s -s >f1 +h +b ~h -b >f3 +out');
    given(MODEL('h: script y = 1', 'when x > 1'))
      .when(start({ x: 2 }))
      .then('=started +s -s >f1 +h +b ~h -b >f3 +out');
    given(MODEL('h: user', 'beside when x > 1'))
      .when(start({ x: 2 }))
      .then('=started +s -s >f1 +h +b -b >f3 +out')
      .andActive('h', 'out');
  });

  it('is not armed on an element that ends in its step, but for conditions', () => {
    given(MODEL('h: script y = 1', 'message go key = missing')).when(start()).andStatus('completed');
    given(MODEL('h: service expression 1 + 1 -> r', 'message go key = missing')).when(start()).andStatus('completed');
  });

  it('fails its host when its key is missing, and another boundary event catches that (12)', () => {
    given(`${MODEL('h: task', 'message go key = missing')}\nc: boundary on h code=why`)
      .when(start())
      .then('=started +s -s >f1 +h !h 500 +c -c =completed')
      .andFailure('h', /Correlation variable 'missing' is null for message 'go'/);
  });

  it('fires for each of several definitions', () => {
    given(MODEL('h: task', 'message m | signal s')).when(start()).andWaits(2).when(signal('s')).andActive('out').andWaits(0);
    given(MODEL('h: task', 'beside message m | signal s'))
      .when(start(), message('m'), signal('s'))
      .andActive('h', 'out', 'out')
      .andWaits(2);
  });

  it('waits for all definitions when it is parallel multiple, then starts over', () => {
    given(MODEL('h: task', 'all message m | signal s'))
      .when(start(), signal('s'))
      .andActive('h')
      .when(message('m'))
      .andActive('out');
    given(MODEL('h: task', 'beside all message m | signal s'))
      .when(start(), message('m'), signal('s'))
      .andActive('h', 'out')
      .andWaits(2)
      .when(signal('s'), message('m'))
      .andActive('h', 'out', 'out');
  });

  it('brings what each of its definitions brought when it is parallel multiple, and starts over with nothing', () => {
    given(MODEL('h: task', 'all message m | signal s | message n'))
      .when(start(), message('m', '', { x: 1, who: 'm' }), message('n', '', { who: 'n' }), signal('s'))
      .andActive('out')
      .andVariables({ x: 1, who: 'n' });
    given(`${MODEL('h: task', 'beside all message m | message n')}\n`)
      .when(start(), message('n', '', { x: 1 }), message('m', '', { y: 1 }), message('m', '', { y: 2 }), message('n', '', {}))
      .when(complete('out', { done: true }), complete('out'))
      .andVariables({ x: 1, y: 2, done: true });
  });

  it('ticks as often as its cycle specifies next to its host, once when it interrupts', () => {
    given(MODEL('h: task', 'beside cycle R3/PT1M'))
      .when(start(), timer('b'), timer('b'), timer('b'))
      .andActive('h', 'out', 'out', 'out')
      .andWaits(0);
    given(MODEL('h: task', 'cycle R3/PT1M')).when(start(), timer('b')).andActive('out').andWaits(0);
  });

  it('leaves the path to the host when a plugin or a child answers late', () => {
    given(MODEL('h: service type mail', 'timer PT1M'))
      .when(start(), timer('b'))
      .when(completeJob('h', { x: 1 }), failJob('h', 'E'))
      .then('')
      .andActive('out');
  });

  it('notifies the child of a call activity when it interrupts', () => {
    given(MODEL('h: call child', 'timer PT1M'))
      .when(start(), childStarted('h'))
      .when(timer('b'))
      .then('+b ~h -b >f3 +out')
      .andEvent({ type: 'ChildCancelRequested', element: 'h', reason: 'Cancelled by parent' });
  });

  it('lets its output mappings choose what of the payload is stored', () => {
    given(`${MODEL('h: task', 'message go')}\n@b output got = \${x + 1}`)
      .when(start(), message('go', '', { x: 1, y: 2 }))
      .andVariables({ got: 2 });
  });

  it('reads what its host reads and writes outside of its inputs', () => {
    given(`${MODEL('h: task', 'beside message go key = id')}\n@h input id = \${7}`)
      .when(start(), message('go', '7', { id: 'payload' }))
      .when(complete('out'), complete('h'))
      .andVariables({ id: 'payload' });
  });

  it('keeps its own branch open while its host continues', () => {
    const run = given(MODEL('h: user assignee=ann', 'beside message go')).when(start(), message('go', '', { x: 1 }));
    expect(run.state.variables.size).to.equal(2);
    run.andVariables({});
    run.when(claim('h'), completeUserTask('h', { y: 2 })).andVariables({ y: 2 });
    run.when(complete('out')).andVariables({ x: 1, y: 2 }).andStatus('completed');
  });
});
