import { expect } from 'chai';
import type { EngineEvent } from '../../../../src/engine/events.ts';
import { claim, complete, entryOf, givenWith, rejected, start, type When } from '../../../support/given-when-then.ts';
import type { Stimulus } from '../../../support/given-when-then-driver.ts';
import {
  completeJob,
  deliver,
  due,
  failJob,
  heard,
  LEFT,
  leftWith,
  resolve,
  retry,
  script,
  worker,
} from '../../../support/incident-stimuli.ts';

const counts = ({ state }: When) => [...state.incidents.values()].map(({ element, count }) => `${element} ${count}`);
const jobs = (events: readonly EngineEvent[]) => events.filter(({ type }) => type === 'JobOpened').length;

describe('incidents of one token and of what waits next to it', () => {
  it('are two, each counted on its own, when a condition and the work of one activity fail', () => {
    const both = givenWith(
      LEFT,
      's: start\na: service type mail\nlate: boundary on a when o.v == 1\ne: end\nf0: s -> a\nf1: a -> e\nf2: late -> e',
      start(),
      failJob('a'),
    );
    const again = both.when(retry('a', 'job')).when(retry('a', 'condition')).when(failJob('a'));
    expect(new Set([...again.state.incidents.values()].map(({ repeat, count }) => `${repeat.kind} ${count}`))).to.deep.equal(
      new Set(['condition 2', 'job 2']),
    );
  });

  it('end when an event sub-process interrupts the scope whose other one cannot evaluate its condition', () => {
    const raised = givenWith(
      LEFT,
      `s: start
       sub: sub {
         w: task
         one: esp {
           os: start when o.v == 1
           ow: task
           g0: os -> ow
         }
         two: esp {
           ts: start signal go
           tw: task
           g1: ts -> tw
         }
       }
       f0: s -> sub`,
    ).when(start());
    raised.then({ type: 'IncidentRaised', element: 'sub' });
    raised.when(deliver('ts')).then({ type: 'IncidentEnded', element: 'sub', outcome: 'gone' }).andActive('sub', 'two', 'tw');
  });

  it('count on for the process itself, when it is retried and fails again', () => {
    const BEGINS = `s: start
      w: task
      esp: esp {
        es: start message go key = o.v
        ew: task
        g0: es -> ew
      }
      f0: s -> w`;
    const begun = givenWith(LEFT, BEGINS).when(start());
    const again = begun.when(retry('process')).when(retry('process'));
    expect(counts(again)).to.deep.equal(['process 3']);
    again.when(resolve('process', { o: { v: 'k' } })).then('/process resolved +s -s >f0 +w');
    const ends = heard('s: start\ne: end\nf0: s -> e', { process: [worker('end'), script('end', 'y = o.v')] });
    const ended = givenWith(LEFT, ends, start()).when(completeJob('process'));
    expect(jobs(ended.history)).to.equal(1);
    const endedAgain = ended.when(retry('process'));
    expect(counts(endedAgain)).to.deep.equal(['process 2']);
    expect(jobs(endedAgain.history), 'a listener that is done is not called again').to.equal(1);
    endedAgain
      .when(resolve('process', { o: 1 }))
      .then('/process resolved =completed')
      .andVariables({ o: 1 });
  });

  it('continue to count when a stopped run continues and is stopped again', () => {
    const loop = 's: start\nb: pass\nc: pass\nf0: s -> b\nf1: b -> c\nf2: c -> b';
    const stopped = givenWith(leftWith({ plainTasks: 'pass', limits: { maxSteps: 5 } }), loop).when(start());
    expect(counts(stopped.when(retry('process')).when(retry('process')))).to.deep.equal(['process 3']);
  });

  it('call no listener of the start of the process again when only its event sub-process could not be armed', () => {
    const model = heard(
      `s: start
       esp: esp {
         es: start message go key = o.v
         ew: task
         g0: es -> ew
       }
       w: task
       f0: s -> w`,
      { process: [worker('start')] },
    );
    const raised = givenWith(LEFT, model, start()).when(completeJob('process'));
    raised.when(retry('process')).then('/process retried #process 500');
  });
});

