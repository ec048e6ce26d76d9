import { expect } from 'chai';
import { type RefusalBounds, Refusals, type RefusedAct } from '../../../src/api/audit/refusals.ts';
import type { AuditEntry } from '../../../src/messages/audit.ts';

const BOUNDS: RefusalBounds = { perSender: 3, perReplica: 5, counters: 2, waiting: 8 };
const MINUTE = 60_000;

function refusal(address: string, act = 'CancelInstance', more: Partial<RefusedAct> = {}): RefusedAct {
  const target = { kind: 'instance', id: 'i' } as const;
  return {
    note: { act, by: 'anonymous', surface: 'api', address },
    actor: null,
    target,
    commandId: 'c',
    status: 404,
    code: 'X',
    ...more,
  };
}

describe('refusals on their way to the audit (docs/contributing/spec/audit.md#floods)', () => {
  let now: number;
  let refusals: Refusals;
  beforeEach(() => {
    now = Date.parse('2026-01-31T10:00:00Z');
    refusals = new Refusals(() => now, BOUNDS);
  });
  const add = (times: number, act: RefusedAct) => Array.from({ length: times }, () => refusals.add(act));
  const seen = (entries: readonly AuditEntry[]) =>
    entries.map(({ note, count, target }) => [note.act, note.address ?? null, count, target?.id ?? null]);

  it('are their own entries when there are few, handed out once', () => {
    expect(add(2, refusal('a'))).to.deep.equal(['entry', 'entry']);
    const [first, second] = refusals.take();
    expect(first).to.deep.include({
      result: 'refused',
      status: 404,
      code: 'X',
      count: 1,
      commandId: 'c',
      at: '2026-01-31T10:00:00.000Z',
    });
    expect(first?.entryId).to.not.equal(second?.entryId);
    expect(refusals.take()).to.deep.equal([]);
    add(1, refusal('a', 'X', { status: 500 }));
    expect(refusals.take()[0]?.result).to.equal('failed');
  });

  it('are counted beyond the bound of one sender, whom the count names, without a target', () => {
    expect(add(10, refusal('a')).filter((taken) => taken === 'counted')).to.have.length(7);
    expect(refusals.take()).to.have.length(3);
    now += MINUTE - 1;
    expect(refusals.take()).to.deep.equal([]);
    now += 1;
    expect(seen(refusals.take())).to.deep.equal([['CancelInstance', 'a', 7, null]]);
    expect(refusals.take()).to.deep.equal([]);
  });

  it('begin again in the next minute', () => {
    add(4, refusal('a'));
    now += MINUTE;
    expect(add(4, refusal('a'))).to.deep.equal(['entry', 'entry', 'entry', 'counted']);
  });

  it('do not grow with the number of senders: beyond the counters no one is named', () => {
    for (let n = 0; n < 1000; n++) add(1, refusal(`a${n}`, n % 2 === 0 ? 'CancelInstance' : 'SuspendInstance'));
    expect(refusals.take()).to.have.length(BOUNDS.perReplica);
    now += MINUTE;
    const counted = refusals.take();
    expect(seen(counted)).to.have.deep.members([
      ['SuspendInstance', 'a5', 1, null],
      ['CancelInstance', 'a6', 1, null],
      ['SuspendInstance', null, 497, null],
      ['CancelInstance', null, 496, null],
    ]);
    expect(counted.filter(({ code }) => code === 'MANY').map(({ actor, note }) => [actor, note.by])).to.deep.equal([
      [null, 'anonymous'],
      [null, 'anonymous'],
    ]);
  });

  it('hand out the counts of a minute that is not over when they are taken for the last time', () => {
    add(5, refusal('a'));
    expect(seen(refusals.take(true)).map(([, , count]) => count)).to.deep.equal([1, 1, 1, 2]);
  });

  it('wait for a database that is away, and are lost beyond the bound', () => {
    add(3, refusal('a'));
    const first = refusals.take();
    add(2, refusal('b'));
    refusals.requeue(first);
    expect(refusals.takeLost()).to.equal(0);
    expect(seen(refusals.take()).map(([, address]) => address)).to.deep.equal(['a', 'a', 'a', 'b', 'b']);
    refusals.requeue([...first, ...first, ...first]);
    expect(refusals.takeLost()).to.equal(1);
    now += MINUTE;
    add(1, refusal('c'));
    expect([refusals.takeLost(), refusals.takeLost()]).to.deep.equal([1, 0]);
  });

  it('are lost with all that a counter has counted when there is no room at the end of its minute', () => {
    add(10, refusal('a'));
    const first = refusals.take();
    refusals.requeue([...first, ...first, ...first].slice(0, BOUNDS.waiting));
    now += MINUTE;
    expect(refusals.take()).to.have.length(BOUNDS.waiting);
    expect(refusals.takeLost()).to.equal(7);
  });

  it('keep two people behind one address apart', () => {
    add(3, refusal('a', 'CancelInstance', { actor: 'ann' }));
    expect(add(1, refusal('a', 'CancelInstance', { actor: 'bob' }))).to.deep.equal(['entry']);
  });
});
