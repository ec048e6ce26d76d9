import { expect } from 'chai';
import type { EngineCommand, Rejection } from '../../../../src/engine/commands.ts';
import type { Variables } from '../../../../src/engine/values.ts';
import { given } from '../../../support/engine/scenario.ts';
import { complete, entryOf, start } from '../../../support/given-when-then.ts';
import { Driver, type DriverOptions, type Stimulus } from '../../../support/given-when-then-driver.ts';
import { processOf } from '../../../support/process-builder.ts';

const edit = (values: Variables, removed: readonly string[] = [], of?: string): Stimulus => {
  return (state): EngineCommand => ({
    type: 'EditVariables',
    scope: of === undefined ? null : entryOf(state, of),
    values,
    removed,
  });
};

function refusal(notation: string, before: readonly Stimulus[], command: Stimulus, options: DriverOptions = {}): Rejection {
  const driver = new Driver(processOf(notation), options);
  for (const stimulus of before) driver.send(stimulus);
  const decision = driver.send(command);
  if (decision.ok) throw new Error('it was accepted');
  return decision.rejection;
}

const TASK = 's: start\na: task\nf0: s -> a';

describe('variables that an operator edits (docs/contributing/spec/variables.md#edited-variables)', () => {
  it('are set and removed in the instance when no scope is named', () => {
    given(TASK)
      .when(start({ a: 1, b: [1], c: 3 }))
      .when(edit({ a: 'x', d: { e: null } }, ['b', 'unknown', 'b']))
      .then('')
      .andEvent({ type: 'VariablesEdited', values: { a: 'x', d: { e: null } }, removed: ['b'] })
      .andVariables({ a: 'x', c: 3, d: { e: null } });
  });

  it('are those of the body when a sub-process is named, and leave the root alone until it ends', () => {
    const scenario = given('s: start\nsub: sub {\na: task\n}\nb: task\nf0: s -> sub\nf1: sub -> b').when(start({ n: 1 }));
    scenario.when(edit({ n: 2, m: 3 }, [], 'sub')).andVariables({ n: 1 });
    scenario.when(complete('a')).then('-a -sub >f1 +b').andVariables({ n: 2, m: 3 });
  });

  it('stay local when they were, and a removed one is read from around again', () => {
    const scenario = given(
      `s: start\na: task\n@a input n = \${5}\nc: boundary on a beside when n > 8\nd: end\nf0: s -> a\nf1: c -> d`,
    ).when(start({ n: 1 }));
    scenario
      .when(edit({ n: 9 }, [], 'a'))
      .then('+c -c >f1 +d -d')
      .andVariables({ n: 1 });
    scenario.when(edit({}, ['n'], 'a')).andEvent({ type: 'ConditionObserved', isTrue: false });
    scenario.when(edit({ n: 20 })).then('+c -c >f1 +d -d');
    scenario.when(complete('a')).andVariables({ n: 20 });
  });

  it('let conditions fire that wait in the scope or below, and no others', () => {
    const notation =
      's: start\nf: and\nw: catch when go == true\nsub: sub {\ng: and\nv: catch when go == true\nt: task\ng1: g -> v\ng2: g -> t\n}\nf0: s -> f\nf1: f -> w\nf2: f -> sub';
    given(notation)
      .when(start())
      .when(edit({ go: true }, [], 'sub'))
      .then('-v')
      .andActive('w', 'sub', 't');
    given(notation)
      .when(start())
      .when(edit({ go: true }))
      .then('-w -v')
      .andActive('sub', 't');
  });

  it('fire what waits for a deletion, where a filter names it', () => {
    const model = processOf('s: start\nw: catch when n == null\nf0: s -> w');
    const wait = model.elements.get('w') as { triggers: readonly object[] };
    const elements = new Map(model.elements).set('w', {
      ...wait,
      triggers: [{ ...wait.triggers[0], variableName: 'n', variableEvents: ['delete'] }],
    } as never);
    const driver = new Driver({ ...model, elements });
    driver.send(start({ n: 1 }));
    driver.send(edit({ n: 2 }));
    expect(driver.state.status).to.equal('running');
    driver.send(edit({}, ['n']));
    expect(driver.state.status).to.equal('completed');
  });

  it('come before the rest of a run that has paused', () => {
    const driver = new Driver(
      processOf('s: start\na: script r = n\nb: script q = n\nt: task\nf0: s -> a\nf1: a -> b\nf2: b -> t'),
      {
        leavesPaused: true,
        context: { shouldPause: ({ steps }) => steps >= 2 },
      },
    );
    driver.send(start({ n: 1 }));
    expect(driver.state.paused).not.to.equal(null);
    driver.send(edit({ n: 2 }));
    expect(driver.state.variables.get(driver.state.rootVariables)?.values).to.deep.include({ r: 1, q: 2 });
  });

  it('change nothing when nothing is there to be removed', () => {
    given(TASK)
      .when(start({ a: 1 }))
      .when(edit({}, ['b']))
      .then('')
      .andVariables({ a: 1 });
  });

  it('are refused when the instance or the scope has ended, or they are too large', () => {
    expect(refusal(TASK, [start(), complete('a')], edit({ a: 1 }))).to.deep.equal({ code: 'INSTANCE_ENDED' });
    const gone: EngineCommand = { type: 'EditVariables', scope: 99, values: { a: 1 }, removed: [] };
    expect(refusal(TASK, [start()], gone)).to.deep.equal({ code: 'SCOPE_NOT_ACTIVE' });
    const limits = { maxWriteSize: 50, maxVariablesSize: 70 };
    const options = { context: { limits } };
    expect(refusal(TASK, [start()], edit({ a: 'x'.repeat(60) }), options)).to.deep.equal({
      code: 'VARIABLES_TOO_LARGE',
      limit: 50,
      of: 'write',
    });
    const full = start({ a: 'x'.repeat(40) });
    expect(refusal(TASK, [full], edit({ b: 'x'.repeat(40) }), options)).to.deep.include({ limit: 70, of: 'instance' });
    given(TASK, options)
      .when(full)
      .when(edit({ b: 'x'.repeat(40) }, ['a']))
      .andVariables({ b: 'x'.repeat(40) });
  });
});
