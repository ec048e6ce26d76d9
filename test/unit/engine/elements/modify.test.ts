import { expect } from 'chai';
import type { EngineCommand, Rejection } from '../../../../src/engine/commands.ts';
import type { Instruction } from '../../../../src/engine/migration/modifications.ts';
import type { InstanceState } from '../../../../src/engine/state.ts';
import type { Variables } from '../../../../src/engine/values.ts';
import { childStarted, completeIteration, given, message } from '../../../support/engine/scenario.ts';
import { complete, completeUserTask, entryOf, start } from '../../../support/given-when-then.ts';
import { Driver, type DriverOptions, type Stimulus } from '../../../support/given-when-then-driver.ts';
import { processOf } from '../../../support/process-builder.ts';

type Order = (state: InstanceState) => Instruction;
const cancel =
  (name: string): Order =>
  (state) => ({ kind: 'cancelEntry', entry: entryOf(state, name) });
const cancelAll =
  (element: string): Order =>
  () => ({ kind: 'cancelElement', element });
const started = (kind: 'startBefore' | 'startAfter', element: string, host?: string, variables?: Variables): Order => {
  return (state) => ({
    kind,
    element,
    scope: host === undefined ? null : entryOf(state, host),
    ...(variables === undefined ? {} : { variables }),
  });
};
const startBefore = (element: string, host?: string, variables?: Variables) => started('startBefore', element, host, variables);
const startAfter = (element: string, host?: string) => started('startAfter', element, host);
const modify = (...orders: readonly Order[]): Stimulus => {
  return (state): EngineCommand => ({ type: 'Modify', instructions: orders.map((order) => order(state)), reason: null });
};

function refusal(notation: string, sent: readonly Stimulus[], command: Stimulus, options: DriverOptions = {}): Rejection {
  const driver = new Driver(processOf(notation), options);
  for (const stimulus of sent) driver.send(stimulus);
  const decision = driver.send(command);
  if (decision.ok) throw new Error('it was accepted');
  return decision.rejection;
}
const whyOf = (...given: Parameters<typeof refusal>) => {
  const rejection = refusal(...given);
  return rejection.code === 'INSTRUCTION_REFUSED' ? rejection.fault.why : rejection.code;
};

const LINE = 's: start\na: task\nb: task\nf0: s -> a\nf1: a -> b';

