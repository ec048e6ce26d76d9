import { expect } from 'chai';
import type { EngineCommand, Rejection } from '../../../../src/engine/commands.ts';
import type { Instruction } from '../../../../src/engine/migration/modifications.ts';
import type { Variables } from '../../../../src/engine/values.ts';
import { given } from '../../../support/engine/scenario.ts';
import { complete, entryOf, start } from '../../../support/given-when-then.ts';
import { Driver, type Stimulus } from '../../../support/given-when-then-driver.ts';
import { processOf } from '../../../support/process-builder.ts';

const suspend: EngineCommand = { type: 'SuspendInstance', by: 'operator' };
const resume: EngineCommand = { type: 'ResumeInstance', by: 'operator' };
const modify = (...instructions: readonly Instruction[]): EngineCommand => ({ type: 'Modify', instructions, reason: null });
const cancel = (element: string): Instruction => ({ kind: 'cancelElement', element });
const startBefore = (element: string, variables?: Variables): Instruction => ({
  kind: 'startBefore',
  element,
  scope: null,
  ...(variables === undefined ? {} : { variables }),
});
const startAfter = (element: string): Instruction => ({ kind: 'startAfter', element, scope: null });

function refusal(notation: string, sent: readonly Stimulus[], command: Stimulus): Rejection {
  const driver = new Driver(processOf(notation));
  for (const stimulus of [start({ n: 1 }), ...sent]) driver.send(stimulus);
  const told = driver.history.length;
  const decision = driver.send(command);
  if (decision.ok) throw new Error('it was accepted');
  expect(driver.history.length, 'nothing has changed').to.equal(told);
  return decision.rejection;
}
const whyOf = (...given: Parameters<typeof refusal>) => {
  const rejection = refusal(...given);
  if (rejection.code !== 'INSTRUCTION_REFUSED') return rejection.code;
  return rejection.fault.why === 'movesAtOnce' ? rejection.fault.because : rejection.fault.why;
};

const LINE = 's: start\na: task\nb: script done = n\nc: task\nf0: s -> a\nf1: a -> b\nf2: b -> c';