describe('what was done before it failed', () => {
  const DONE = 's: start\na: task\nb: task\nf0: s -> a\nf1: a -> b';

  it('is not done again when a listener behind the job of another one fails', () => {
    const model = heard(DONE, { a: [worker('end'), script('end', 'y = o.v')] });
    const raised = givenWith(LEFT, model, start(), complete('a')).when(completeJob('a'));
    expect(jobs(raised.when(retry('a')).history)).to.equal(1);
    raised.when(resolve('a')).then('/a resolved -a >f1 +b');
  });

  it('is not done again when the flows cannot be chosen: outputs are stored once, listeners are called once', () => {
    const model = heard(`s: start\na: task\n@a camunda n = \${n + 1}\nb: task\nf0: s -> a\nf1: a -> b [n > 5]`, {
      a: [worker('end')],
    });
    const raised = givenWith(LEFT, model, start({ n: 1 }), complete('a')).when(completeJob('a'));
    raised.then({ type: 'IncidentRaised', cause: { kind: 'noWayOut' } });
    const again = raised.when(retry('a')).andVariables({ n: 2 });
    expect(jobs(again.history)).to.equal(1);
  });

  it('is not forgotten when a listener to the completion of a task fails: it is called again', () => {
    const model = heard('s: start\nask: user\nb: task\nf0: s -> ask\nf1: ask -> b', { ask: [script('complete', 'y = o.v')] });
    const done: Stimulus = (state) => ({
      type: 'CompleteUserTask',
      entry: entryOf(state, 'ask'),
      userId: 'ann',
      variables: { r: 1 },
    });
    const raised = givenWith(LEFT, model, start(), claim('ask')).when(done);
    const listening = { on: 'complete', index: 0, rest: { cause: { kind: 'givenByCaller', user: 'ann' } } };
    raised.then({ type: 'IncidentRaised', repeat: { kind: 'listen', listening } as never });
    raised.when(retry('ask')).then('/ask retried #ask 500');
    raised.when(resolve('ask')).then('/ask resolved -ask >f1 +b').andVariables({ r: 1 });
  });

  it('is not thrown when an event is resolved, and a link still jumps', () => {
    const linked = heard('s: start\njump: throw link there\nthere: catch link\nw: task\nf0: s -> jump\nf1: there -> w', {
      jump: [script('end', 'y = o.v')],
    });
    givenWith(LEFT, linked, start()).when(resolve('jump')).then('/jump resolved -jump +there -there >f1 +w');
  });

  it('takes the flow of a boundary event when that is resolved', () => {
    const model = `s: start
      a: task
      late: boundary on a signal go
      @late output y = \${o.v}
      w: task
      f0: s -> a
      f1: late -> w`;
    const raised = givenWith(LEFT, model, start()).when(deliver('late'));
    raised
      .when(resolve('late', { y: 1 }))
      .then('/late resolved -late >f1 +w')
      .andVariables({ y: 1 });
  });

  it('keeps the task open when a listener to its assignment fails', () => {
    const model = heard('s: start\nask: user\nf0: s -> ask', { ask: [script('assignment', 'y = o.v')] });
    const raised = givenWith(LEFT, model, start()).when(claim('ask'));
    raised.then({ type: 'IncidentRaised', repeat: { kind: 'wait' } });
    const retried = raised.when(retry('ask')).then('/ask retried').andActive('ask');
    expect(retried.state.entries.get(entryOf(retried.state, 'ask'))?.userTask?.claimedBy).to.equal('ann');
  });
});

