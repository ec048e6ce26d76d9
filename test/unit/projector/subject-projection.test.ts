import { expect } from 'chai';
import { type EngineEvent, EVENT_VERSION } from '../../../src/engine/events.ts';
import { liveStateOf, openLive } from '../../../src/engine/state/live.ts';
import {
  applyRow,
  type InstanceProjection,
  newProjection,
  openInstanceProjection,
} from '../../../src/projector/subject-projection.ts';
import { countedWork } from '../../support/counted-work.ts';
import * as made from '../../support/hand-made-journal.ts';
import { applyRows, projectInstance } from '../../support/instance-projections.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

describe('instance row', () => {
  it('is made when the instance starts', () => {
    const { row, lastSeq } = projectInstance(ID, [made.started(ID, {}, 'PO-1')]);
    expect(lastSeq).to.equal(1);
    expect(row).to.deep.include({
      instanceId: ID,
      key: 'order',
      version: 1,
      businessId: 'PO-1',
      isCompleted: false,
      completedAt: null,
    });
    expect(row?.createdAt).to.deep.equal(row?.startedAt);
  });

  it('reports completed without a further flag when the instance completes', () => {
    const { row } = projectInstance(ID, [made.started(ID)], [made.instanceCompleted()]);
    expect(row).to.deep.include({ isCompleted: true, isCancelled: false, isFailed: false });
    expect(row?.completedAt?.getTime()).to.equal(row!.createdAt.getTime() + 1000);
  });

  it('reports completed without a further flag when the end carries an error for the caller', () => {
    const end = { ...made.instanceCompleted(), error: { code: 'E1', message: 'no stock' } } as EngineEvent;
    const { row } = projectInstance(ID, [made.started(ID), end]);
    expect(row).to.deep.include({ isCompleted: true, isCancelled: false, isFailed: false });
  });

  it('reports completed and failed when the instance fails', () => {
    const { row } = projectInstance(ID, [made.started(ID), made.instanceFailed('script', '500', 'boom')]);
    expect(row).to.deep.include({ isCompleted: true, isCancelled: false, isFailed: true });
  });

  it('reports completed and cancelled when the instance is cancelled', () => {
    const { row } = projectInstance(ID, [made.started(ID), made.instanceCancelled('Cancelled by operator')]);
    expect(row).to.deep.include({ isCompleted: true, isCancelled: true, isFailed: false });
  });
});

describe('live state', () => {
  it('holds the entries that have not ended, oldest first, when others have', () => {
    const { live } = projectInstance(
      ID,
      [
        made.started(ID),
        ...made.passed(3, 'start', 'startEvent'),
        made.activated(5, 'b', 'task'),
        made.activated(4, 'a', 'userTask'),
      ],
      [made.activated(6, 'c', 'task'), made.completed(5, 'b', 'task')],
    );
    expect(liveStateOf(live).entries.map(({ entry, element, activityType }) => [entry, element, activityType])).to.deep.equal([
      [4, 'a', 'UserTask'],
      [6, 'c', 'Task'],
    ]);
  });

  it('shows the own writes of a branch in its parent when the branch ends', () => {
    const { live } = projectInstance(
      ID,
      [
        made.started(ID, { a: 1 }),
        { type: 'VariableScopeOpened', variableScope: 4, kind: 'branch', parent: 2, locals: { loop: 0 } },
      ],
      [made.written(4, { a: 2, b: [null, { c: 'x' }] }), { type: 'VariableScopeClosed', variableScope: 4, into: 2 }],
    );
    expect(stored(live).variableScopes).to.deep.equal([
      { variableScope: 2, kind: 'root', parent: null, values: { a: 2, b: [null, { c: 'x' }] }, locals: [] },
    ]);
  });

  it('drops the writes of a scope when it closes into nothing', () => {
    const { live } = projectInstance(ID, [
      made.started(ID, { a: 1 }),
      { type: 'VariableScopeOpened', variableScope: 4, kind: 'iteration', parent: 2 },
      made.written(4, { a: 2 }),
      { type: 'VariableScopeClosed', variableScope: 4, into: null },
    ]);
    expect(stored(live).variableScopes).to.have.length(1);
    expect(stored(live).variableScopes[0]?.values).to.deep.equal({ a: 1 });
  });

  it('moves own writes and leaves local names when a join asks for it', () => {
    const { live } = projectInstance(ID, [
      made.started(ID),
      { type: 'VariableScopeOpened', variableScope: 4, kind: 'body', parent: 2, locals: { mine: 1 } },
      made.written(4, { theirs: 2 }),
      { type: 'VariablesMoved', variableScope: 4, into: 2 },
    ]);
    expect(stored(live).variableScopes.map((scope) => scope.values)).to.deep.equal([{ theirs: 2 }, { mine: 1 }]);
    expect(stored(live).variableScopes[1]?.locals).to.deep.equal(['mine']);
  });

  it('keeps names of the prototype as plain variables when they come back from the database', () => {
    const values = JSON.parse('{"__proto__": {"x": 1}, "constructor": "mine"}');
    const { live } = projectInstance(ID, [made.started(ID, values)]);
    const again = applyRows(storedProjection(1, projectInstance(ID, [made.started(ID)]).row, live), []);
    expect(JSON.stringify(liveStateOf(again.live).variableScopes[0]?.values)).to.equal(
      '{"__proto__":{"x":1},"constructor":"mine"}',
    );
  });

  it('has no entry and keeps the variable scopes when the instance has failed', () => {
    const { live } = projectInstance(ID, [
      made.started(ID, { a: 1 }),
      made.activated(3, 'script', 'scriptTask'),
      made.failed(3, 'script', 'scriptTask', '500', 'boom'),
      made.instanceFailed('script', '500', 'boom'),
    ]);
    expect(stored(live).entries).to.deep.equal([]);
    expect(stored(live).variableScopes[0]?.values).to.deep.equal({ a: 1 });
  });

  it('is the same when a history is projection in two batches', () => {
    const rows = made.reviewedInstance(ID, 12);
    const whole = applyRows(newProjection({ subjectId: ID, kind: 'i' }) as InstanceProjection, rows);
    const first = applyRows(newProjection({ subjectId: ID, kind: 'i' }) as InstanceProjection, rows.slice(0, 1));
    const second = applyRows(storedProjection(first.lastSeq, first.row, first.live), rows.slice(1));
    expect(second.row).to.deep.equal(whole.row);
    expect(stored(second.live)).to.deep.equal(stored(whole.live));
    expect([...first.steps, ...second.steps]).to.deep.equal(whole.steps);
  });
});

