import { expect } from 'chai';
import type { JournalEvent } from '../../../src/engine/events/journal-events.ts';
import { type Projector, runProjector } from '../../../src/projector/projector.ts';
import { rebuild } from '../../../src/projector/rebuild.ts';
import {
  activated,
  cancelled,
  completed,
  instanceCancelled,
  instanceCompleted,
  instanceFailed,
  journalOf,
  type MadeRow,
  started,
  userTaskClaimed,
  userTaskCreated,
  userTaskUnclaimed,
} from '../../support/hand-made-journal.ts';
import { seededRandom } from '../../support/random.ts';
import { idNumber, keptLog, openReadSide, type ReadSide } from '../../support/read-side.ts';
import { IN_COMMIT_TIER } from '../../support/tier.ts';

const INSTANCES = IN_COMMIT_TIER ? 40 : 80;
const ROUNDS = IN_COMMIT_TIER ? 2 : 4;

/** Totals against rows, by everything that a total can ask for. */
const DIFFERENCES = {
  name: 'test-differences-of-totals',
  text: `
    with counted as (
      select key, version, day, is_started, is_completed, is_cancelled, is_failed, has_business_id, sum(count) as n from q_instance_count
      group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(count) <> 0
    ), there as (
      select key, version, (created_at at time zone 'UTC')::date, started_at is not null, is_completed, is_cancelled, is_failed,
        business_id is not null, count(*) from q_instance group by 1, 2, 3, 4, 5, 6, 7, 8
    ), tasks_counted as (select is_claimed, sum(count) as n from q_user_task_count group by 1 having sum(count) <> 0),
    tasks_there as (select claimed_by is not null, count(*) from q_user_task group by 1)
    select 'totals' as in, t::text as row from (table counted except table there) t
    union all select 'rows', t::text from (table there except table counted) t
    union all select 'totals', t::text from (table tasks_counted except table tasks_there) t
    union all select 'rows', t::text from (table tasks_there except table tasks_counted) t`,
};

/** Event history of an instance with user tasks that are claimed, returned and completed in any order. */
function randomHistory(instanceId: string, random: () => number): MadeRow[] {
  const below = (limit: number) => Math.floor(random() * limit);
  const businessId = below(2) === 0 ? null : `PO-${below(5)}`;
  const begin = { ...started(instanceId, {}, businessId), key: `key-${below(3)}` } as JournalEvent;
  const rows: JournalEvent[][] = [[begin]];
  const open = new Map<number, boolean>();
  let entry = 3;
  for (let left = below(9); left > 0; left -= 1) {
    const [task, isClaimed] = [...open][below(open.size + 1)] ?? [undefined, false];
    if (task === undefined) {
      entry += 1;
      open.set(entry, false);
      rows.push([activated(entry, 'review', 'userTask'), userTaskCreated(entry, 'review')]);
    } else if (below(3) > 0) {
      open.set(task, !isClaimed);
      rows.push([isClaimed ? userTaskUnclaimed(task, 'review') : userTaskClaimed(task, 'review', 'ada')]);
    } else {
      open.delete(task);
      rows.push([completed(task, 'review', 'userTask')]);
    }
  }
  const [end] = [[instanceCompleted()], [instanceCancelled('x')], [instanceFailed('review', '500', 'x')], []].slice(below(4));
  const ended = end?.length === 0 ? [] : [...open.keys()].map((task) => cancelled(task, 'review', 'userTask', 'x'));
  rows.push([...ended, ...(end ?? [])]);
  return journalOf(instanceId, ...rows.filter((events) => events.length > 0));
}

describe('totals of lists', () => {
  let side: ReadSide;
  const projectors: Projector[] = [];
  before(async () => {
    side = await openReadSide();
    for (const batchSize of [7, 50]) projectors.push(runProjector(side.pool, keptLog(), { pollMs: 5, batchSize }));
  });
  after(async () => {
    await Promise.all(projectors.map((projector) => projector.stop()));
    await side.close();
  });

  async function remove(ids: readonly string[]): Promise<void> {
    for (const text of [
      'delete from journal where subject_id = any($1::uuid[])',
      `insert into projection_todo (subject_id, kind, at) select id, 'x', statement_timestamp() from unnest($1::uuid[]) as t (id)`,
    ])
      await side.connection.query({ name: `test-${text.slice(0, 6)}`, text }, [ids]);
  }
  const differences = () => side.connection.query<object>(DIFFERENCES, []);

  it('are those of the rows when projectors side by side project, remove and rebuild random instances', async () => {
    const random = seededRandom(Number(process.env['PROPERTY_SEED'] ?? 1));
    for (let round = 0; round < ROUNDS; round += 1) {
      const histories = Array.from({ length: INSTANCES }, (_, n) => randomHistory(idNumber(round * INSTANCES + n), random));
      const waiting = histories.filter((history) => history.length > 0).map((history) => [...history]);
      while (waiting.length > 0) {
        const at = Math.floor(random() * waiting.length);
        const rows = waiting[at]?.splice(0, 1 + Math.floor(random() * 3)) ?? [];
        await side.write(rows);
        if (waiting[at]?.length === 0) waiting.splice(at, 1);
      }
      if (round % 2 === 1) await rebuild(side.pool, keptLog());
      await side.untilPending(0);
      expect(await differences(), `round ${round}`).to.deep.equal([]);
      await remove(histories.flatMap((history, n) => (n % 3 === 0 ? [history[0]?.subjectId ?? ''] : [])));
      await side.untilPending(0);
      expect(await differences(), `round ${round}, after the removal`).to.deep.equal([]);
    }
    const [counts] = await side.connection.query<{ instances: number; tasks: number }>(
      {
        name: 'test-counts',
        text: 'select (select sum(count)::int from q_instance_count) as instances, (select sum(count)::int from q_user_task_count) as tasks',
      },
      [],
    );
    expect(counts?.instances).to.equal(ROUNDS * (INSTANCES - Math.ceil(INSTANCES / 3)));
    expect(counts?.tasks).to.be.greaterThan(INSTANCES / 4);
  });
});
