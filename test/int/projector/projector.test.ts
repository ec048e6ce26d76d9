import { expect } from 'chai';
import { entityId } from '../../../src/platform/ids.ts';
import type { ReadJournalRow } from '../../../src/projector/journal-row.ts';
import { type Projector, runProjector } from '../../../src/projector/projector.ts';
import { readLag } from '../../../src/projector/todo.ts';
import {
  deployed,
  disabled,
  instanceCompleted,
  journalOf,
  listeningInstance,
  type MadeRow,
  reviewedInstance,
  started,
  startsOn,
} from '../../support/hand-made-journal.ts';
import { idNumber, keptLog, openReadSide, type ReadSide } from '../../support/read-side.ts';
import { itFull } from '../../support/tier.ts';

const NEVER = 3_600_000;
const DAMAGED = idNumber(77);

describe('projector', () => {
  let side: ReadSide;
  let projectors: Projector[] = [];

  beforeEach(async () => {
    side = await openReadSide();
  });
  afterEach(async () => {
    await Promise.all(projectors.map((projector) => projector.stop()));
    projectors = [];
    await side.close();
  });

  function run(settings: Parameters<typeof runProjector>[2] = {}, target = side) {
    const log = keptLog();
    const projector = runProjector(target.pool, log, { pollMs: 5, retryStoppedMs: NEVER, ...settings });
    projectors.push(projector);
    return { log, projector };
  }

  itFull('makes the same rows when two work side by side over 800 subjects as when one does', async () => {
    const other = await openReadSide();
    try {
      run({ batchSize: 50 });
      run({ batchSize: 50 });
      await Promise.all([writeManySubjects(side, 800), writeManySubjects(other, 800)]);
      await side.untilPending(0);
      run({}, other);
      await other.untilPending(0);
      const rows = await side.dump();
      expect(rows['q_instance']).to.have.length(800);
      expect(rows['q_definition']).to.have.length(3);
      expect(rows['q_user_task']).to.have.length(400);
      expect(JSON.stringify(rows)).to.equal(JSON.stringify(await other.dump()));
    } finally {
      await Promise.all(projectors.map((projector) => projector.stop()));
      await other.close();
    }
  });

  it('leaves no number of a row next to a state that is of the last one: projectors of 0.2.0 renew the state alone', async () => {
    await side.write(reviewedInstance(idNumber(1), 5).slice(0, 1));
    run();
    await side.untilPending(0);
    await side.write(reviewedInstance(idNumber(1), 5).slice(1, 2));
    await side.untilPending(0);
    const { q_instance: rows } = await side.dump();
    expect(rows).to.have.length(1);
    expect(rows![0]).to.deep.include({ last_seq: 2, live_seq: null });
  });

  it('stores lists, claims and times as they were when a user task waits', async () => {
    await side.write(reviewedInstance(idNumber(1), 5).slice(0, 2));
    run();
    await side.untilPending(0);
    const { q_user_task: tasks } = await side.dump();
    expect(tasks).to.have.length(1);
    expect(tasks![0]).to.deep.include({
      activity_id: 'review',
      assignee: 'john',
      claimed_by: 'john',
      candidate_users: [],
      candidate_groups: ['managers', 'a "quoted", one'],
      expected_outputs: ['approved'],
      created_at: new Date('2026-01-31T10:20:30.123Z'),
    });
  });

  it('stops one instance loudly and once when its journal has a gap, and continues with the others', async () => {
    const [first, second, third] = reviewedInstance(DAMAGED, 5) as [ReadJournalRow, ReadJournalRow, ReadJournalRow];
    await side.write([first, third]);
    const { log } = run();
    const stopped = log.next(4061);
    await side.write(reviewedInstance(idNumber(1), 5));
    await side.untilPending(2);
    await stopped;
    expect(log.of(4061)).to.deep.equal([{ WorkflowInstanceId: DAMAGED, ExpectedSequence: 2, FoundSequence: 3 }]);
    for (let n = 2; n < 8; n++) {
      await side.write(reviewedInstance(idNumber(n), 5));
      await side.untilPending(2);
    }
    expect(log.of(4061)).to.have.length(1);
    const { q_instance: instances } = await side.dump();
    expect(instances).to.have.length(7);

    const { log: secondLog } = run({ retryStoppedMs: 20 });
    await secondLog.next(4061);
    await side.connection.query(
      { name: 'test-fill-gap', text: 'insert into journal values ($1, 2, gen_random_uuid(), $2, 1, $3)' },
      [DAMAGED, second.at, JSON.stringify(second.events)],
    );
    await side.untilPending(0);
    expect((await side.dump())['q_instance']).to.have.length(8);
  });

  it('leaves the rows before a gap as they are when they were projected earlier', async () => {
    const [first, , third] = reviewedInstance(DAMAGED, 5) as [ReadJournalRow, ReadJournalRow, ReadJournalRow];
    await side.write([first]);
    const { log } = run();
    await side.untilPending(0);
    const before = await side.dump();
    const stopped = log.next(4061);
    await side.write([third]);
    await stopped;
    expect(await side.dump()).to.deep.equal(before);
    expect(await side.pending()).to.equal(1);
  });

  itFull('finds the one subject and continues with the others when the database refuses what it made', async () => {
    await side.write(journalOf(idNumber(1), [deployed('order', 1)]), 'd');
    await side.write(journalOf(DAMAGED, [deployed('order', 1)]), 'd');
    for (let n = 2; n < 30; n++) await side.write(reviewedInstance(idNumber(n), n));
    const { log, projector } = run();
    await side.untilPending(1);
    await projector.stop(); // a batch is reported a moment after its end
    expect((await side.dump())['q_instance']).to.have.length(28);
    const [line, ...others] = log.of(3004);
    expect(line).to.include({ WorkflowInstanceId: DAMAGED, Rule: 'a journal can be projected' });
    expect(line?.['ErrorMessage']).to.match(/^its rows cannot be written: /);
    expect(others).to.deep.equal([]);
  });

  it('stores replacement characters when names hold what Postgres cannot', async () => {
    const rows = JSON.stringify(reviewedInstance(idNumber(1), 5)).replaceAll('john', 'jo\\u0000\\ud800hn');
    const revived = (JSON.parse(rows) as MadeRow[]).map((row) => ({ ...row, at: new Date(row.at) }));
    await side.write(revived.slice(0, 2));
    run();
    await side.untilPending(0);
    expect((await side.dump())['q_user_task']![0]).to.include({ assignee: 'jo\uFFFD\uFFFDhn', claimed_by: 'jo\uFFFD\uFFFDhn' });
  });

  it('catches up when one subject is hundreds of rows behind', async () => {
    const claims = Array.from({ length: 350 }, (_, n) =>
      reviewedInstance(DAMAGED, 5)[1]!.events.map((event) => ({ ...event, userId: `user ${n}` })),
    );
    const [first] = reviewedInstance(DAMAGED, 5) as [MadeRow];
    await side.write(journalOf(DAMAGED, first.events, ...claims));
    run({ batchSize: 1000 });
    await side.untilPending(0);
    const { q_instance: instances, q_user_task: tasks } = await side.dump();
    expect(instances![0]).to.include({ last_seq: 351 });
    expect(tasks![0]).to.include({ claimed_by: 'user 349' });
  });

  itFull('catches up in small bites when many large rows wait', async () => {
    const noise = Array.from({ length: 20_000 }, (_, n) => Math.imul(n, 0x9e3779b1) >>> 0);
    for (let n = 0; n < 24; n++)
      await side.write(journalOf(idNumber(n), [started(idNumber(n), { noise })], [instanceCompleted()]));
    const { log, projector } = run();
    await side.untilPending(0);
    await projector.stop(); // a batch is reported a moment after its commit
    expect((await side.dump())['q_instance']!.every((row) => (row as { last_seq: number }).last_seq === 2)).to.equal(true);
    const counts = log.of(4060).map((line) => line['Count'] as number);
    expect(counts.length).to.be.greaterThan(1);
    expect(counts.reduce((sum, count) => sum + count)).to.equal(48);
  });

  it('shows open subscriptions with the id of the entry that waits, as long as they are open', async () => {
    const id = idNumber(1);
    const rows = listeningInstance(id, idNumber(2), 'PO-1');
    const open = async () => ((await side.dump())['q_subscription'] as { subscription: number }[]).map((row) => row.subscription);
    run();
    await side.write(rows.slice(0, 1));
    await side.untilPending(0);
    const waiting = { instance_id: id, created_at: rows[0]!.at };
    expect((await side.dump())['q_subscription']).to.deep.equal([
      {
        ...waiting,
        subscription: 3,
        kind: 'signal',
        name: 'stop',
        key: '',
        activity_id: 'stop-start',
        activity_instance_id: null,
      },
      {
        ...waiting,
        subscription: 6,
        kind: 'message',
        name: 'paid',
        key: 'PO-1',
        activity_id: 'wait',
        activity_instance_id: entityId(id, 5),
      },
    ]);
    await side.write(rows.slice(1, 2));
    await side.untilPending(0);
    expect(await open()).to.deep.equal([3, 9]);
    await side.write(rows.slice(2));
    await side.untilPending(0);
    expect(await open()).to.deep.equal([]);
  });

  it('shows what starts a key, batch after batch, as long as the key is active', async () => {
    const subject = idNumber(1);
    const rows = journalOf(
      subject,
      [deployed('order', 1, [startsOn('a', 'message', 'paid')])],
      [deployed('order', 2, [startsOn('b', 'conditional', 'x > 1'), startsOn('c', 'signal', 'odd \ud800 name')])],
      [disabled('order')],
    );
    run();
    const shown: object[][] = [];
    for (const row of rows) {
      await side.write([row], 'd');
      await side.untilPending(0);
      shown.push([...(await side.dump())['q_start_trigger']!]);
    }
    const order = { key: 'order', definition: 0 };
    expect(shown).to.deep.equal([
      [{ ...order, element: 'a', kind: 'message', name: 'paid', condition: null }],
      [
        { ...order, element: 'b', kind: 'conditional', name: null, condition: 'x > 1' },
        { ...order, element: 'c', kind: 'signal', name: 'odd \uFFFD name', condition: null },
      ],
      [],
    ]);
    expect((await side.dump())['q_process']).to.deep.equal([
      { subject_id: subject, key: 'order', is_active: false, is_suspended: false, last_seq: 3 },
    ]);
  });

  it('looks immediately when it is woken, not at the next poll', async () => {
    await side.write(reviewedInstance(idNumber(1), 5));
    const { log, projector } = run({ pollMs: NEVER });
    await log.next(4060); // from now on it does nothing automatically
    await side.write(reviewedInstance(idNumber(2), 5));
    const projected = log.next(4060);
    projector.wake();
    expect(await projected).to.include({ Count: 3 });
  });

  it('continues when its connections are cut', async () => {
    const { log } = run();
    await side.write(reviewedInstance(idNumber(1), 5));
    await side.untilPending(0);
    const cut = log.next(7044);
    const other = await openReadSide();
    const kill = `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`;
    const name = new URL(side.url).pathname.slice(1);
    let isCut = false;
    void cut.then(() => {
      isCut = true;
    });
    while (!isCut) await other.connection.query({ name: 'test-kill', text: kill }, [name]);
    await other.close();
    await side.write(reviewedInstance(idNumber(2), 5));
    await side.untilPending(0);
    expect((await side.dump())['q_instance']).to.have.length(2);
  });

  it('shows how far it is behind when rows wait, and 0 when none do', async () => {
    expect(await readLag(side.connection)).to.deep.equal({ lagSeconds: 0, pendingEvents: 0 });
    await side.write(reviewedInstance(idNumber(1), 5));
    const { lagSeconds, pendingEvents } = await readLag(side.connection);
    expect(pendingEvents).to.equal(3);
    expect(lagSeconds).to.be.at.least(0);
  });

  it('warns once when it is more than ten seconds behind', async () => {
    await side.write(reviewedInstance(idNumber(1), 5));
    await side.connection.query({ name: 'test-age', text: `update projection_todo set at = at - interval '1 minute'` }, []);
    const { log, projector } = run({ batchSize: 1 });
    await side.untilPending(0);
    await projector.stop(); // a batch is reported a moment after its commit
    expect(log.of(4062)).to.have.length(1);
    expect(log.of(4062)[0]!['LagMs']).to.be.at.least(60_000);
  });
});

/** Three deployments and many instances: row by row over all subjects, so that batches of two projectors always meet on the same ones. */
async function writeManySubjects(side: ReadSide, count: number): Promise<void> {
  await side.write(journalOf(idNumber(5000), [deployed('order', 1)], [deployed('order', 2)]), 'd');
  await side.write(journalOf(idNumber(5001), [deployed('ship', 1)]), 'd');
  const histories = Array.from({ length: count }, (_, n) => reviewedInstance(idNumber(n), n % 20));
  for (const seq of [0, 1, 2]) {
    const rows = histories.flatMap((history, n) => (seq === 2 && n % 2 === 0 ? [] : [history[seq]!]));
    await side.write(rows);
  }
}