describe('entries', () => {
  for (const [loop, activityType] of [
    ['multiInstance', 'MultiInstance'],
    ['standardLoop', 'StandardLoop'],
  ] as const) {
    it(`have the type ${activityType} when they represent the whole loop, and that of the element when they are a round`, () => {
      const wrapper = { ...made.activated(3, 'ask', 'userTask'), loop, host: true } as EngineEvent;
      const round = { ...made.activated(5, 'ask', 'userTask'), index: 0 } as EngineEvent;
      const { live, steps } = projectInstance(ID, [made.started(ID), wrapper, round], [made.completed(3, 'ask', 'userTask')]);
      expect(stored(live).entries.map((entry) => entry.activityType)).to.deep.equal(['UserTask']);
      expect(steps[0]?.completed[0]?.activityType).to.equal(activityType);
    });
  }

  it('know their child while they run and when they have ended', () => {
    const rows = made.journalOf(
      ID,
      [made.started(ID), made.activated(3, 'call', 'callActivity')],
      [childStarted(3, 'call')],
      [made.completed(3, 'call', 'callActivity')],
    );
    const running = applyRows(newProjection({ subjectId: ID, kind: 'i' }) as InstanceProjection, rows.slice(0, 2));
    expect(stored(running.live).entries[0]?.childInstanceId).to.equal(CHILD);
    const ended = applyRows(storedProjection(2, running.row, running.live), rows.slice(2));
    expect(ended.steps[0]?.completed[0]).to.deep.include({ childInstanceId: CHILD, activityType: 'CallActivity' });
  });

  it('move to the scope they continue in when all their tokens have arrived', () => {
    const { live, steps } = projectInstance(
      ID,
      [
        made.started(ID),
        { type: 'VariableScopeOpened', variableScope: 4, kind: 'branch', parent: 2 },
        made.activated(5, 'pack', 'task', 4),
        made.activated(6, 'ship', 'task', 4),
      ],
      [gathered(5, 2), gathered(6, 2), made.completed(6, 'ship', 'task')],
    );
    expect(stored(live).entries[0]?.variableScope).to.equal(2);
    expect(steps[0]?.completed[0]?.variableScope).to.equal(2);
  });
});

const CHILD = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
function childStarted(entry: number, element: string): EngineEvent {
  return { type: 'ChildStarted', entry, element, key: 'ship', childInstanceId: CHILD };
}
function gathered(entry: number, variableScope: number): EngineEvent {
  return { type: 'TokensGathered', entry, variableScope };
}