describe('iterations that fail', () => {
  const MULTI = (how: string, body = `a: service type mail\n@a output r = \${got}`) =>
    `s: start\n${body}\n@a multi ${how}\nb: task\nf0: s -> a\nf1: a -> b`;

  for (const order of ['', 'sequential '])
    it(`give their outputs once, when ${order === '' ? 'parallel' : 'sequential'} ones are retried`, () => {
      const over = `${order}over list as who into outs from r until nrOfCompletedInstances >= 3`;
      let when = givenWith(LEFT, MULTI(over)).when(start({ list: [1, 2, 3] }));
      for (const index of [0, 1, 2]) {
        when = when
          .when(failJob(`a#${index}`))
          .when(retry('a'))
          .when(failJob(`a#${index}`));
        expect(counts(when)).to.deep.equal(['a 2']);
        when = when.when(retry('a')).when(completeJob(`a#${index}`, { got: index }));
      }
      when.andActive('b').andVariables({ list: [1, 2, 3], outs: [0, 1, 2] });
    });

  it('are entered again without being counted twice, when their inputs cannot be mapped', () => {
    const body = `a: service type mail\n@a input x = \${who / 0 > 1 ? o.v : o.v}`;
    const raised = givenWith(LEFT, MULTI('over list as who into outs from x', body)).when(start({ list: [1, 2] }));
    expect(counts(raised)).to.deep.equal(['a 1', 'a 1']);
    const first = raised.when(retry('a'));
    expect(counts(first)).to.have.members(['a 1', 'a 2']);
    const wrapper = [...first.state.entries.values()].find(({ loop }) => loop !== null);
    expect(wrapper?.loop).to.include({ total: 2, created: 2, completed: 0 });
    const done = first.when(resolve('a', { x: 7 })).when(resolve('a', { x: 8 }));
    expect(done.state.incidents.size).to.equal(0);
    done.andActive('b');
  });

  it('leave a loop whose condition is complete waiting, when its outputs are too large, and it ends when there is room', () => {
    const into = 'o'.repeat(160);
    const model = `s: start
      split: and
      a: service type mail
      @a output r = \${got}
      @a multi over list into ${into} from r until nrOfCompletedInstances >= 1
      tidy: task
      b: task
      f0: s -> split
      f1: split -> a
      f2: split -> tidy
      f3: a -> b`;
    const begun = start({ list: [1, 2, 3], big: 'x'.repeat(100) });
    const raised = givenWith(leftWith({ limits: { maxVariablesSize: 270 } }), model, begun).when(completeJob('a#0', { got: 1 }));
    raised.then({ type: 'IncidentRaised', repeat: { kind: 'loop', isComplete: true } });
    raised.when(retry('a')).then({ type: 'IncidentRaised', count: 2 });
    raised.when(resolve('a')).then(rejected({ code: 'INCIDENT_NOT_RESOLVABLE', reason: 'its loop is not over' }));
    raised
      .when(complete('tidy', { big: '' }))
      .when(retry('a'))
      .andActive('b');
    raised.andVariables({ list: [1, 2, 3], big: '', [into]: [1] });
  });

  it('of a sub-process fail inside, and the others continue', () => {
    const body = 'a: sub {\n  w: service type mail\n}';
    const raised = givenWith(LEFT, MULTI('times 2 into outs from loopCounter', body), start()).when(failJob('w'));
    const last: Stimulus = (state) => {
      const entry = [...(state.byElement.get('w') ?? [])].at(-1) ?? 0;
      return { type: 'CompleteJob', entry, result: {} };
    };
    raised
      .when(last)
      .when(retry('w'))
      .when(completeJob('w'))
      .andActive('b')
      .andVariables({ outs: [0, 1] });
  });
});

