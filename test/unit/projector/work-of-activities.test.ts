import { expect } from 'chai';
import type { EngineEvent } from '../../../src/engine/events.ts';
import * as made from '../../support/hand-made-journal.ts';
import { projectInstance } from '../../support/instance-projections.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const begin = [made.started(ID), made.activated(3, 'review', 'userTask'), made.userTaskCreated(3, 'review')];
const claimed = [made.userTaskClaimed(3, 'review', 'ann')];
const end = [made.completed(3, 'review', 'userTask')];

/** The ended activity instances of an instance with these rows, and the times of the rows. */
function endedOf(...rows: readonly (readonly EngineEvent[])[]) {
  const times = made.journalOf(ID, ...rows).map(({ at }) => at.getTime());
  return { times, ended: projectInstance(ID, ...rows).steps.flatMap(({ completed }) => completed) };
}

describe('the begin of the work at an activity', () => {
  it('is the first claim when a user task is claimed again, and the next one when it was released', () => {
    const again = endedOf(begin, claimed, claimed, end);
    expect(again.ended[0]?.workSince).to.equal(again.times[1]);
    const released = endedOf(begin, claimed, [made.userTaskUnclaimed(3, 'review')], claimed, end);
    expect(released.ended[0]?.workSince).to.equal(released.times[3]);
    expect(endedOf(begin, end).ended[0]).not.to.have.property('workSince');
  });

  it('is the lock of the attempt that completed a job, which counts as repeated when it was not the first', () => {
    const job = (attempt: number) => {
      const done = { ...made.completed(3, 'charge', 'serviceTask'), work: { since: 7, attempt } } as EngineEvent;
      return endedOf([made.started(ID), made.activated(3, 'charge', 'serviceTask')], [done]).ended[0];
    };
    expect(job(1)).to.include({ workSince: 7 }).and.not.have.property('isRepeated');
    expect(job(2)).to.include({ workSince: 7, isRepeated: true });
  });
});

describe('an activity that is repeated', () => {
  it('is marked when it had an incident, or replaces one that failed', () => {
    const incident = { incident: 9, entry: 3, element: 'review', code: 'E', message: 'no', count: 1, since: 0 };
    const raised = { type: 'IncidentRaised', ...incident, cause: { kind: 'text' }, repeat: { kind: 'enter' } } as EngineEvent;
    expect(endedOf(begin, [raised], end).ended[0]).to.include({ isRepeated: true });
    const again = { ...made.activated(3, 'review', 'userTask'), again: { incident: 9, count: 1, since: 0 } } as EngineEvent;
    expect(endedOf([made.started(ID), again], end).ended[0]).to.include({ isRepeated: true });
    expect(endedOf(begin, end).ended[0]).not.to.have.property('isRepeated');
  });

  it('has the time in incidents apart, ended or open, when it has one at its element', () => {
    const incident = { incident: 9, entry: 3, element: 'review', code: 'E', message: 'no', count: 1, since: 0 };
    const raised = { type: 'IncidentRaised', ...incident, cause: { kind: 'text' }, repeat: { kind: 'enter' } } as EngineEvent;
    const settled = { type: 'IncidentEnded', incident: 9, entry: 3, element: 'review', outcome: 'retried' } as EngineEvent;
    const { times, ended } = endedOf(begin, [raised], [settled], [raised], end);
    const [, first = 0, second = 0, third = 0, last = 0] = times;
    expect(ended[0])
      .to.include({ failedMs: second - first + last - third, failedAt: third })
      .and.not.have.property('isFailing');
    const other = endedOf(begin, [{ ...raised, element: 'other' } as EngineEvent], end).ended[0];
    expect(other).to.include({ isRepeated: true }).and.not.have.property('failedMs');
  });

  it('has the time in which its instance had failed apart when the instance is restored, also twice', () => {
    const failed: EngineEvent = { type: 'InstanceFailed', since: 0, element: null, code: 'E', message: 'm' };
    const since = made.journalOf(ID, begin)[0]?.at.getTime() ?? 0;
    const state = {
      ...{ v: 3, startedAt: 0, counter: 9, rootScope: 1, rootVariables: 2, scopes: [], variables: [] },
      entries: [{ n: 3, element: 'review', type: 'userTask', scope: 1, vars: 2, since }],
    } as const;
    const restored: EngineEvent = { type: 'InstanceRestored', from: { instanceId: ID, seq: 1 }, state };
    const { times, ended } = endedOf(begin, [failed], [restored], [failed], [restored], end);
    const [, first = 0, second = 0, third = 0, fourth = 0] = times;
    expect(ended[0]).to.include({ failedMs: second - first + fourth - third, failedAt: third, since });
  });
});