/** What the database gives back for a live state. */
function stored(live: InstanceProjection['live']): ReturnType<typeof liveStateOf> {
  return JSON.parse(JSON.stringify(liveStateOf(live)));
}

/** A projection that continues from the rows of the database. */
function storedProjection(lastSeq: number, row: InstanceProjection['row'], live: InstanceProjection['live']): InstanceProjection {
  const sizes = { stateSize: 0, journalSize: 0 };
  return openInstanceProjection({ subjectId: ID, lastSeq, row, live: openLive(stored(live)), stored: sizes });
}

describe('instance steps', () => {
  it('are left out when a row ended nothing and evaluated nothing', () => {
    const { steps } = projectInstance(
      ID,
      [made.started(ID), made.activated(3, 'review', 'userTask')],
      [made.userTaskClaimed(3, 'review', 'john')],
    );
    expect(steps).to.deep.equal([]);
  });

  it('hold ended entries in the order of their end with error or reason when they failed or were cancelled', () => {
    const { steps } = projectInstance(
      ID,
      [
        made.started(ID),
        made.activated(3, 'a', 'task'),
        made.activated(4, 'b', 'userTask'),
        made.activated(5, 'c', 'scriptTask'),
      ],
      [
        made.failed(5, 'c', 'scriptTask', '500', 'boom'),
        made.cancelled(4, 'b', 'userTask', 'Instance failed'),
        made.completed(3, 'a', 'task'),
      ],
    );
    expect(steps).to.have.length(1);
    expect(steps[0]?.seq).to.equal(2);
    const [c, b, a] = steps[0]!.completed;
    expect(c).to.deep.include({ entry: 5, activityType: 'ScriptTask', error: { code: '500', message: 'boom' } });
    expect(b).to.deep.include({ entry: 4, cancelled: 'Instance failed' });
    expect(a).to.have.all.keys('entry', 'element', 'activityType', 'variableScope', 'since', 'endedAt');
    expect(a!.endedAt - a!.since).to.equal(1000);
  });

  it('hold the conditions when a gateway evaluated some', () => {
    const { steps } = projectInstance(ID, [
      made.started(ID),
      made.activated(3, 'gateway', 'exclusiveGateway'),
      made.condition(3, 'flow1', false),
      made.condition(3, 'flow2', true),
    ]);
    expect(steps[0]?.conditions.map(({ flow, result }) => [flow, result])).to.deep.equal([
      ['flow1', false],
      ['flow2', true],
    ]);
    expect(steps[0]?.conditions[0]).to.have.all.keys('flow', 'condition', 'source', 'target', 'result');
  });

  // subject-projection-time.test.ts measures how long a longer one takes
  it('projection a row of thousands of events in linear work when a loop wrote it', () => {
    const round = (n: number) => [
      ...made.passed(3 + n, 'script', 'scriptTask'),
      made.written(2, { [`v${n % 500}`]: n }),
      made.condition(3 + n, 'back', true),
    ];
    const eventsOf = (rounds: number) => [made.started(ID), ...Array.from({ length: rounds }, (_, n) => round(n)).flat()];
    const workOf = (events: readonly EngineEvent[]) => countedWork(() => projectInstance(ID, events));
    expect(workOf(eventsOf(2000)) / workOf(eventsOf(500))).to.be.below(5);
    const { steps } = projectInstance(ID, eventsOf(1000));
    expect(steps[0]?.completed).to.have.length(1000);
    expect(steps[0]?.conditions).to.have.length(1000);
  });
});