describe('an open incident', () => {
  const TIMED = `s: start
    a: service type mail
    late: boundary on a timer PT1H
    over: task
    b: task
    f0: s -> a
    f1: a -> b
    f2: late -> over`;

  it('is gone when the timer of its activity fires', () => {
    givenWith(LEFT, TIMED, start(), failJob('a')).when(due('late')).then('+late /a gone ~a -late >f2 +over');
  });

  it('takes no result that comes again or too late', () => {
    const raised = givenWith(LEFT, TIMED, start()).when(failJob('a'));
    raised.when(failJob('a')).then('');
    raised.when(completeJob('a')).then('').andActive('a');
  });

  it('keeps the boundary events of its activity when its job is tried again', () => {
    const retried = givenWith(LEFT, TIMED, start(), failJob('a')).when(retry('a'));
    expect(retried.events.map(({ type }) => type)).to.deep.equal(['IncidentEnded', 'JobCreated']);
  });

  it('keeps what its event sub-process began with when that is entered again', () => {
    const raised = givenWith(
      LEFT,
      `s: start
       w: task
       esp: esp {
         es: start signal go
         ew: task
         g0: es -> ew
       }
       @esp input x = \${o.v}
       f0: s -> w`,
      start(),
    ).when(deliver('es', { brought: 1 }));
    raised.then({
      type: 'IncidentRaised',
      element: 'esp',
      repeat: { kind: 'enter', payload: { brought: 1 }, trigger: { kind: 'signal' } },
    });
    const again = raised.when(retry('esp'));
    again.then(
      { type: 'ElementActivated', element: 'esp', trigger: { kind: 'signal' } },
      { type: 'IncidentRaised', count: 2, repeat: { kind: 'enter', payload: { brought: 1 }, trigger: { kind: 'signal' } } },
    );
    again.when(resolve('esp')).then('/esp resolved -esp =completed');
  });

  it('holds the inclusive join that its token can reach, and no other', () => {
    const raised = givenWith(
      LEFT,
      `s: start
       split: or
       a: service type mail
       b: task
       join: or
       e: end
       f0: s -> split
       f1: split -> a
       f2: split -> b
       f3: a -> join
       f4: b -> join
       f5: join -> e`,
      start(),
      failJob('a'),
    ).when(complete('b'));
    raised.then('-b >f4 +join').andActive('a', 'join');
    raised.when(retry('a')).when(completeJob('a')).then('-a >f3 @join -join >f5 +e -e =completed');
  });

  it('of an event in a race ends with the race when another one wins', () => {
    const raced = givenWith(
      LEFT,
      `s: start
       g: race
       one: catch message go key = o.v
       two: catch signal go
       e: end
       f0: s -> g
       f1: g -> one
       f2: g -> two
       f3: one -> e
       f4: two -> e`,
      start(),
    );
    raced.when(deliver('two')).then('-two /one gone ~one >f4 +e -e =completed');
  });

  it('holds the walk whose compensation handler fails, and the walk continues when that is retried', () => {
    const raised = givenWith(
      LEFT,
      `s: start
       a: task
       undo: service type undo
       @a handler undo
       say: throw compensation a
       e: end
       f0: s -> a
       f1: a -> say
       f2: say -> e`,
      start(),
      complete('a'),
    ).when(failJob('undo'));
    raised.then('#undo E1').andActive('say', 'undo');
    raised.when(retry('undo')).when(completeJob('undo')).then('-undo -say >f2 +e -e =completed');
  });

  describe('of a call', () => {
    const CALL = 's: start\nchild: call other\ne: end\nf0: s -> child\nf1: child -> e';
    const begin: Stimulus = (state) => ({
      type: 'ChildStarted',
      entry: entryOf(state, 'child'),
      childInstanceId: 'one',
      key: 'other',
    });
    const failed: Stimulus = (state) => ({ type: 'ChildFailed', entry: entryOf(state, 'child'), code: 'E1', message: 'no' });

    it('lets the child continue when it is retried', () => {
      const raised = givenWith(LEFT, CALL, start(), begin).when(failed);
      const entry = entryOf(raised.state, 'child');
      const retried = raised.when(retry('child'));
      retried
        .then('/child retried ^call other')
        .then({ type: 'ChildStartRequested', entry, continues: { childInstanceId: 'one' } });
      retried.when(begin).when(failed).then({ type: 'IncidentRaised', count: 2 });
      retried.when(retry('child')).when({ type: 'ChildCompleted', entry, variables: {} }).then('-child >f1 +e -e =completed');
    });

    it('enters it again when no child has begun', () => {
      const raised = givenWith(LEFT, CALL, start()).when(failed);
      raised.when(retry('child')).then('/child retried !child E1 +child ^call other');
    });
  });
});
