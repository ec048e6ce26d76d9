import { expect } from 'chai';
import { liveStateOf, openLive } from '../../../src/engine/state/live.ts';
import type { ReadJournalRow } from '../../../src/projector/journal-row.ts';
import {
  applyRow,
  type InstanceProjection,
  newProjection,
  openInstanceProjection,
  type ProcessProjection,
} from '../../../src/projector/subject-projection.ts';
import * as made from '../../support/hand-made-journal.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

function projectInstance(...rows: Parameters<typeof made.journalOf>[1][]): InstanceProjection {
  return applyRows(newProjection({ subjectId: ID, kind: 'i' }) as InstanceProjection, made.journalOf(ID, ...rows));
}

function applyRows(projection: InstanceProjection, rows: readonly ReadJournalRow[]): InstanceProjection {
  for (const row of rows) expect(applyRow(projection, row)).to.equal(undefined);
  return projection;
}

describe('subscription changes', () => {
  const message = { kind: 'message', name: 'paid', key: 'PO-1' } as const;
  const signal = { kind: 'signal', name: 'go' } as const;

  it('insert a row for messages with their key and for signals without one', () => {
    const { subscriptions } = projectInstance([
      made.started(ID),
      made.activated(3, 'wait', 'intermediateCatchEvent'),
      made.subscribed(4, 'wait', 3, message),
      made.subscribed(5, 'note-start', null, signal),
    ]);
    const [first, second] = [subscriptions.get(4), subscriptions.get(5)];
    expect(first).to.have.property('kind', 'insert');
    expect(first).to.have.deep.nested.include({ 'row.kind': 'message', 'row.name': 'paid', 'row.key': 'PO-1', 'row.entry': 3 });
    expect(second).to.have.deep.nested.include({ 'row.kind': 'signal', 'row.name': 'go', 'row.key': '', 'row.entry': null });
    expect(second).to.have.nested.include({ 'row.activityId': 'note-start' });
  });

  it('leave timers and conditions out', () => {
    const { subscriptions } = projectInstance([
      made.started(ID),
      made.subscribed(4, 'wait', 3, { kind: 'conditional', isTrue: false }),
      made.unsubscribed(4, 'wait', 3, { kind: 'conditional', isTrue: true }),
    ]);
    expect(subscriptions.size).to.equal(0);
  });

  it('do nothing when the subscription came and went within the batch', () => {
    const { subscriptions } = projectInstance(
      [made.started(ID), made.subscribed(4, 'wait', 3, message)],
      [made.unsubscribed(4, 'wait', 3, message)],
    );
    expect(subscriptions.size).to.equal(0);
  });

  it('delete the row when it was inserted earlier, and insert that of the next round', () => {
    const earlier = projectInstance([made.started(ID), made.subscribed(4, 'wait', 3, message)]);
    const [, row] = made.journalOf(ID, [], [made.unsubscribed(4, 'wait', 3, message), made.subscribed(5, 'wait', 3, message)]);
    const later = applyRows(openInstanceProjection({ ...earlier, live: openLive(liveStateOf(earlier.live)) }), [row!]);
    expect([...later.subscriptions].map(([ordinal, { kind }]) => [ordinal, kind])).to.deep.equal([
      [4, 'delete'],
      [5, 'insert'],
    ]);
  });
});

describe('start triggers', () => {
  const byMessage = made.startsOn('paid-start', 'message', 'paid');
  const byCondition = made.startsOn('hot-start', 'conditional', 'temperature > 30');

  function triggersAfter(...rows: Parameters<typeof made.journalOf>[1][]): ProcessProjection {
    const projection = newProjection({ subjectId: ID, kind: 'd' }) as ProcessProjection;
    for (const row of made.journalOf(ID, ...rows)) expect(applyRow(projection, row)).to.equal(undefined);
    return projection;
  }

  it('are those of the latest version when a key is deployed again', () => {
    const { startTriggers } = triggersAfter([made.deployed('order', 1, [byMessage])], [made.deployed('order', 2, [byCondition])]);
    expect(startTriggers).to.deep.equal([byCondition]);
  });

  it('are absent while the key is disabled, also when it is deployed then, and come back when it is enabled', () => {
    const deployment = [made.deployed('order', 1, [byMessage])];
    const disabled = triggersAfter(deployment, [made.disabled('order')]);
    expect([disabled.row?.isActive, disabled.startTriggers]).to.deep.equal([false, []]);
    const redeployed = triggersAfter(deployment, [made.disabled('order')], [made.deployed('order', 2, [byCondition], false)]);
    expect([redeployed.row?.isActive, redeployed.startTriggers]).to.deep.equal([false, []]);
    const enabled = triggersAfter(deployment, [made.disabled('order')], [made.enabled('order', [byCondition])]);
    expect([enabled.row?.isActive, enabled.startTriggers]).to.deep.equal([true, [byCondition]]);
    expect(enabled.definitions).to.have.length(1);
  });

  it('are absent when the deployment is older than such start events', () => {
    const { startTriggers: _, ...older } = made.deployed('order', 1);
    expect(triggersAfter([older as ReturnType<typeof made.deployed>]).startTriggers).to.deep.equal([]);
  });

  it('stay as they are when no event of the key is in the batch', () => {
    expect((newProjection({ subjectId: ID, kind: 'd' }) as ProcessProjection).startTriggers).to.equal(undefined);
  });
});
