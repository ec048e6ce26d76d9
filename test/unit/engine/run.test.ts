import { expect } from 'chai';
import { claim, complete, completeUserTask, given, givenWith, rejected, start } from '../../support/given-when-then.ts';

const limits = { maxSteps: 10, maxWriteSize: 1000, maxVariablesSize: 1000 };
const LOOP = 's: start\nm: xor\na: pass\nf1: s -> m\nf2: m -> a\nf3: a -> m';

describe('a run', () => {
  it('fails the instance when it takes more steps than allowed, and no boundary event catches that', () => {
    const body = LOOP.replaceAll('\n', '\n  ');
    const { events } = givenWith({ context: { limits } }, `sub: sub {\n  ${body}\n}\nc: boundary on sub`).when(start()).then({
      type: 'InstanceFailed',
      element: null,
      code: '500',
      message: 'more than 10 steps in one command (Engine:MaxStepsPerRun). Check the process for an endless loop.',
    });
    expect(events.filter((event) => event.type === 'ElementActivated').length, 'elements entered').to.equal(10);
  });

  it('fails the instance when more steps wait than it may take, before loops inside each other have opened', () => {
    const nested = 'x: sub {\n  y: sub {\n    u: task\n  }\n}\n@x multi times 6\n@y multi times 8';
    const { events } = givenWith({ context: { limits: { ...limits, maxIterations: 10 } } }, nested)
      .when(start())
      .then({
        type: 'InstanceFailed',
        element: null,
        code: '500',
        message: 'more than 10 steps in one command (Engine:MaxStepsPerRun). Check the process for an endless loop.',
      });
    const opened = events.filter((event) => event.type === 'LoopOpened');
    expect(opened.length, 'loops opened').to.equal(2);
  });

  it('takes as many steps as allowed', () => {
    const chain = (tasks: number) =>
      Array.from({ length: tasks }, (_, i) => `t${i}: pass\n${i === 0 ? '' : `f${i}: t${i - 1} -> t${i}`}`).join('\n');
    givenWith({ context: { limits } }, chain(10)).when(start()).then({ type: 'InstanceCompleted' });
    givenWith({ context: { limits } }, chain(11)).when(start()).then({ type: 'InstanceFailed' });
  });

  it('counts again for every command', () => {
    const model = LOOP.replace('a: pass', 'a: task');
    const waiting = givenWith({ context: { limits } }, model, start());
    for (let round = 0; round < 20; round += 1) waiting.when(complete('a')).then('-a >f3 +m -m >f2 +a');
  });

  it('advances parallel paths breadth-first', () => {
    const model =
      's: start\nfork: and\na1, a2, b1, b2: pass\nf1: s -> fork\nf2: fork -> a1\nf3: fork -> b1\nf4: a1 -> a2\nf5: b1 -> b2';
    given(model).when(start()).then('=started +s -s >f1 +fork -fork >f2 >f3 +a1 -a1 >f4 +b1 -b1 >f5 +a2 -a2 +b2 -b2 =completed');
  });

  it('completes an instance whose process is empty', () => {
    given('')
      .when(start({ a: 1 }))
      .then('=started =completed')
      .andVariables({ a: 1 });
  });

  it('draws every GUID once, over all commands', () => {
    const names: string[] = [];
    const guid = (_: string, name: string) => {
      names.push(name);
      return name;
    };
    const model = `
      s: start
      one: script a = Guid.NewGuid(); b = Guid.NewGuid()
      ask, again: user assignee=\${Guid.NewGuid()} users=ann
      join: and
      e: end
      f1: s -> one
      f2: one -> ask
      f3: one -> again
      f4: ask -> join [Guid.NewGuid() != null]
      f5: again -> join [Guid.NewGuid() != null]
      f6: join -> e`;
    givenWith({ context: { guid }, checked: false }, model, start(), claim('ask'), completeUserTask('ask'), claim('again'))
      .when(completeUserTask('again'))
      .then({ type: 'InstanceCompleted' });
    expect(names.length).to.equal(6);
    expect(new Set(names).size).to.equal(6);
  });

  it('reports an unknown activity without touching the instance', () => {
    given(LOOP.replace('a: pass', 'a: task'), start())
      .when(complete('m'))
      .then(rejected({ code: 'NO_ACTIVE_ENTRY', activityId: 'm' }));
  });
});
