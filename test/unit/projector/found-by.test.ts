import { expect } from 'chai';
import type { EngineEvent } from '../../../src/engine/events.ts';
import { applyToLive, openLive } from '../../../src/engine/state/live.ts';
import { makeVariableScope } from '../../../src/engine/values/variable-scopes.ts';
import { note, project } from '../../../src/projector/tables/instance-element.ts';
import { changesOf, valuesAt } from '../../../src/projector/tables/instance-variable.ts';

const activated = (entry: number, element: string): EngineEvent => ({
  type: 'ElementActivated',
  entry,
  element,
  elementType: 'task',
  scope: 1,
  variableScope: 2,
});
const completed = (entry: number, element: string): EngineEvent => ({
  type: 'ElementCompleted',
  entry,
  element,
  elementType: 'task',
  since: 0,
});
const failed = (element: string | null): EngineEvent => ({ type: 'InstanceFailed', since: 0, element, code: 'E', message: 'm' });

/** The changes of batches of events, one after the other on the same instance. */
function changes(...batches: readonly (readonly EngineEvent[])[]): unknown[] {
  const live = openLive(undefined);
  let at: string | null = null;
  return batches.map((events) => {
    const noted = new Map<string, number | null | 'failed'>();
    for (const event of events) {
      note(noted, event, live, at);
      applyToLive(live, event, 0);
      if (event.type === 'InstanceFailed') at = event.element;
      if (event.type === 'InstanceRestored') at = null;
    }
    return project(noted, live, at).map(({ element, becomes }) => `${element} ${becomes}`);
  });
}

describe('the position of an instance', () => {
  it('is at its position of the step, not of the failure, when it is revived', () => {
    const state = {
      ...{ v: 3, startedAt: 0, counter: 9, rootScope: 1, rootVariables: 2, scopes: [], variables: [] },
      entries: [{ n: 3, element: 'a', type: 'userTask', scope: 1, vars: 2, since: 0 }],
    } as const;
    const restored: EngineEvent = { type: 'InstanceRestored', from: { instanceId: 'i', seq: 1 }, state };
    expect(changes([failed('b')], [restored])).to.deep.equal([['b failed'], ['b gone', 'a active']]);
    expect(changes([failed('a')], [restored])).to.deep.equal([['a failed'], ['a active']]);
  });

  it('is written when it rests there, and removed when it continues', () => {
    expect(changes([activated(3, 'a')], [completed(3, 'a'), activated(4, 'b')])).to.deep.equal([
      ['a active'],
      ['a gone', 'b active'],
    ]);
  });

  it('is not written when it passes within one batch, or comes back to where it was', () => {
    expect(changes([activated(3, 'a'), completed(3, 'a')])).to.deep.equal([[]]);
    expect(changes([activated(3, 'a')], [completed(3, 'a'), activated(4, 'a')])).to.deep.equal([['a active'], []]);
  });

  it('stays when one of several entries of an element ends', () => {
    expect(changes([activated(3, 'a'), activated(4, 'a')], [completed(3, 'a')], [completed(4, 'a')])).to.deep.equal([
      ['a active'],
      [],
      ['a gone'],
    ]);
  });

  it('is known with the start of its oldest entry, moved by the time in incidents, when that changes', () => {
    const noted = new Map<string, number | null | 'failed'>();
    const live = openLive(undefined);
    const apply = (event: EngineEvent, at: number) => {
      note(noted, event, live, null);
      applyToLive(live, event, at);
    };
    const write = () => {
      const [change] = project(noted, live, null);
      noted.clear();
      return change?.activeSince;
    };
    apply(activated(3, 'a'), 10);
    apply(activated(4, 'a'), 20);
    expect(write()).to.equal(10);
    apply(completed(3, 'a'), 30);
    expect(write()).to.equal(20);
    apply({ type: 'IncidentRaised', incident: 9, entry: 4, element: 'a' } as EngineEvent, 40);
    expect(write()).to.equal(undefined);
    apply({ type: 'IncidentEnded', incident: 9, entry: 4, element: 'a', outcome: 'retried' }, 55);
    expect(write()).to.equal(35);
    apply(completed(4, 'a'), 60);
    expect(write()).to.equal(null);
  });

  it('is the element of the failure when the instance has failed, and nothing else', () => {
    expect(changes([activated(3, 'a'), activated(4, 'b')], [completed(3, 'a'), failed('a')])).to.deep.equal([
      ['a active', 'b active'],
      ['a failed', 'b gone'],
    ]);
    expect(changes([activated(3, 'a')], [failed(null)])).to.deep.equal([['a active'], ['a gone']]);
  });

  it('is known from what is stored when the projection is opened again', () => {
    const entry = { element: 'a', activityType: 'Task', variableScope: 2, since: 0 };
    const live = openLive({
      entries: [
        { ...entry, entry: 3 },
        { ...entry, entry: 4 },
      ],
      variableScopes: [],
    });
    expect([...live.counts]).to.deep.equal([['a', 2]]);
  });
});

describe('the variables an instance is searched by', () => {
  const at = (values: Parameters<typeof makeVariableScope>[3], ...paths: readonly string[]) => {
    const variableScopes = new Map([
      [2, makeVariableScope(2, 'root', null, values, null)],
      [5, makeVariableScope(5, 'branch', 2, { a: 'of a branch' }, null)],
    ]);
    return Object.fromEntries(valuesAt({ variableScopes }, paths));
  };

  it('are numbers, texts and booleans of the root scope, also inside of maps', () => {
    const values = { a: 1.5, b: { c: { d: 'x' } }, e: false };
    expect(at(values, 'a', 'b.c.d', 'e', 'b', 'b.c', 'f', 'a.b')).to.deep.equal({ a: 1.5, 'b.c.d': 'x', e: false });
  });

  it('are left out when they are lists, nothing, long, or no own property', () => {
    const values = { list: [1], nothing: null, long: 'x'.repeat(257), map: {}, longest: 'x'.repeat(256) };
    const paths = ['list', 'list.0', 'list.length', 'nothing', 'long', 'long.length', 'map.constructor.name', 'map.__proto__'];
    expect(at(values, ...paths, 'toString', 'longest')).to.deep.equal({ longest: 'x'.repeat(256) });
  });

  it('are written as the database takes them when they hold what it cannot store', () => {
    expect(at({ a: 'x\0\ud800' }, 'a')).to.deep.equal({ a: 'x\ufffd\ufffd' });
  });

  it('are written only when they differ from what was there', () => {
    const before = new Map<string, number | string | boolean>([
      ['same', 1],
      ['gone', 'x'],
      ['typed', 1],
    ]);
    const now = new Map<string, number | string | boolean>([
      ['same', 1],
      ['typed', '1'],
      ['new', true],
    ]);
    expect(changesOf(before, now)).to.deep.equal([
      { path: 'gone', value: undefined },
      { path: 'typed', value: '1' },
      { path: 'new', value: true },
    ]);
  });
});