describe('a modification of a suspended instance (docs/contributing/spec/suspension.md#modifications-while-suspended)', () => {
  it('puts a token before an element, which is entered when the instance is resumed', () => {
    const scenario = given(LINE).when(start({ n: 1 }), suspend);
    scenario.when(modify(cancel('a'), startBefore('b'))).then('~a');
    scenario.andActive().andStatus('running').andReasons('a', 'Cancelled by modification');
    scenario.when(resume).then('=resumed +b -b >f2 +c').andVariables({ n: 1, done: 1 });
  });

  it('reads what is edited between the modification and the resume', () => {
    const edit: EngineCommand = { type: 'EditVariables', scope: null, values: { n: 5 }, removed: [] };
    given(LINE)
      .when(start({ n: 1 }), suspend, modify(cancel('a'), startBefore('b')), edit, resume)
      .andVariables({ n: 5, done: 5 })
      .andActive('c');
  });

  it('passes an element over, and what follows is entered when the instance is resumed', () => {
    const scenario = given(LINE).when(start({ n: 1 }), suspend);
    scenario.when(modify(cancel('a'), startAfter('b'))).then('~a +b -b >f2');
    scenario.when(resume).then('=resumed +c').andVariables({ n: 1 });
  });

  it('adds to what another modification has put there, and takes away what waits', () => {
    const model = 's: start\nx: and\na: task\nw: catch message m\nc: task\nf0: s -> x\nf1: x -> a\nf2: x -> w\nf3: a -> c';
    const scenario = given(model).when(start(), suspend, modify(startBefore('c')), modify(cancel('w'), startBefore('c')));
    scenario.andWaits(0).andActive('a');
    scenario.when(resume).then('=resumed +c +c').andActive('a', 'c', 'c');
  });

  it('comes before what has waited for the instance', () => {
    const model = 's: start\nx: and\nw: catch message m\na: task\nc: task\nf0: s -> x\nf1: x -> w\nf2: x -> a\nf3: w -> c';
    const driver = new Driver(processOf(model));
    for (const command of [start(), suspend]) driver.send(command);
    const [subscription = 0] = driver.state.subscriptions.keys();
    driver.send(modify(cancel('w'), startBefore('a')));
    driver.send(resume);
    driver.send({ type: 'Deliver', subscription, variables: {} });
    expect(driver.state.status).to.equal('running');
    expect([...driver.state.entries.values()].map(({ element }) => element)).to.deep.equal(['a', 'a']);
  });

  it('looks at inclusive joins with the resume', () => {
    const model =
      's: start\no: or\na: task\nb: task\nj: or\nc: task\nf0: s -> o\nfa: o -> a [true]\nfb: o -> b [true]\nja: a -> j\njb: b -> j\nfc: j -> c';
    const scenario = given(model).when(start(), complete('a'), suspend);
    scenario
      .when(modify(cancel('b')))
      .then('~b')
      .andActive('j');
    scenario.when(resume).then('=resumed -j >fc +c');
  });

  it('cancels a sub-process with its content, and its started parts has its own branch next to others', () => {
    const model = 's: start\nx: and\nsub: sub {\ni: start\nu: user\ng: i -> u\n}\na: task\nf0: s -> x\nf1: x -> sub\nf2: x -> a';
    const scenario = given(model).when(start(), suspend);
    scenario.when(modify(cancel('sub'), startBefore('a', { mine: 1 }))).then('~u ~sub');
    scenario.when(resume).then('=resumed +a').andActive('a', 'a').andVariables({});
  });

  it('stays where it is when it is resumed by one of two that hold it', () => {
    const byKey = { by: 'processKey' } as const;
    const scenario = given(LINE).when(start({ n: 1 }), suspend, { type: 'SuspendInstance', ...byKey });
    scenario
      .when(modify(cancel('a'), startBefore('c')), resume)
      .then('~a =resumed')
      .andActive();
    scenario.when({ type: 'ResumeInstance', ...byKey }).then('=resumed +c');
  });

  it('is refused, and changes nothing, when something would move immediately', () => {
    const nested = 's: start\na: task\nsub: sub {\ni: start\nu: task\ng: i -> u\n}\nf0: s -> a\nf1: a -> sub';
    expect(whyOf(nested, [suspend], modify(startBefore('u')))).to.equal('opening');
    const choice = 's: start\na: task\nx: xor\nb: task\nc: task\nf0: s -> a\nf1: a -> x\ny: x -> b [n > 1]\nz*: x -> c';
    expect(whyOf(choice, [suspend], modify(cancel('a'), startAfter('x')))).to.equal('choice');
    const each = 's: start\na: task\n@a multi times 3\nf0: s -> a';
    const one: Stimulus = (state) => modify({ kind: 'cancelEntry', entry: entryOf(state, 'a#1') });
    expect(whyOf(each, [suspend], one)).to.equal('loop');
    expect(whyOf(LINE, [suspend], modify(cancel('a')))).to.equal('scopeEnd');
    expect(whyOf(nested, [complete('a'), suspend], modify(cancel('u'), startBefore('a')))).to.equal('scopeEnd');
    const adHoc = 's: start\nsub: adhoc {\nu: task\nv: task\n}\nf0: s -> sub';
    expect(whyOf(adHoc, [suspend], modify(cancel('u')))).to.equal('adHoc');
    expect(whyOf(adHoc, [suspend], modify(startBefore('u')))).to.equal('adHoc');
  });

  it('is refused as any other change while something waits for a condition, and before the instance has begun', () => {
    const armed = 's: start\nx: and\na: task\nw: catch when n > 2\nf0: s -> x\nf1: x -> a\nf2: x -> w';
    expect(whyOf(armed, [suspend], modify(startBefore('a')))).to.equal('INSTANCE_SUSPENDED');
    const driver = new Driver(processOf(LINE));
    driver.send({ ...(start() as EngineCommand), hold: { by: 'processKey' } } as EngineCommand);
    const decision = driver.send(modify(startBefore('c')));
    expect(decision.ok ? undefined : decision.rejection).to.deep.include({ code: 'INSTRUCTION_REFUSED', index: 0 });
  });
});
