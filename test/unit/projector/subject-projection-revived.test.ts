import { expect } from 'chai';
import type { EngineEvent } from '../../../src/engine/events.ts';
import { liveStateOf } from '../../../src/engine/state/live.ts';
import { type InstanceProjection, newProjection, openInstanceProjection } from '../../../src/projector/subject-projection.ts';
import * as made from '../../support/hand-made-journal.ts';
import { applyRows, projectInstance } from '../../support/instance-projections.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

describe('an instance that is revived', () => {
  const state = {
    v: 3,
    startedAt: 0,
    counter: 9,
    rootScope: 1,
    rootVariables: 2,
    entries: [{ n: 3, element: 'review', type: 'userTask', scope: 1, vars: 2, since: 0 }],
    scopes: [],
    variables: [{ n: 2, kind: 'root', parent: null, values: { a: 1 } }],
  } as const;
  const restored = { type: 'InstanceRestored', from: { instanceId: ID, seq: 1 }, state } as EngineEvent;
  const task = made.userTaskCreated(3, 'review');
  const paid = { kind: 'message', name: 'paid', key: '' } as const;
  const waiting = made.subscribed(4, 'paid', null, paid);
  const rows = [
    [made.started(ID), made.activated(3, 'review', 'userTask'), task, waiting],
    [made.unsubscribed(4, 'paid', null, paid), made.cancelled(3, 'review', 'userTask', 'no'), made.instanceCancelled('no')],
    [restored, task, waiting],
  ] as const;

  it('is running, with the live state from the journal that it continues from', () => {
    const { row, live, stored } = projectInstance(ID, ...rows);
    expect(row).to.deep.include({ isCompleted: false, isCancelled: false, isFailed: false, completedAt: null });
    expect(liveStateOf(live).entries.map(({ element }) => element)).to.deep.equal(['review']);
    expect(liveStateOf(live).variableScopes[0]?.values).to.deep.equal({ a: 1 });
    expect(stored).to.deep.equal({ stateSize: 0, journalSize: 0 });
  });

  it('keeps its failure, with the time of the first of several equal ones', () => {
    const failed = (message: string) => [made.instanceFailed('pay', 'E1', message)];
    const [begun] = rows;
    const earlierAfter = (...messages: readonly string[]) =>
      projectInstance(ID, begun, ...messages.flatMap((message) => [failed(message), [restored]])).row?.earlierFailure;
    const failure = { element: 'pay', code: 'E1', message: 'declined' };
    const [, first, , third] = made
      .journalOf(ID, begun, failed('declined'), [restored], failed('declined'))
      .map(({ at }) => at.getTime());
    expect(earlierAfter()).to.equal(null);
    expect(earlierAfter('declined')).to.deep.equal({ ...failure, firstAt: first });
    expect(earlierAfter('declined', 'declined')).to.deep.equal({ ...failure, firstAt: first });
    expect(earlierAfter('other', 'declined')).to.deep.equal({ ...failure, firstAt: third });
  });

  it('has the rows of what waits removed and inserted when it ended in the same batch', () => {
    const [first, ...later] = made.journalOf(ID, ...rows);
    const projection = applyRows(newProjection({ subjectId: ID, kind: 'i' }) as InstanceProjection, [first!]);
    const next = openInstanceProjection({ ...projection, subjectId: ID });
    applyRows(next, later);
    expect(next.userTasks.get(3)).to.deep.include({ kind: 'insert', isAgain: true });
    expect(next.subscriptions.get(4)).to.deep.include({ kind: 'insert', isAgain: true });
    const ended = made.journalOf(ID, ...rows, [
      made.unsubscribed(4, 'paid', null, paid),
      made.cancelled(3, 'review', 'userTask', 'no'),
    ]);
    applyRows(next, ended.slice(3));
    expect([next.userTasks.get(3), next.subscriptions.get(4)]).to.deep.equal([{ kind: 'delete' }, { kind: 'delete' }]);
  });
});