describe('a modification (docs/contributing/spec/execution.md#modification)', () => {
  it('cancels before it starts, whatever the order, and no scope ends in between', () => {
    given(LINE)
      .when(start())
      .when(modify(startBefore('b'), cancel('a')))
      .then('~a +b')
      .andReasons('a', 'Cancelled by modification');
    given(LINE)
      .when(start())
      .when(modify(startBefore('a'), cancelAll('a')))
      .then('~a +a');
  });

  it('ends the instance as cancelled when the last token was cancelled, and a host with its own', () => {
    given(LINE)
      .when(start())
      .when(modify(cancel('a')))
      .then('~a =cancelled')
      .andStatus('cancelled');
    const nested = 's: start\nsub: sub {\na: task\n}\nb: boundary on sub timer PT1H\nf0: s -> sub';
    given(nested)
      .when(start())
      .when(modify(cancel('a')))
      .then('~a ~sub =cancelled');
    given(nested)
      .when(start())
      .when(modify(cancel('a'), startBefore('a')))
      .then('~a +a')
      .andWaits(1);
  });

  it('takes everything away that belongs to what is cancelled', () => {
    given('s: start\nf: and\nc: call child\nw: catch message m\nu: user\nf0: s -> f\nf1: f -> c\nf2: f -> w\nf3: f -> u')
      .when(start(), childStarted('c'))
      .when(modify(cancelAll('c'), cancelAll('w')))
      .then('~w ~c')
      .andEvent({ type: 'ChildCancelRequested', element: 'c' })
      .andWaits(0)
      .andActive('u');
  });

  it('opens what lies between with its boundary events, inputs and event sub-processes, and without its start events', () => {
    const model = `s: start\na: task\nouter: sub {\ni: start\ninner: sub {\nj: start\nx: task\ng0: j -> x\n}\nh0: i -> inner\ne: esp {\nz: start message ping\n}\n}\nlate: boundary on outer timer PT1H\nf0: s -> a\nf1: a -> outer\n@outer input n = \${7}`;
    const scenario = given(model)
      .when(start())
      .when(modify(cancel('a'), startBefore('x')));
    scenario.then('~a +outer +inner +x').andWaits(2);
    const { state } = scenario;
    const at = state.entries.get(entryOf(state, 'x'))?.variableScope ?? 0;
    expect(state.variables.get(state.variables.get(at)?.parent ?? 0)?.kind).to.equal('body');
    scenario.when(complete('x')).then('-x -inner -outer =completed');
  });

  it('opens a body once for all instructions without a scope, and again for those that name one', () => {
    const nested = 's: start\nouter: sub {\na: task\ninner: sub {\nx: task\ny: task\n}\n}\nf0: s -> outer';
    const scenario = given(nested).when(start(), modify(startBefore('x'), startBefore('y')));
    scenario.andActive('outer', 'a', 'inner', 'x', 'y', 'x', 'y');
    expect(whyOf(nested, [start(), modify(startBefore('x', 'outer'))], modify(startBefore('x')))).to.equal('scopeAmbiguous');
  });

  it('lets a token leave as if its element were done: conditions decide, nothing of it is compensated', () => {
    given('s: start\na: task\nx: xor\nb: task\nc: task\nf0: s -> a\nf1: a -> x\nyes: x -> b [n > 1]\nno*: x -> c')
      .when(start({ n: 2 }))
      .when(modify(cancel('a'), startAfter('a')))
      .then('~a +a -a >f1 +x ?yes true -x >yes +b')
      .andEvent({ type: 'ElementCompleted', element: 'a', skipped: true });
    given('s: start\na: task\nx: xor\nb: task\nf0: s -> a\nf1: a -> x\nyes: x -> b [n > 1]')
      .when(start({ n: 0 }))
      .when(modify(startAfter('x')))
      .then('+x ?yes false !x 500 ~a =failed 500');
  });

  it('starts the path of a boundary event or a race, which cannot be entered themselves', () => {
    const race =
      's: start\na: task\ng: race\nm: catch message m\nt: catch timer PT1H\nb: boundary on a timer PT1H\nc: task\nf0: s -> a\nf1: a -> g\ng1: g -> m\ng2: g -> t\nf2: b -> c';
    given(race)
      .when(start())
      .when(modify(startAfter('b')))
      .then('+b -b >f2 +c');
    given(race)
      .when(start(), modify(startBefore('g')))
      .when(message('m'))
      .then('-m ~t')
      .andActive('a');
    given(race)
      .when(start(), modify(startBefore('g')))
      .when(modify(cancel('m')))
      .then('~t ~m')
      .andActive('a');
    expect(whyOf(race, [start()], modify(startBefore('m')))).to.equal('isRaceTarget');
    expect(whyOf(race, [start()], modify(startBefore('b')))).to.equal('beginsByEvent');
  });

  it('ends an iteration without completing it, and continues with its loop', () => {
    const each = 's: start\na: user assignee=ann\n@a multi sequential times 3\nb: task\nf0: s -> a\nf1: a -> b';
    given(each)
      .when(start())
      .when(modify(cancel('a#0')))
      .then('~a#0 +a#1');
    given(each)
      .when(start(), modify(cancel('a#0')), completeIteration('a', 1))
      .when(modify(cancel('a#2')))
      .then('~a#2 -a >f1 +b');
    given(each)
      .when(start())
      .when(modify(cancelAll('a'), startAfter('a')))
      .then('~a#0 ~a +a -a >f1 +b');
  });

  it('starts in the iteration that is named, and nowhere else in a loop', () => {
    const each = 's: start\nsub: sub {\na: task\nb: task\ng: a -> b\n}\n@sub multi times 2\nf0: s -> sub';
    const driver = new Driver(processOf(each));
    driver.send(start());
    driver.send(modify(startBefore('b', 'sub#1')));
    const { entries, scopes } = driver.state;
    const host = scopes.get(entries.get(entryOf(driver.state, 'b'))?.scope ?? 0)?.host ?? 0;
    expect(entries.get(host)?.index).to.equal(1);
    expect(whyOf(each, [start()], modify(startBefore('b')))).to.equal('loopNeedsScope');
    expect(
      whyOf(
        each,
        [start()],
        modify((state) => ({ kind: 'startBefore', element: 'b', scope: [...(state.byElement.get('sub') ?? [])][0] ?? 0 })),
      ),
    ).to.equal('scopeIsLoop');
    expect(whyOf(each, [start()], modify(cancel('sub#1'), startBefore('b', 'sub#1')))).to.equal('scopeCancelled');
  });

  it('leaves an interrupted scope alone, but works inside of what took it over', () => {
    const model = 's: start\na: task\ne: esp {\nz: start message go\nx: task\ny: task\ng: z -> x\n}\nf0: s -> a';
    expect(whyOf(model, [start()], modify(startBefore('x')))).to.equal('containerNotOpened');
    const scenario = given(model).when(start()).when(message('go'));
    scenario.when(modify(startBefore('y', 'e'), cancel('x'))).then('~x +y');
    expect(
      whyOf(
        model,
        [start(), (state) => ({ type: 'Deliver', subscription: [...state.subscriptions.keys()][0] ?? 0, variables: {} })],
        modify(startBefore('a')),
      ),
    ).to.equal('scopeInterrupted');
  });

  it('undoes nothing of a transaction that is cancelled by hand, and works in one that is opened by hand', () => {
    const model =
      's: start\na: task\nt: tx {\nb: task\nu: task\n@b handler u\nc: task\nd: end cancel\ng: b -> c\ng1: c -> d\n}\nf0: s -> a\nf1: a -> t';
    given(model)
      .when(start(), complete('a'), complete('b'))
      .when(modify(cancelAll('t')))
      .then('~c ~t =cancelled');
    const opened = given(model).when(start(), modify(cancel('a'), startBefore('b')), complete('b'));
    opened.when(complete('c')).then('-c >g1 +d -d +u');
    expect(whyOf(model, [start()], modify(startBefore('u')))).to.equal('forCompensation');
    expect(whyOf(model, [start(), complete('a'), complete('b'), complete('c')], modify(startBefore('c')))).to.equal(
      'scopeInterrupted',
    );
  });

  it('keeps the rules of ad-hoc sub-processes', () => {
    const adhoc = (more: string) => `s: start\na: task\nh: adhoc {\nx: task\ny: task\n}\n${more}\nf0: s -> h\nf1: h -> a`;
    expect(whyOf(adhoc('@h sequential'), [start()], modify(startBefore('y')))).to.equal('adHocIsSequential');
    given(adhoc('@h sequential'))
      .when(start())
      .when(modify(cancel('x'), startBefore('y')))
      .then('~x +y');
    given(adhoc(''))
      .when(start(), modify(startBefore('x')))
      .andActive('h', 'x', 'y', 'x');
    expect(whyOf(adhoc('@h keep\n@h until n == 1'), [start(), complete('x', { n: 1 })], modify(startBefore('x')))).to.equal(
      'adHocIsClosed',
    );
    const outside = 's: start\na: task\nh: adhoc {\nx: task\n}\nf0: s -> a\nf1: a -> h';
    expect(whyOf(outside, [start()], modify(startBefore('x')))).to.equal('containerNotOpened');
    given(outside)
      .when(start())
      .when(modify(cancel('a'), startBefore('h')))
      .then('~a +h +x');
  });

  it('gives joins their tokens on flows only, and looks at them again', () => {
    const join =
      's: start\nf: and\na: task\nb: task\nj: and\nc: task\nf0: s -> f\nf1: f -> a\nf2: f -> b\nf3: a -> j\nf4: b -> j\nf5: j -> c';
    given(join)
      .when(start(), complete('a'))
      .when(modify(cancel('b'), startAfter('b')))
      .then('~b +b -b >f4 @j -j >f5 +c');
    given(join)
      .when(start(), complete('a'))
      .when(modify(cancelAll('j'), cancelAll('b'), startAfter('j')))
      .then('~j ~b +j -j >f5 +c');
    expect(whyOf(join, [start()], modify(startBefore('j')))).to.equal('isJoin');
    given(join.replaceAll('and', 'or'))
      .when(start(), complete('a'))
      .when(modify(cancel('b')))
      .then('~b -j >f5 +c');
  });

  it('gives the token what it brings: in the scope when it is alone, else in its own branch', () => {
    given(LINE)
      .when(start({ n: 1 }))
      .when(modify(cancel('a'), startBefore('b', undefined, { n: 2 })))
      .andVariables({ n: 2 });
    const beside = given(LINE).when(start({ n: 1 }), modify(startBefore('b', undefined, { n: 2 })));
    beside.andVariables({ n: 1 });
    beside.when(complete('b')).andVariables({ n: 2 });
    const both = given(LINE).when(
      start({ n: 1 }),
      modify(cancel('a'), startBefore('b', undefined, { n: 2 }), startBefore('b', undefined, { n: 3 })),
    );
    both.andVariables({ n: 1 });
  });

  it('lets a failure find its catcher before the next element is started, and drops what no longer has a scope', () => {
    const model = `s: start\na: task\nsub: sub {\nx: task\ny: task\n@x input n = \${1 + true}\n}\nb: boundary on sub catch 400\nc: task\nf0: s -> a\nf1: b -> c`;
    given(model)
      .when(start(), modify(cancel('a'), startBefore('y')))
      .when(modify(startBefore('x'), startBefore('y')))
      .andActive('c');
    given(`s: start\na: task\nsub: sub {\nx: task\n}\n@sub input n = \${1 + true}\nf0: s -> a`)
      .when(start())
      .when(modify(startBefore('x'), startBefore('x'), startBefore('a')))
      .then('+sub !sub 400 ~a =failed 400');
  });

  it('continues with a paused run, whose tokens on their way stay', () => {
    const driver = new Driver(processOf('s: start\na: script x = 1\nb: task\nc: task\nf0: s -> a\nf1: a -> b'), {
      leavesPaused: true,
      context: { shouldPause: ({ steps }) => steps === 1 },
    });
    driver.send(start());
    expect(driver.state.paused).not.to.equal(null);
    driver.send(modify(startBefore('c')));
    while (driver.state.paused !== null) driver.send({ type: 'ContinueRun' });
    expect([...driver.state.entries.values()].map(({ element }) => element)).to.have.members(['b', 'c']);
  });

  it('ends a loop of a paused run with what it had not begun', () => {
    const driver = new Driver(
      processOf(`s: start\na: user\n@a multi times 3\n@a input n = \${1}\nb: task\nf0: s -> a\nf1: a -> b`),
      {
        leavesPaused: true,
        context: { shouldPause: ({ steps }) => steps === 2 },
      },
    );
    driver.send(start());
    expect(driver.state.paused?.steps.length).to.equal(3);
    driver.send(modify(cancelAll('a'), startBefore('b')));
    while (driver.state.paused !== null) driver.send({ type: 'ContinueRun' });
    expect([...driver.state.entries.values()].map(({ element }) => element)).to.deep.equal(['b']);
    expect(driver.state.variables.size).to.equal(1);
  });

  it('changes nothing when one instruction is refused, and shows which', () => {
    const end = 's: start\na: task\ne: end\nf0: s -> a\nf1: a -> e';
    expect(refusal(end, [start()], modify(cancel('a'), startBefore('a'), startAfter('e')))).to.deep.equal({
      code: 'INSTRUCTION_REFUSED',
      index: 2,
      fault: { why: 'nothingFollows', element: 'e' },
    });
    expect(refusal(end, [start()], modify(startBefore('nowhere'), cancel('e')))).to.deep.include({ index: 1 });
    expect(whyOf(end, [start()], modify(startBefore('__proto__')))).to.equal('elementUnknown');
    expect(whyOf(end, [start()], modify(cancelAll('e')))).to.equal('elementNotActive');
    expect(whyOf(end, [start()], modify(startBefore('a', 'a')))).to.equal('scopeNotAround');
    expect(whyOf(end, [start(), complete('a')], modify(startBefore('a')))).to.equal('INSTANCE_ENDED');
    const options = { context: { limits: { maxWriteSize: 20, maxVariablesSize: 30 } } };
    const text = { v: 'x'.repeat(10) };
    expect(whyOf(end, [start()], modify(startBefore('a', undefined, { v: 'x'.repeat(30) })), options)).to.equal(
      'VARIABLES_TOO_LARGE',
    );
    expect(whyOf(end, [start()], modify(startBefore('a', undefined, text), startBefore('a', undefined, text)), options)).to.equal(
      'VARIABLES_TOO_LARGE',
    );
  });

  it('lets a user task of it be done as any other', () => {
    given('s: start\na: task\nu: user assignee=ann\nf0: s -> a\nf1: a -> u')
      .when(start(), modify(cancel('a'), startBefore('u')))
      .when(
        (state) => ({ type: 'ClaimUserTask', entry: entryOf(state, 'u'), userId: 'ann', userGroups: [] }),
        completeUserTask('u'),
      )
      .then('-u =completed');
  });
});