describe('user task changes', () => {
  const waiting = [
    made.started(ID),
    made.activated(3, 'review', 'userTask'),
    made.userTaskCreated(3, 'review', { assignee: 'john' }),
  ];

  it('insert the row when the task is created', () => {
    expect(projectInstance(ID, waiting).userTasks.get(3)).to.deep.include({ kind: 'insert' });
  });

  it('insert it claimed when the claim is in the same batch', () => {
    const change = projectInstance(ID, waiting, [made.userTaskClaimed(3, 'review', 'mary')]).userTasks.get(3);
    expect(change).to.have.nested.include({ kind: 'insert', 'row.claimedBy': 'mary', 'row.assignee': 'john' });
  });

  it('update the claim when the task was inserted earlier', () => {
    const earlier = projectInstance(ID, waiting);
    const later = () => storedProjection(1, earlier.row, earlier.live);
    const [, claim, unclaim] = made.journalOf(
      ID,
      [],
      [made.userTaskClaimed(3, 'review', 'mary')],
      [made.userTaskUnclaimed(3, 'review')],
    );
    expect(applyRows(later(), [claim!]).userTasks.get(3)).to.deep.equal({ kind: 'change', claimedBy: 'mary' });
    expect(applyRows(later(), [claim!, unclaim!]).userTasks.get(3)).to.deep.equal({ kind: 'change', claimedBy: null });
  });

  it('combine edits and claims of a batch when the task was inserted earlier', () => {
    const earlier = projectInstance(ID, waiting);
    const edit = made.userTaskEdited(3, 'review', { candidateUsers: ['zoe'], dueAt: 5 });
    const later = made.userTaskEdited(3, 'review', { dueAt: null });
    const rows = made.journalOf(ID, [], [edit], [made.userTaskClaimed(3, 'review', 'mary'), later]);
    expect(applyRows(storedProjection(1, earlier.row, earlier.live), rows.slice(1)).userTasks.get(3)).to.deep.equal({
      ...{ kind: 'change', claimedBy: 'mary', edit: { candidateUsers: ['zoe'], dueAt: null } },
    });
  });

  it('insert it edited when the edit is in the same batch', () => {
    const edits = [
      made.userTaskEdited(3, 'review', { assignee: null, priority: 7, dueAt: 5 }),
      made.userTaskEdited(3, 'review', { dueAt: null }),
    ];
    const change = projectInstance(ID, waiting, edits).userTasks.get(3);
    expect(change).to.have.nested.include({ kind: 'insert', 'row.assignee': null });
    expect(change).to.have.deep.nested.property('row.plan', { priority: 7 });
  });

  for (const end of [
    made.completed(3, 'review', 'userTask'),
    made.failed(3, 'review', 'userTask', '500', 'x'),
    made.cancelled(3, 'review', 'userTask', 'x'),
  ]) {
    it(`delete the row when the task was inserted earlier and ${end.type} comes`, () => {
      const earlier = projectInstance(ID, waiting);
      const row = made.journalOf(ID, [], [end])[1]!;
      expect(applyRows(storedProjection(1, earlier.row, earlier.live), [row]).userTasks.get(3)).to.deep.equal({
        kind: 'delete',
      });
    });
  }

  it('do nothing when the task came and went within the batch', () => {
    const { userTasks } = projectInstance(
      ID,
      waiting,
      [made.userTaskClaimed(3, 'review', 'mary')],
      [made.completed(3, 'review', 'userTask')],
    );
    expect(userTasks.size).to.equal(0);
  });
});

describe('a subject stops', () => {
  const start = made.journalOf(ID, [made.started(ID)], [made.instanceCompleted()], [])[0]!;

  it('with both numbers when a row is missing', () => {
    const projection = newProjection({ subjectId: ID, kind: 'i' });
    applyRow(projection, start);
    expect(applyRow(projection, { ...start, seq: 3, events: [] })).to.deep.equal({ reason: 'gap', expectedSeq: 2, foundSeq: 3 });
  });

  it('when its first row is not the first', () => {
    const stop = applyRow(newProjection({ subjectId: ID, kind: 'i' }), { ...start, seq: 2 });
    expect(stop).to.deep.equal({ reason: 'gap', expectedSeq: 1, foundSeq: 2 });
  });

  it('when a row was written in an unknown version', () => {
    expect(applyRow(newProjection({ subjectId: ID, kind: 'i' }), { ...start, v: EVENT_VERSION + 1 })).to.deep.equal({
      reason: 'version',
      seq: 1,
      version: EVENT_VERSION + 1,
    });
  });

  for (const [what, kind, events] of [
    ['ends an entry that is not live', 'i', [made.started(ID), made.completed(9, 'x', 'task')]],
    ['does not begin with the start', 'i', [made.activated(3, 'x', 'task')]],
    ['is of another kind', 'd', [made.started(ID)]],
    ['holds a deployment', 'i', [made.deployed('order', 1)]],
    ['holds a switch', 'i', [made.started(ID), made.disabled('order')]],
    ['names a child of an entry that is not live', 'i', [made.started(ID), childStarted(9, 'call')]],
    ['gathers tokens of an entry that is not live', 'i', [made.started(ID), gathered(9, 4)]],
    ['writes to a scope that does not exist', 'i', [made.started(ID), made.written(9, { a: 1 })]],
  ] as const) {
    it(`when its journal ${what}`, () => {
      expect(applyRow(newProjection({ subjectId: ID, kind }), { ...start, events })).to.include({ reason: 'damage', seq: 1 });
    });
  }
});
