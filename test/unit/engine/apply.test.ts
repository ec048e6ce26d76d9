import { expect } from 'chai';
import { indexChangeOf } from '../../../src/engine/effects/index-changes-of-event.ts';
import type { EngineEvent } from '../../../src/engine/events.ts';
import { apply } from '../../../src/engine/state/apply.ts';
import { initialState } from '../../../src/engine/state.ts';
import { cancelUserTask, claim, completeUserTask, failUserTask, given, start } from '../../support/given-when-then.ts';

describe('applying events', () => {
  it('stops loudly when an event is unknown', () => {
    for (const type of ['Nonsense', 'constructor', '__proto__'])
      expect(() => apply(initialState(), { type } as unknown as EngineEvent, 0), type).to.throw('unknown event');
  });

  it('stops loudly when the journal is damaged', () => {
    const completed: EngineEvent = { type: 'ElementCompleted', entry: 9, element: 'a', elementType: 'task', since: 0 };
    expect(() => apply(initialState(), completed, 0)).to.throw('entry 9 is not active');
    expect(() => apply(initialState(), { type: 'ScopeClosed', scope: 7 }, 0)).to.throw('scope 7 is not open');
    expect(() => apply(initialState(), { type: 'VariablesWritten', variableScope: 5, values: {} }, 0)).to.throw(
      'variable scope 5',
    );
  });

  it('never changes the event it applies', () => {
    const { history } = given('u: user users=a,b', start({ list: [1] }), claim('u', 'a')).when(
      completeUserTask('u', { list: [2] }, 'a'),
    );
    const text = JSON.stringify(history);
    const state = initialState();
    for (const event of history) apply(state, event, 1);
    expect(JSON.stringify(history)).to.equal(text);
  });
});

describe('the index of open user tasks', () => {
  const changes = (events: readonly EngineEvent[]) => events.flatMap((event) => indexChangeOf(event) ?? []);
  const MODEL = 's: start\nask: user\nafter: task\nf1: s -> ask\nf2: ask -> after';

  it('gains an entry when a task is created', () => {
    expect(changes(given(MODEL).when(start()).events)).to.deep.equal([{ kind: 'openUserTask', entry: 4 }]);
  });

  for (const [how, command] of [
    ['completed', completeUserTask('ask')],
    ['failed', failUserTask('ask')],
    ['cancelled', cancelUserTask('ask')],
  ] as const) {
    it(`loses the entry when the task is ${how}`, () => {
      expect(changes(given(MODEL, start(), claim('ask')).when(command).events)).to.deep.equal([
        { kind: 'closeUserTask', entry: 4 },
      ]);
    });
  }
});
